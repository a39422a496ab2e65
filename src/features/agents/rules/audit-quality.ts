import { errorCode } from "../../../errors.ts";
import type { QueryForm } from "../../query/index.ts";
import type { Findings, RuleContext } from "../agent.model.ts";
import { directAnswer } from "./direct-answer.ts";
import { BESIDES_SOFTWARE, figureOf, listed, percent } from "./words.ts";

const DAY_MS = 86_400_000;
const STALE_DAYS = 90;
/** How much of the score names of several CIs of one type take at most, a point each. */
const WEIGHT_OF_DOUBLES = 15;

interface Check {
  fault: string;
  filters: NonNullable<QueryForm["filters"]>;
  /** How much of the score a fault of every CI takes. */
  weight: number;
}

/** What is missing, old or doubled in the records: of all CIs, or of those of the types that the question names. */
export async function auditQuality(given: RuleContext): Promise<Findings> {
  const direct = await directAnswer(given);
  if (direct) return direct;
  const { query, question } = given;
  const old = new Date(question.now.getTime() - STALE_DAYS * DAY_MS).toISOString();
  const checks: Check[] = [
    { fault: "no owner", filters: [{ field: "attributes.owner", op: "missing" }], weight: 30 },
    { fault: "no relationship", filters: [{ field: "relationships.count", op: "eq", value: 0 }], weight: 30 },
    { fault: `unchanged for ${STALE_DAYS} days`, filters: [{ field: "updated_at", op: "lt", value: old }], weight: 20 },
    { fault: "no description", filters: [{ field: "description", op: "missing" }], weight: 5 },
  ];
  const total = figureOf(await query({ entity: "ci", filters: BESIDES_SOFTWARE, aggregate: [{ fn: "count" }] }));
  if (total === 0) return { summary: "There are no CIs to audit yet", details: [], confidence: 0.9 };
  const faults = await Promise.all(
    checks.map(async ({ fault, weight, filters }): Promise<Found> => {
      const cis = await countOf(given, filters);
      return { fault, cis, share: cis === null ? null : percent(cis, total), weight };
    }),
  );
  const doubles = await query({
    entity: "ci",
    filters: BESIDES_SOFTWARE,
    group_by: ["name", "type"],
    aggregate: [{ fn: "count" }],
    order: [{ field: "count", direction: "desc" }],
    limit: 20,
  });
  const doubled = doubles.rows.filter(({ count }) => Number(count) > 1);
  const isPartial = faults.some(({ cis }) => cis === null);
  const score = `Quality ${qualityOf(faults, doubled.length, total)} of 100 over ${total} CIs`;
  return {
    summary: `${score}. ${toldOf(faults, doubled)}`,
    details: [...faults, ...doubled],
    confidence: isPartial ? 0.6 : 0.85,
  };
}

/** What a check found; null where it could not be made. */
type Found = {
  fault: string;
  cis: number | null;
  share: number | null;
  weight: number;
};

function toldOf(faults: readonly Found[], doubled: readonly { name?: unknown }[]): string {
  const worst = faults.filter(({ cis }) => Number(cis) > 0).toSorted((a, b) => Number(b.cis) - Number(a.cis));
  const told = worst.slice(0, 3).map(({ fault, cis, share }) => `${fault}: ${cis} (${share} %)`);
  const names = doubled.map(({ name }) => name);
  const notChecked = faults.filter(({ cis }) => cis === null).map(({ fault }) => fault);
  return [
    told.join(", ") || "No fault found",
    names.length > 0 && `names of several CIs of one type: ${listed(names, 3)}`,
    notChecked.length > 0 && `not checked: ${notChecked.join(", ")}, since no CI has such an attribute`,
  ]
    .filter((part) => typeof part === "string")
    .join("; ");
}

/** 0 to 100, over what could be checked. */
function qualityOf(faults: readonly Found[], doubled: number, total: number): number {
  const checked = faults.filter(({ cis }) => cis !== null);
  const lost = checked.reduce((sum, { cis, weight }) => sum + (weight * Number(cis)) / total, 0);
  const most = checked.reduce((sum, { weight }) => sum + weight, WEIGHT_OF_DOUBLES);
  return Math.max(0, Math.round(100 - (100 * (lost + Math.min(WEIGHT_OF_DOUBLES, doubled))) / most));
}

/**
 * Null where the form is refused: a key that no CI of the tenant has is unknown to it. Whether all CIs lack an owner, or the
 * tenant keeps owners under another name, cannot be told then.
 */
async function countOf({ query }: RuleContext, filters: NonNullable<QueryForm["filters"]>): Promise<number | null> {
  try {
    return figureOf(
      await query({ entity: "ci", filters: [...BESIDES_SOFTWARE, ...filters], aggregate: [{ fn: "count" }] }),
    );
  } catch (error) {
    const isUnknownKey = errorCode(error) === "VALIDATION_ERROR" && filters[0]?.op === "missing";
    if (isUnknownKey) return null;
    throw error;
  }
}
