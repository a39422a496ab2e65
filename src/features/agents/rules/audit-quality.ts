import { errorCode } from "../../../errors.ts";
import type { QueryForm } from "../../query/index.ts";
import type { Findings, RuleContext } from "../agent.model.ts";
import { directAnswer } from "./direct-answer.ts";
import { BESIDES_SOFTWARE, figureOf, listed, percent } from "./words.ts";

const DAY_MS = 86_400_000;
const STALE_DAYS = 90;
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
  const counts = await Promise.all(checks.map(({ filters }) => countOf(given, filters, total)));
  const doubles = await query({
    entity: "ci",
    filters: BESIDES_SOFTWARE,
    group_by: ["name", "type"],
    aggregate: [{ fn: "count" }],
    order: [{ field: "count", direction: "desc" }],
    limit: 20,
  });
  const doubled = doubles.rows.filter(({ count }) => Number(count) > 1);
  const faults = checks.map(({ fault, weight }, at) => ({
    fault,
    cis: counts[at]!,
    share: percent(counts[at]!, total),
    weight,
  }));
  const lost = faults.reduce((sum, { cis, weight }) => sum + (weight * cis) / total, 0) + Math.min(15, doubled.length);
  const worst = faults.filter(({ cis }) => cis > 0).toSorted((a, b) => b.cis - a.cis);
  const told = worst.slice(0, 3).map(({ fault, cis, share }) => `${fault}: ${cis} (${share} %)`);
  const names =
    doubled.length > 0
      ? `; names of several CIs of one type: ${listed(
          doubled.map(({ name }) => name),
          3,
        )}`
      : "";
  return {
    summary: `Quality ${Math.max(0, Math.round(100 - lost))} of 100 over ${total} CIs. ${told.join(", ") || "No fault found"}${names}`,
    details: [...faults, ...doubled],
    confidence: 0.85,
  };
}

/** A key that no CI of the tenant has is an unknown field to a form: then all lack it. */
async function countOf(
  { query }: RuleContext,
  filters: NonNullable<QueryForm["filters"]>,
  total: number,
): Promise<number> {
  try {
    return figureOf(
      await query({ entity: "ci", filters: [...BESIDES_SOFTWARE, ...filters], aggregate: [{ fn: "count" }] }),
    );
  } catch (error) {
    const isUnknownKey = errorCode(error) === "VALIDATION_ERROR" && filters[0]?.op === "missing";
    if (isUnknownKey) return total;
    throw error;
  }
}
