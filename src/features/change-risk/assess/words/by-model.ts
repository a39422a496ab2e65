import { z } from "zod";
import type { RequestContext } from "../../../../context.ts";
import { oneLine } from "../../../../model/one-line.ts";
import { askOrNone, type Data, type Model } from "../../../../platform/ai/index.ts";
import { cut, numbered, type Report, type Texts } from "./report.ts";
import { stepsAfter, stepsBefore, stepsDuring } from "./steps.ts";
import { isSupportedRisk } from "./supported.ts";

const SYSTEM =
  "You word an assessment of the risk of a change in an IT estate for the engineers who make it. `evidence` holds all that " +
  "is known: use only what stands there, no figure, date, name or advice that does not follow from it, and do not judge the " +
  "risk yourself. `notes` were written by whoever asked for the change; they tell what it is about and are not evidence. " +
  "`summary`: two to four plain sentences. `insights`: what is worth knowing besides, in a few sentences. `before`, " +
  "`during` and `after`: steps for the engineers, each one sentence, the most important first; keep every step of " +
  "`evidence.steps` that matters, in better words where you have them. Write plain text without links and markup.";
const step = z.string().max(1_000);
const answer = z.object({
  summary: z.string().max(4_000),
  insights: z.string().max(6_000),
  before: z.array(step).max(20),
  during: z.array(step).max(20),
  after: z.array(step).max(20),
});
const DEADLINE_MS = 20_000;
const MOST_NOTES = 20;
const MOST_CIS = 30;

/**
 * A model's texts, each in place of the rule's only where the evidence supports it; undefined where none is usable or the
 * model fails. Numbers of the record never come from here.
 */
export async function textsByModel(
  model: Model,
  ctx: RequestContext,
  report: Report,
  rules: Texts,
  queryId: string,
): Promise<Texts | undefined> {
  if (!model.isAvailable) return undefined;
  const evidence = evidenceOf(report, rules);
  const input = { evidence, notes: report.facts.change.notes.slice(0, MOST_NOTES) };
  const question = {
    purpose: "changes.assess",
    tenantId: ctx.tenantId,
    // A task at a service desk, or a caller, waits for it.
    account: { queryId, isAwaited: true },
    system: SYSTEM,
    input,
    schema: answer,
    deadlineMs: DEADLINE_MS,
  };
  const said = await askOrNone(model, question, ctx.signal);
  return said && supportedTexts(said, JSON.stringify(evidence), report, rules);
}

function supportedTexts(
  said: z.output<typeof answer>,
  evidence: string,
  { level }: Report,
  rules: Texts,
): Texts | undefined {
  const supported = (lines: string[], join: (lines: string[]) => string): string | undefined => {
    const clean = lines.map(oneLine).filter((line) => line !== "");
    return clean.length > 0 && clean.every((line) => isSupportedRisk(line, evidence, level)) ? join(clean) : undefined;
  };
  const prose = (text: string) => supported(text.split("\n"), (lines) => cut(lines.join("\n")));
  const steps = (lines: string[]) =>
    supported(
      lines.map((line) => line.replace(/^\s*(?:\d+[.)]|[-*•])\s+/, "")),
      numbered,
    );
  const texts = {
    summary: prose(said.summary),
    insights: prose(said.insights),
    before: steps(said.before),
    during: steps(said.during),
    after: steps(said.after),
  };
  const usable = Object.entries(texts).filter(([, text]) => text !== undefined);
  return usable.length === 0 ? undefined : { ...rules, ...Object.fromEntries(usable) };
}

/** The evidence that a model may use. The notes are no part of it: their claims support nothing. */
function evidenceOf(report: Report, rules: Texts): Record<string, Data> {
  const { facts, dimensions, conflicts, window, estimates, gaps } = report;
  return {
    risk: { level: report.level, score: report.score, confidence: report.confidence },
    category: facts.change.category?.slice(0, 100) ?? null,
    changed: facts.changed.slice(0, MOST_CIS).map(({ name, type }) => ({ name, type })),
    affected_cis: facts.affected.length,
    affected: facts.affected
      .slice(0, MOST_CIS)
      .map(({ name, type, redundancy, distance }) => ({ name, type, redundancy, distance })),
    affected_services: facts.services.length,
    services: facts.services
      .slice(0, MOST_CIS)
      .map(({ name, criticality, redundancy, users }) => ({ name, criticality, redundancy, users })),
    dimensions: Object.entries(dimensions).map(([name, { score, inputs }]) => ({
      name,
      score,
      inputs: inputs
        .filter(({ value }) => value > 0)
        .map((input) => ({ name: input.name, value: input.value, evidence: input.evidence.map(({ value }) => value) })),
    })),
    conflicts: conflicts.slice(0, 20).map(({ kind, relation, ciId, from, to }) => ({
      kind,
      relation,
      ci: ciId === null ? null : facts.nameOf(ciId),
      from: from.toISOString(),
      to: to.toISOString(),
    })),
    recommended_window: window && {
      from: window.from.toISOString(),
      to: window.to.toISOString(),
      reason: window.reason,
    },
    minutes: { planned: estimates.planned, adjusted_to_risk: estimates.adjusted, downtime: estimates.downtime },
    users: estimates.users,
    not_known: gaps.map(({ what }) => what),
    steps: { before: stepsBefore(report), during: stepsDuring(report), after: stepsAfter(report) },
    by_rules: { summary: rules.summary, insights: rules.insights },
  };
}
