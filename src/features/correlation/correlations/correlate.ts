import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import { compare } from "../../../model/order.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type CarryingKinds, carryingKinds } from "../../reach/index.ts";
import type { FailureKinds } from "../../relationships/index.ts";
import type { Settings } from "../../settings/index.ts";
import { type FoundCauses, findCauses, noCause } from "../causes/find-causes.ts";
import type { CorrelatedEvent, Correlation, Correlations } from "../correlation.model.ts";
import { correlationGraph } from "../upstream/correlation.graph.store.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { correlationStore } from "./correlation.store.ts";
import { partsOf, scoreOf } from "./score.ts";
import { createTies, membersOf, type Tied } from "./evidence.ts";

/**
 * What hangs together with an event, and what may be behind it all (section 2 of the interface specification, "Event
 * correlation"). Candidates happened within the tenant's time window either side, or are unresolved, whatever their age,
 * on CIs within 3 steps or under one business service. Events under maintenance count like others. Worked out anew with
 * each call, from some dozen statements whatever the size of the storm. Throws 403 without `events.read`, and 404.
 */
export type Correlate = (ctx: RequestContext, id: string) => Promise<Correlations>;

export interface CorrelateDeps {
  graph: Graph;
  postgres: Postgres;
  settings: (tenantId: string) => Promise<Pick<Settings, "correlation_minutes">>;
  failureKinds: (tenantId: string) => Promise<FailureKinds>;
}

/** Those that are looked up are one more than candidates: the event itself is among them. */
const MOST = { candidates: 500, looked: 501, listed: 100, primaryCis: 50, alarming: 150 } as const;
const MINUTE_MS = 60_000;

export function createCorrelate(deps: CorrelateDeps): Correlate {
  const { graph, postgres } = deps;
  return async (ctx, id) => {
    requireScope(ctx, "events.read");
    const { tenantId } = ctx;
    const [primary, own, { correlation_minutes }] = await Promise.all([
      correlationStore.find(postgres, tenantId, id),
      deps.failureKinds(tenantId),
      deps.settings(tenantId),
    ]);
    if (!primary) throw notFound("Event");
    const windowMs = correlation_minutes * MINUTE_MS;
    const kinds = carryingKinds(own);
    const cis = primary.affectedCis.slice(0, MOST.primaryCis);
    const [inWindow, neighbours, services] = await Promise.all([
      correlationStore.within(postgres, tenantId, shift(primary, -windowMs), shift(primary, windowMs), MOST.looked),
      correlationGraph.neighbourhood(graph, tenantId, cis, kinds),
      servicesOver(graph, tenantId, cis, kinds),
    ]);
    const near = [...new Set([...cis, ...neighbours.keys(), ...services.flatMap(({ members }) => [...members])])];
    const unresolved = await correlationStore.unresolvedOf(postgres, tenantId, near, MOST.looked);
    const candidates = chosen(primary, unresolved, inWindow);
    const alarming = [...new Set([...cis, ...candidates.flatMap(({ affectedCis }) => affectedCis)])];
    const upstream = await correlationGraph.upstream(graph, tenantId, alarming.slice(0, MOST.alarming), kinds);
    const ties = createTies({ cis, neighbours, services, upstream });
    const tied = candidates.map((event) => ({ event, tied: ties(event) }));
    const world: World = { tenantId, primary, cis, upstream, kinds, windowMs };
    // Causes first: what the store does for them takes longer.
    const [causes, correlated] = await Promise.all([causesOf(deps, world, tied), correlate(deps, world, tied)]);
    return { primary: id, correlated, ...causes };
  };
}

async function servicesOver(graph: Graph, tenantId: string, cis: string[], kinds: CarryingKinds) {
  const above = await correlationGraph.services(graph, tenantId, cis, kinds);
  const ids = above.map(({ id }) => id);
  return membersOf(above, await correlationGraph.needed(graph, tenantId, ids, kinds));
}

interface World {
  tenantId: string;
  primary: CorrelatedEvent;
  cis: string[];
  upstream: Upstream;
  kinds: CarryingKinds;
  windowMs: number;
}

/** An event with how it stands to the primary one. */
interface Candidate {
  event: CorrelatedEvent;
  tied: Tied;
}

/** Those on CIs nearby before those of the same time only, each newest first. */
function chosen(
  primary: CorrelatedEvent,
  near: readonly CorrelatedEvent[],
  inWindow: readonly CorrelatedEvent[],
): CorrelatedEvent[] {
  const newestFirst = [...near].sort((a, b) => b.at.getTime() - a.at.getTime() || compare(b.id, a.id));
  const found = new Map([...newestFirst, ...inWindow].map((event) => [event.id, event]));
  found.delete(primary.id);
  return [...found.values()].slice(0, MOST.candidates);
}

async function correlate(deps: CorrelateDeps, world: World, candidates: readonly Candidate[]) {
  const scored = candidates.map(({ event, tied }) => {
    const parts = partsOf(world.primary, event, tied, world.windowMs);
    return { event, tied, parts, ...scoreOf(parts) };
  });
  scored.sort(
    (a, b) => b.score - a.score || b.event.at.getTime() - a.event.at.getTime() || compare(b.event.id, a.event.id),
  );
  const listed = scored.slice(0, MOST.listed);
  const wanted = [...new Set(listed.flatMap(({ tied }) => (tied.ciId !== undefined && !tied.way ? [tied.ciId] : [])))];
  const found = await correlationGraph.paths(deps.graph, world.tenantId, world.cis, wanted, world.kinds);
  return listed.map(({ event, tied, parts, score, type }): Correlation => {
    const way = tied.way ?? (tied.ciId === undefined ? undefined : found.get(tied.ciId));
    return { event, parts, score, type, reason: reasonOf(world.primary, event, { ...tied, way }) };
  });
}

async function causesOf(deps: CorrelateDeps, world: World, candidates: readonly Candidate[]): Promise<FoundCauses> {
  const { tenantId, primary, upstream } = world;
  if (world.cis.length === 0) return noCause("The event is bound to no CI, so that nothing upstream of it is known");
  const bound = candidates.filter(({ event }) => event.affectedCis.length > 0);
  if (bound.length === 0) return noCause("No other event was found that a common cause could explain");
  const together = bound.filter(
    ({ tied: { steps, dependency, service } }) => steps !== undefined || dependency || service,
  );
  const considered = new Set([primary.id, ...together.map(({ event }) => event.id)]);
  const found = await findCauses(deps.postgres, tenantId, {
    events: [primary, ...bound.map(({ event }) => event)],
    upstream,
    about: world.cis,
    considered,
  });
  if (found.cause || together.length > 0) return found;
  return noCause("No other event is on a CI that is known to hang together with the CI of this one");
}

function reasonOf(
  primary: CorrelatedEvent,
  event: CorrelatedEvent,
  { steps, dependency, serviceNames, way }: Tied,
): string {
  const said: string[] = [];
  if (steps === 0) said.push("on the same CI");
  else if (way && dependency) said.push(`a failure of one reaches the other: ${wayInWords(way)}`);
  else if (way) said.push(`${steps ?? way.steps.length} steps apart: ${wayInWords(way)}`);
  else if (steps !== undefined) said.push(`${steps} steps apart`);
  if (serviceNames.length > 0) said.push(`under the business service ${serviceNames.slice(0, 3).join(", ")}`);
  said.push(timeInWords(event.at.getTime() - primary.at.getTime()));
  return said.join("; ");
}

function wayInWords({ names, steps }: NonNullable<Tied["way"]>): string {
  return names.reduce((text, name, i) => {
    const step = steps[i - 1];
    if (!step) return name;
    return `${text} ${step.forward ? `-[${step.type}]->` : `<-[${step.type}]-`} ${name}`;
  }, "");
}

function timeInWords(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  if (seconds === 0) return "at the same time";
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7_200
        ? [Math.round(seconds / 60), "minute"]
        : [Math.round(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ${ms < 0 ? "before" : "after"}`;
}

function shift({ at }: CorrelatedEvent, ms: number): Date {
  return new Date(at.getTime() + ms);
}
