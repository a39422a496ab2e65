import type { RequestContext } from "../../../../context.ts";
import { activityOf } from "../../../history/index.ts";
import type { CommonImpact } from "../../../impact/index.ts";
import type { Change } from "../../change-analysis.model.ts";
import type { AffectedCi, AffectedService, AssessDeps, AssessOptions, ChangedCi, Facts } from "../assess.model.ts";
import { shownName } from "../shown.ts";
import { changeRiskGraph } from "./change-risk.graph.store.ts";
import { comparedChanges } from "./past-changes.ts";

/** CIs one step from the changed ones; each list once, without changed CIs. */
export interface Neighbours {
  parents: readonly string[];
  children: readonly string[];
}

/** CIs of one request for alarms. */
const ALARM_BATCH = 1_000;
const MOST_NEIGHBOURS = 10_000;
const EDIT_DAYS = 30;
const ENDED_DAYS = 90;
const DAY = 86_400_000;
const SERVICE = "business_service";
const CRITICALITIES = ["critical", "high", "medium", "low"] as const;

/** Reads all that the assessment needs to know; what does not need another read is read at once. */
export async function readFacts(
  deps: AssessDeps,
  ctx: RequestContext,
  change: Change,
  { taskIntegrationId }: AssessOptions,
): Promise<{ facts: Facts; neighbours: Neighbours }> {
  const { graph, postgres, clock } = deps;
  const { tenantId } = ctx;
  const now = clock.now();
  const daysBefore = (days: number) => new Date(now.getTime() - days * DAY);
  const ids = [...new Set(change.ciIds)].sort();
  const customKinds = await deps.failureKinds(tenantId);
  const [impact, near, profiles, spares, activity] = await Promise.all([
    deps.impactOfAll(ctx, ids),
    changeRiskGraph.neighbours(graph, tenantId, ids, customKinds),
    changeRiskGraph.profiles(graph, tenantId, ids),
    changeRiskGraph.spares(graph, tenantId, ids, customKinds),
    activityOf(postgres, tenantId, { ciIds: ids, since: daysBefore(EDIT_DAYS) }),
  ]);
  const related = new Set(near.map(({ id }) => id));
  const changed = profiles
    .map((profile): ChangedCi => ({ ...profile, name: shownName(profile.name), isRelated: related.has(profile.id) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const affected = impact.affected.map((each): AffectedCi => ({ ...each, name: shownName(each.name) }));
  const all = [...ids, ...affected.map(({ id }) => id)];
  const [users, alarms, endedEvents, past] = await Promise.all([
    changeRiskGraph.users(graph, tenantId, all),
    ctx.scopes.has("events.read") ? alarmsOf(deps, tenantId, all) : null,
    ctx.scopes.has("events.read") ? deps.endedEvents(tenantId, { ciIds: ids, since: daysBefore(ENDED_DAYS) }) : null,
    comparedChanges(deps, tenantId, { change, changed, now, taskIntegrationId }),
  ]);
  const names = new Map([...affected, ...changed].map(({ id, name }) => [id, name]));
  const others = affected.filter(({ type }) => type !== SERVICE);
  const otherIds = new Set(others.map(({ id }) => id));
  const facts: Facts = {
    change,
    now,
    changed,
    affected: others,
    services: servicesOf(impact, changed, affected, users),
    truncated: impact.truncated,
    spares: spares.map((each) => ({ ...each, spare: shownName(each.spare), dependent: shownName(each.dependent) })),
    users: new Map([...users].filter(([id]) => otherIds.has(id))),
    events: alarms?.events ?? null,
    incidents: alarms?.incidents ?? null,
    endedEvents,
    past,
    activity,
    nameOf: (id) => names.get(id) ?? id,
  };
  return { facts, neighbours: neighboursOf(near, new Set(ids)) };
}

/** Open events and incidents of CIs, each with its CI, worst first. */
async function alarmsOf(deps: AssessDeps, tenantId: string, ids: readonly string[]) {
  const events: NonNullable<Facts["events"]>[number][] = [];
  const incidents: NonNullable<Facts["incidents"]>[number][] = [];
  for (let from = 0; from < ids.length; from += ALARM_BATCH) {
    const some = ids.slice(from, from + ALARM_BATCH);
    const found = await deps.openEventsOf(tenantId, some);
    for (const event of found) events.push(event);
    // An incident is open because one of its events is.
    const alarmed = [...new Set(found.map(({ ciId }) => ciId))];
    if (alarmed.length === 0) continue;
    for (const incident of await deps.openIncidentsOf(tenantId, alarmed)) incidents.push(incident);
  }
  return { events, incidents };
}

/** Changed services first; they fail themselves. */
function servicesOf(
  { starts }: CommonImpact,
  changed: readonly ChangedCi[],
  affected: readonly AffectedCi[],
  users: ReadonlyMap<string, number>,
): AffectedService[] {
  const own = changed.filter(({ type }) => type === SERVICE);
  const criticalityOf = new Map(starts.map(({ id, criticality }) => [id, criticality]));
  const lost = new Set(affected.filter(({ redundancy }) => redundancy === "lost").map(({ id }) => id));
  const all = [
    ...own.map((each) => {
      return { ...each, redundancy: "none" as const, criticality: criticalityOf.get(each.id) ?? null, path: [each.id] };
    }),
    ...affected.filter(({ type }) => type === SERVICE),
  ];
  return all.map(({ id, name, redundancy, criticality, path }) => {
    const word = criticality?.trim().toLowerCase();
    const known = CRITICALITIES.find((each) => each === word);
    return {
      id,
      name,
      redundancy,
      criticality: known ?? "medium",
      saysCriticality: known !== undefined,
      hangsOnLost: redundancy !== "covered" && path.some((each) => lost.has(each)),
      users: users.get(id) ?? null,
    };
  });
}

function neighboursOf(
  near: readonly { parents: string[]; children: string[] }[],
  changed: ReadonlySet<string>,
): Neighbours {
  const outside = (ids: string[]) => [...new Set(ids)].filter((id) => !changed.has(id)).slice(0, MOST_NEIGHBOURS);
  return { parents: outside(near.flatMap((each) => each.parents)), children: outside(near.flatMap((e) => e.children)) };
}
