import type { RequestContext } from "../../context.ts";
import { isNotFound } from "../../errors.ts";
import { draftEvent } from "../events/index.ts";
import type { EstateChange, EstateCi, EstateEvent, EstatePart } from "./demo.model.ts";
import type { DemoVerbs } from "./demo-verbs.ts";
import { buildEstate } from "./estate/index.ts";
import { DEMO_FIELD, type DemoIds, type DemoSite, findSite, idsOf, makeSite, markSite } from "./estate-ids.ts";
import type { RemoveDemo } from "./remove-demo.ts";
import { EVENTS, INCIDENTS } from "./storms/index.ts";

export interface LoadedDemo {
  /** `present`: the demo was loaded before, and nothing was changed. */
  outcome: "loaded" | "present";
  /** ISO 8601. */
  at: string;
  cis: number;
  services: number;
  relationships: number;
  events: number;
  incidents: LoadedIncident[];
}

export interface LoadedIncident {
  key: string;
  story: string;
  /** The last event of the incident: an operator would start there. */
  event: { id: string; title: string };
  rootCause: { id: string; name: string };
  services: { id: string; name: string }[];
}

/**
 * Loads the demo estate and its last hour into the caller's tenant. Idempotent: a second call changes nothing, or resumes
 * an interrupted first one; one that follows an interrupted removal ends that first. Throws 403 without `cmdb.write` and
 * `events.write`. Two at once in one tenant would count events twice: the caller holds the tenant's demo.
 */
export type LoadDemo = (ctx: RequestContext) => Promise<LoadedDemo>;

export interface LoadDemoDeps {
  /** Verbs with a clock of their own, for one load. */
  openVerbs: () => DemoVerbs;
  remove: RemoveDemo;
}

const ESTATE_AGE_MINUTES = 60 * 24 * 60;
/** Clock error by monitoring system, in seconds. */
const CLOCK_ERROR_S: Readonly<Record<string, number>> = { zabbix: 20, icinga2: -25, nagios: 10 };
/** Transit time of a message, in seconds. */
const DELAY_S = 3;

export function createLoadDemo({ openVerbs, remove }: LoadDemoDeps): LoadDemo {
  return async (ctx) => {
    const verbs = openVerbs();
    const { ci, clock } = verbs;
    const found = await findSite(ci, ctx);
    if (found?.state === "loaded") return summaryOf(found, "present");
    if (found?.state === "removing") await remove(ctx);
    const estate = buildEstate();
    clock.setMinutesBehind(ESTATE_AGE_MINUTES);
    const site = found?.state === "loading" ? found : await makeSite(ci, ctx);
    const ids = idsOf(site);
    await writeEstate(verbs, ctx, estate, ids);
    await replayLastHour(verbs, ctx, estate, ids);
    clock.setMinutesBehind(0);
    await markSite(ci, ctx, site, "loaded");
    return summaryOf({ ...site, at: clock.now().toISOString() }, "loaded");
  };
}

async function writeEstate(deps: DemoVerbs, ctx: RequestContext, estate: EstatePart, ids: DemoIds): Promise<void> {
  const customFields = { [DEMO_FIELD]: "estate", environment: "production" };
  await Promise.all(
    estate.cis.map(({ name, ...fields }) =>
      // The tenant may have a CI of that name: allow the duplicate.
      deps.ci.createCi(ctx, { id: ids.ci(name), allowDuplicate: true, fields: { ...fields, name, customFields } }),
    ),
  );
  await Promise.all(
    estate.links.map(({ type, from, to, attributes }) =>
      deps.relationships.create(ctx, {
        id: ids.link(type, from, to),
        fields: { type, sourceCi: ids.ci(from), targetCi: ids.ci(to), attributes },
      }),
    ),
  );
}

interface Step {
  minutesAgo: number;
  run: () => Promise<unknown>;
}

/** Replays changes and messages in the order of their times, each with the clock set to its time. */
async function replayLastHour(deps: DemoVerbs, ctx: RequestContext, estate: EstatePart, ids: DemoIds): Promise<void> {
  const byName = new Map(estate.cis.map((ci) => [ci.name, ci]));
  const changes = INCIDENTS.flatMap((incident) => incident.changes).map((change) =>
    stepOfChange(deps, ctx, change, ids),
  );
  const messages = await Promise.all(
    EVENTS.map(async (event) => {
      const steps = stepsOfEvent(deps, ctx, event, event.ciName === null ? undefined : byName.get(event.ciName), ids);
      // Skip the messages that an interrupted run has sent: the event counts them as occurrences.
      return steps.slice(await occurrencesOf(deps, ctx, ids.event(event.key)));
    }),
  );
  const steps = [...changes, ...messages.flat()].sort((a, b) => b.minutesAgo - a.minutesAgo);
  for (const { minutesAgo, run } of steps) {
    ctx.signal?.throwIfAborted();
    deps.clock.setMinutesBehind(minutesAgo);
    await run();
  }
}

function stepOfChange(
  deps: DemoVerbs,
  ctx: RequestContext,
  { ciName, minutesAgo, attributes }: EstateChange,
  ids: DemoIds,
): Step {
  return { minutesAgo, run: () => deps.ci.updateCi(ctx, { id: ids.ci(ciName), patch: { attributes } }) };
}

function stepsOfEvent(
  deps: DemoVerbs,
  ctx: RequestContext,
  event: EstateEvent,
  ci: EstateCi | undefined,
  ids: DemoIds,
): Step[] {
  const messages = [{ minutesAgo: event.minutesAgo, status: "open" as const }, ...(event.updates ?? [])];
  return messages.map(({ minutesAgo, status }, i) => ({
    minutesAgo,
    run: () =>
      deps.events.ingest(ctx, {
        ...(i === 0 && { id: ids.event(event.key) }),
        source: event.source,
        affectedCis: ci && !fqdnOf(ci) ? [ids.ci(ci.name)] : [],
        event: draftEvent({
          title: event.title,
          severity: event.severity,
          status,
          sourceId: ids.source(event.key),
          occurredAt: reportedTime(deps.clock.now(), event.source),
          metrics: event.metrics ?? {},
          ...hostOf(ci),
        }),
      }),
  }));
}

/** Monitoring identifies machines by full name; events about other CIs carry the CI's id. */
function hostOf(ci: EstateCi | undefined) {
  const fqdn = ci ? fqdnOf(ci) : "batch-import-7.example.com";
  return fqdn === undefined ? {} : { fqdn };
}

function fqdnOf({ attributes }: EstateCi): string | undefined {
  return typeof attributes.fqdn === "string" ? attributes.fqdn : undefined;
}

function reportedTime(arrival: Date, source: string): Date {
  return new Date(arrival.getTime() + ((CLOCK_ERROR_S[source] ?? 0) - DELAY_S) * 1_000);
}

async function occurrencesOf({ events }: DemoVerbs, ctx: RequestContext, id: string): Promise<number> {
  try {
    return (await events.get(ctx, id)).occurrences;
  } catch (error) {
    if (isNotFound(error)) return 0;
    throw error;
  }
}

/** What a loaded demo holds. Reads nothing: all of it follows from the site. */
export function summaryOf(site: DemoSite, outcome: LoadedDemo["outcome"]): LoadedDemo {
  const estate = buildEstate();
  const ids = idsOf(site);
  const named = (name: string) => ({ id: ids.ci(name), name });
  return {
    outcome,
    at: site.at,
    // Plus the site itself.
    cis: estate.cis.length + 1,
    services: estate.cis.filter(({ type }) => type === "business_service").length,
    relationships: estate.links.length,
    events: EVENTS.length,
    incidents: INCIDENTS.map(({ key, story, rootCause, services, events }) => {
      const last = events.at(-1)!;
      const event = { id: ids.event(last.key), title: last.title };
      return { key, story, event, rootCause: named(rootCause), services: services.map(named) };
    }),
  };
}
