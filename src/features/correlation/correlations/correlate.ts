import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import { compare } from "../../../model/order.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type PropagatingTypes, propagatingTypes } from "../../reach/index.ts";
import type { FailureKinds } from "../../relationships/index.ts";
import type { Settings } from "../../settings/index.ts";
import { type FoundCauses, findCauses, noCause } from "../causes/find-causes.ts";
import type { CorrelatedEvent, Correlation, Correlations } from "../correlation.model.ts";
import { correlationGraph } from "../upstream/correlation.graph.store.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { correlationStore } from "./correlation.store.ts";
import { createEvidence, type EventEvidence, membersOf } from "./evidence.ts";
import { partsOf, scoreOf, sharedWords } from "./score.ts";

/**
 * The events correlated with an event, and their probable cause (section 2 of the interface specification, "Event
 * correlation"). Candidates happened within the tenant's correlation window on either side, or are unresolved events of
 * any age on CIs within 3 steps or below the same business service. Events under maintenance count like others. Each
 * call computes it again, from about a dozen statements, however large the storm. Throws 403 without `events.read`, 404.
 */
export type Correlate = (ctx: RequestContext, id: string) => Promise<Correlations>;

export interface CorrelateDeps {
  graph: Graph;
  postgres: Postgres;
  settings: (tenantId: string) => Promise<Pick<Settings, "correlation_minutes">>;
  failureKinds: (tenantId: string) => Promise<FailureKinds>;
}

/** `looked` is one more than `candidates`, because the event itself is among those read. */
const MAX = { candidates: 500, looked: 501, listed: 100, primaryCis: 50, alarming: 150, words: 6 } as const;
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
    if (!primary) throw notFound("event");
    const windowMs = correlation_minutes * MINUTE_MS;
    const kinds = propagatingTypes(own);
    const cis = primary.affectedCis.slice(0, MAX.primaryCis);
    const [inWindow, neighbours, services] = await Promise.all([
      correlationStore.within(postgres, tenantId, shift(primary, -windowMs), shift(primary, windowMs), MAX.looked),
      correlationGraph.neighbourhood(graph, tenantId, cis, kinds),
      servicesOver(graph, tenantId, cis, kinds),
    ]);
    const nearby = [...new Set([...cis, ...neighbours.keys(), ...services.flatMap(({ members }) => [...members])])];
    const unresolved = await correlationStore.unresolvedOf(postgres, tenantId, nearby, MAX.looked);
    const candidates = chooseCandidates(primary, unresolved, inWindow);
    const alarming = [...new Set([...cis, ...candidates.flatMap(({ affectedCis }) => affectedCis)])];
    const upstream = await correlationGraph.upstream(graph, tenantId, alarming.slice(0, MAX.alarming), kinds);
    const evidenceOf = createEvidence({ cis, neighbours, services, upstream });
    const judged = candidates.map((event) => ({ event, evidence: evidenceOf(event) }));
    const input: CorrelationInput = { tenantId, primary, cis, upstream, kinds, windowMs };
    // Causes first: their statements take longer.
    const [causes, correlated] = await Promise.all([causesOf(deps, input, judged), correlate(deps, input, judged)]);
    return { primary: id, correlated, ...causes };
  };
}

async function servicesOver(graph: Graph, tenantId: string, cis: string[], kinds: PropagatingTypes) {
  const above = await correlationGraph.services(graph, tenantId, cis, kinds);
  const ids = above.map(({ id }) => id);
  return membersOf(above, await correlationGraph.needed(graph, tenantId, ids, kinds));
}

interface CorrelationInput {
  tenantId: string;
  primary: CorrelatedEvent;
  cis: string[];
  upstream: Upstream;
  kinds: PropagatingTypes;
  windowMs: number;
}

/** An event with the evidence that it is correlated with the primary one. */
interface Candidate {
  event: CorrelatedEvent;
  evidence: EventEvidence;
}

/** Events in the neighbourhood before those within the window only, each newest first. */
function chooseCandidates(
  primary: CorrelatedEvent,
  nearby: readonly CorrelatedEvent[],
  inWindow: readonly CorrelatedEvent[],
): CorrelatedEvent[] {
  const newestFirst = [...nearby].sort((a, b) => b.at.getTime() - a.at.getTime() || compare(b.id, a.id));
  const found = new Map([...newestFirst, ...inWindow].map((event) => [event.id, event]));
  found.delete(primary.id);
  return [...found.values()].slice(0, MAX.candidates);
}

async function correlate(deps: CorrelateDeps, input: CorrelationInput, candidates: readonly Candidate[]) {
  const scored = candidates.map(({ event, evidence }) => {
    const parts = partsOf(input.primary, event, evidence, input.windowMs);
    return { event, evidence, parts, ...scoreOf(parts) };
  });
  scored.sort(
    (a, b) => b.score - a.score || b.event.at.getTime() - a.event.at.getTime() || compare(b.event.id, a.event.id),
  );
  const listed = scored.slice(0, MAX.listed);
  const wanted = [
    ...new Set(
      listed.flatMap(({ evidence }) => (evidence.ciId !== undefined && !evidence.path ? [evidence.ciId] : [])),
    ),
  ];
  const found = await correlationGraph.paths(deps.graph, input.tenantId, input.cis, wanted, input.kinds);
  return listed.map(({ event, evidence, parts, score, type }): Correlation => {
    const path = evidence.path ?? (evidence.ciId === undefined ? undefined : found.get(evidence.ciId));
    return { event, parts, score, type, reason: reasonOf(input.primary, event, { ...evidence, path }) };
  });
}

async function causesOf(
  deps: CorrelateDeps,
  input: CorrelationInput,
  candidates: readonly Candidate[],
): Promise<FoundCauses> {
  const { tenantId, primary, upstream } = input;
  if (input.cis.length === 0) return noCause("The event is bound to no CI, so that nothing upstream of it is known");
  const bound = candidates.filter(({ event }) => event.affectedCis.length > 0);
  if (bound.length === 0) return noCause("No other event was found that a common cause could explain");
  const connected = bound.filter(
    ({ evidence: { steps, dependency, service } }) => steps !== undefined || dependency || service,
  );
  const considered = new Set([primary.id, ...connected.map(({ event }) => event.id)]);
  const found = await findCauses(deps.postgres, tenantId, {
    events: [primary, ...bound.map(({ event }) => event)],
    upstream,
    about: input.cis,
    askedEvent: primary.id,
    considered,
  });
  if (found.cause || connected.length > 0) return found;
  return noCause("No other event is on a CI that is known to hang together with the CI of this one");
}

function reasonOf(
  primary: CorrelatedEvent,
  event: CorrelatedEvent,
  { steps, dependency, serviceNames, path }: EventEvidence,
): string {
  const parts: string[] = [];
  if (steps === 0) parts.push("on the same CI");
  else if (path && dependency) parts.push(`a failure of one reaches the other: ${pathInWords(path)}`);
  else if (path) parts.push(`${steps ?? path.steps.length} steps apart: ${pathInWords(path)}`);
  else if (steps !== undefined) parts.push(`${steps} steps apart`);
  const words = sharedWords(primary.title, event.title);
  if (words.length > 0) parts.push(`similar titles: ${words.slice(0, MAX.words).join(", ")}`);
  if (serviceNames.length > 0) parts.push(`under the business service ${serviceNames.slice(0, 3).join(", ")}`);
  parts.push(timeInWords(event.at.getTime() - primary.at.getTime()));
  return parts.join("; ");
}

function pathInWords({ names, steps }: NonNullable<EventEvidence["path"]>): string {
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
