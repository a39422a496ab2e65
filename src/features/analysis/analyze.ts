import { z } from "zod";
import { type RequestContext, requireScope } from "../../context.ts";
import { invalid, notFound } from "../../errors.ts";
import { type Account, askOrNone, type Model, supportedWords } from "../../platform/ai/index.ts";
import { cleanText } from "../software/index.ts";
import type { CiRecord } from "./analysis.graph.store.ts";
import { bySeverity, type Entity, type Finding } from "./analysis.model.ts";
import { shortName } from "./evidence.ts";
import { type Facts, type FactsDeps, factsOf } from "./facts.ts";
import { findingsOf } from "./findings.ts";
import { entitiesOf } from "./read-text.ts";

export interface AnalyzeDeps extends FactsDeps {
  model: Model;
}

export interface Analysis {
  summary: string;
  entities: Entity[];
  /** Worst first. */
  findings: Finding[];
  /** `model` where a model worded the summary; all else comes from the records. */
  source: "model" | "rules";
  confidence: number;
  fellBack: boolean;
}

export interface AnalyzeInput {
  text?: string | undefined;
  ciId?: string | undefined;
  /** What it is about, in words; a model is told, no rule reads it. */
  context?: string | undefined;
}

/** Analyses a text or a CI. Throws 400 for both or neither, 403 without `ai.use` and `cmdb.read`, 404. */
export type Analyze = (ctx: RequestContext, input: AnalyzeInput, account: Account) => Promise<Analysis>;

/** CIs of a text whose records are looked at. */
const MOST_CIS = 10;

export function createAnalyze(deps: AnalyzeDeps): Analyze {
  return async (ctx, { text, ciId, context }, account) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.read");
    if ((text === undefined) === (ciId === undefined)) {
      const reason = "give either text or ciId";
      throw invalid([
        { field: "text", reason },
        { field: "ciId", reason },
      ]);
    }
    const entities = text === undefined ? [] : await entitiesOf(deps.graph, ctx.tenantId, text);
    const named = entities.flatMap(({ ciId: id }) => id ?? []);
    const ids = ciId === undefined ? [...new Set(named)].slice(0, MOST_CIS) : [ciId];
    const all = await factsOf(deps, ctx, ids);
    const [first] = all;
    if (ciId !== undefined && !first) throw notFound("CI", "ciId");
    const own: Entity[] = ciId === undefined ? entities : [{ type: "ci", value: first!.ci.name, ciId }];
    const findings = all
      .flatMap((facts) => findingsOf(facts).map((one) => (ciId === undefined ? about(facts.ci, one) : one)))
      .sort(bySeverity);
    const summary = summaryOf(all, own, findings);
    const worded = await word(deps, ctx, { summary, context, findings, entities: own }, account);
    const fellBack = deps.model.isAvailable && worded === undefined;
    const source = worded === undefined ? "rules" : "model";
    return { summary: worded ?? summary, entities: own, findings, source, confidence: confidenceOf(all), fellBack };
  };
}

function about({ name }: CiRecord, finding: Finding): Finding {
  return { ...finding, text: `${shortName(name)}: ${finding.text}` };
}

function summaryOf(all: readonly Facts[], entities: readonly Entity[], findings: readonly Finding[]): string {
  const names = all.slice(0, 5).map(({ ci }) => `${shortName(ci.name)} (${ci.type})`);
  const known = entities.filter(({ ciId }) => ciId !== null).length;
  const subject =
    all.length === 1
      ? names[0]!
      : `${known} of ${entities.length} things named are known CIs: ${names.join(", ") || "none"}`;
  if (findings.length === 0) return `${subject}. Nothing stands out in its records.`;
  const worst = findings.slice(0, 3).map(({ text }) => text);
  return `${subject}. ${findings.length} findings, the worst ${findings[0]!.severity}: ${worst.join("; ")}.`;
}

/** The share of kinds of records that there is something of: without scans and relationships, little can be said. */
function confidenceOf(all: readonly Facts[]): number {
  if (all.length === 0) return 0.5;
  const shares = all.map(({ ci, lastSeen, sockets, peers }) => {
    const known = [lastSeen !== undefined, sockets.length > 0, ci.isRelated, peers.length > 1];
    return 0.5 + known.filter(Boolean).length / 8;
  });
  return Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length) / 100;
}

const SYSTEM =
  "You word the summary of an analysis of an IT inventory in two or three plain sentences. Use only what the findings say; no " +
  "figure, name or advice that does not stand in them. `context` says what the reader is interested in.";
const answer = z.object({ summary: z.string().max(4_000) });
const LONGEST_SUMMARY = 1_000;
const DEADLINE_MS = 15_000;

interface Wording {
  summary: string;
  context: string | undefined;
  findings: readonly Finding[];
  entities: readonly Entity[];
}

/** The model's words for the rules' findings; undefined without usable ones, or with a figure that no finding holds. */
async function word(
  { model }: AnalyzeDeps,
  ctx: RequestContext,
  { summary, context, findings, entities }: Wording,
  account: Account,
): Promise<string | undefined> {
  const told = findings.slice(0, 20).map(({ category, severity, text }) => ({ category, severity, text }));
  const input = { summary, context, findings: told, names: entities.slice(0, 30).map(({ value }) => value) };
  const question = { purpose: "ai.analyze", tenantId: ctx.tenantId, account, system: SYSTEM, input, schema: answer };
  const value = await askOrNone(model, { ...question, deadlineMs: DEADLINE_MS }, ctx.signal);
  return (
    value && supportedWords(cleanText(value.summary.toWellFormed()), JSON.stringify([summary, told]), LONGEST_SUMMARY)
  );
}
