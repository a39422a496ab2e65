import { type RequestContext, requireScope } from "../../../context.ts";
import type { Assessment, Change, Conflict } from "../change-analysis.model.ts";
import type { AssessDeps, AssessOptions, Facts } from "./assess.model.ts";
import { confidenceOf, gapsOf, missingOf } from "./confidence.ts";
import { dimensionsOf } from "./dimensions/dimensions.ts";
import { isEmergency } from "./dimensions/kind-of-change.ts";
import { levelOf, totalOf } from "./dimensions/score.ts";
import { estimatesOf } from "./estimates.ts";
import { changeRiskGraph } from "./facts/change-risk.graph.store.ts";
import { readFacts } from "./facts/read-facts.ts";
import { shownName } from "./shown.ts";
import {
  conflictsWithin,
  countedPart,
  type Period,
  plannedPeriod,
  readCalendar,
  relationsOf,
} from "./windows/conflicts.ts";
import { horizonFrom, recommendWindow } from "./windows/recommend-window.ts";
import { textsByModel } from "./words/by-model.ts";
import { textsByRules } from "./words/by-rules.ts";
import { fieldsOf } from "./words/fields.ts";
import type { Report } from "./words/report.ts";

/** Assesses a change by the state of the estate now. Writes nothing. Throws 403 without `cmdb.read`. */
export type AssessChange = (ctx: RequestContext, change: Change, options: AssessOptions) => Promise<Assessment>;

const DAY = 86_400_000;
/** Days of event history in which quiet hours are looked for. */
const HISTORY_DAYS = 90;
/** Time to prepare where no plan says when; an emergency has none. */
const LEAD_DAYS = 1;

export function createAssessChange(deps: AssessDeps): AssessChange {
  return async (ctx, change, options) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const { facts: read, neighbours } = await readFacts(deps, ctx, change, options);
    const planned = plannedPeriod(change);
    const earliest = earliestOf(read, planned);
    const looked = lookedAt(planned, earliest);
    const [calendar, hours] = await Promise.all([
      readCalendar(deps, tenantId, { change, neighbours, ...options }, looked),
      deps.eventsByHour(tenantId, {
        ciIds: quietCis(read),
        since: new Date(read.now.getTime() - HISTORY_DAYS * DAY),
      }),
    ]);
    const relationOf = relationsOf(change, neighbours);
    const conflicts = planned ? conflictsWithin(calendar, countedPart(planned), relationOf) : [];
    const facts = await withNames(deps, tenantId, read, conflicts);
    const dimensions = dimensionsOf(facts, conflicts);
    const score = totalOf(dimensions);
    const estimates = estimatesOf(facts, planned, score);
    const looks = { planned, conflicts, earliest, minutes: estimates.window, isUrgent: isEmergency(change.category) };
    const window = recommendWindow({ ...looks, calendar, hours });
    const gaps = gapsOf({ facts, planned, calendar, hasEventHistory: hours.length > 0 });
    const numbers = { score, level: levelOf(score), confidence: confidenceOf(gaps) };
    const keepsPlan = planned !== undefined && conflicts.length === 0;
    const report: Report = { ...numbers, facts, dimensions, conflicts, window, keepsPlan, estimates, gaps };
    return {
      ...numbers,
      dimensions,
      conflicts,
      recommendedWindow: window,
      ...(await worded(deps, ctx, report)),
    };
  };
}

/** With names of neighbours that are in conflict: those of all would be too many. */
async function withNames(
  deps: AssessDeps,
  tenantId: string,
  facts: Facts,
  conflicts: readonly Conflict[],
): Promise<Facts> {
  const unnamed = conflicts.flatMap(({ ciId }) => (ciId !== null && facts.nameOf(ciId) === ciId ? [ciId] : []));
  if (unnamed.length === 0) return facts;
  const profiles = await changeRiskGraph.profiles(deps.graph, tenantId, [...new Set(unnamed)]);
  const names = new Map(profiles.map(({ id, name }) => [id, shownName(name)]));
  return { ...facts, nameOf: (id) => names.get(id) ?? facts.nameOf(id) };
}

/** The texts of an assessment are an answer of rules or a model, and recorded like every other. */
async function worded({ model, recordAiQuery }: AssessDeps, ctx: RequestContext, report: Report) {
  const rules = textsByRules(report);
  const asked = { operation: "changes", question: report.facts.change.notes.join("\n") || null };
  const { fields, source } = await recordAiQuery(ctx, asked, async (queryId) => {
    const byModel = await textsByModel(model, ctx, report, rules, queryId);
    return {
      fields: fieldsOf(report, byModel ?? rules),
      source: byModel ? ("model" as const) : ("rules" as const),
      confidence: report.confidence / 100,
      fellBack: model.isAvailable && !byModel,
    };
  });
  return { missing: missingOf(report.gaps, fields), fields, source };
}

/** Before which no other window is recommended: not before the plan, nor in the past. */
function earliestOf({ change, now }: Facts, planned: Period | undefined): Date {
  const start = planned?.from ?? change.plannedStart;
  const ready = isEmergency(change.category) || start ? now : new Date(now.getTime() + LEAD_DAYS * DAY);
  return start && start > ready ? start : ready;
}

/**
 * The plan and the time in which `recommendWindow` looks for another one. They are one period unless the plan has begun before:
 * stores limit what they read of a period, and a plan that began long ago would use up the limit for the days to come.
 */
function lookedAt(planned: Period | undefined, earliest: Date): Period[] {
  const ahead = { from: earliest, to: new Date(horizonFrom(earliest)) };
  if (!planned) return [ahead];
  const counted = countedPart(planned);
  return planned.from < earliest ? [counted, ahead] : [{ from: earliest, to: later(counted.to, ahead.to) }];
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

/** CIs whose event history shows quiet hours: services, then changed CIs, then other affected CIs, nearest first. */
function quietCis({ services, changed, affected }: Facts): string[] {
  return [...new Set([...services, ...changed, ...affected].map(({ id }) => id))];
}
