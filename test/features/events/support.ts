import type { RequestContext } from "../../../src/context.ts";
import type { IncomingEvent } from "../../../src/features/events/event.model.ts";
import { createEvents, type EventVerbs, type Ingested } from "../../../src/features/events/index.ts";
import type { FetchText } from "../../../src/features/events/sources/index.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../src/features/settings/index.ts";
import type { EventChange } from "../../../src/model/changes.ts";
import type { Clock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Change, type ChangeConsumer, createChanges } from "../../../src/platform/jobs/changes.ts";
import { log } from "../../support/scratch.ts";
import { createWorld } from "../ci/support.ts";

export { faultOf } from "../ci/support.ts";

/** A clock that tests move. */
export function movableClock(start = Date.now()) {
  let ms = start;
  const clock: Clock = { now: () => new Date(ms) };
  return {
    clock,
    pass(minutes: number) {
      ms += minutes * 60_000;
    },
  };
}

export interface EventWorldOptions {
  clock?: Clock;
  settings?: Partial<Settings>;
  fetchText?: FetchText;
  /** Receives every change of an event, within its transaction. */
  onPublished?: ChangeConsumer<EventChange>;
}

/** Events on real stores, with CIs whose changes are delivered; jobs run right after the transaction that sends them. */
export async function createEventWorld(options: EventWorldOptions = {}) {
  const published: Change<EventChange>[] = [];
  const waiting: { name: string; payload: object }[] = [];
  const changes = createChanges();
  const world = await createWorld({ changes, ...(options.clock && { clock: options.clock }) });
  const keep: ChangeConsumer<EventChange> = async (tx, tenantId, ofEvents) => {
    await options.onPublished?.(tx, tenantId, ofEvents);
    published.push(...ofEvents);
  };
  changes.subscribe({ events: keep });
  const settings: Settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const make = () =>
    createEvents({
      ...world,
      log,
      jobs: { send: async ({ name }, payload) => void waiting.push({ name, payload }) },
      settings: async () => settings,
      changes,
      fetchText: options.fetchText ?? (() => Promise.reject(new Error("nothing is fetched here"))),
    });
  const events = make();
  changes.subscribe(events.consumers);
  const { verbs } = events;
  return {
    ...world,
    events,
    /** The verbs of a second process on the same stores. */
    another: () => make().verbs,
    verbs,
    published,
    settings,

    /** Delivers the changes of CIs, and runs the jobs that they send. */
    async deliverCiChanges() {
      await world.relay.drain();
      for (const { name, payload } of waiting.splice(0)) {
        const job = events.jobs.find(({ ref }) => ref.name === name);
        await job?.run(payload, { signal: new AbortController().signal, log });
      }
    },

    report: (fields: Reported = {}, ctx: RequestContext = world.ctx, by: EventVerbs = verbs) => report(by, ctx, fields),
  };
}

export type EventWorld = Awaited<ReturnType<typeof createEventWorld>>;

export interface Reported extends Partial<IncomingEvent> {
  source?: string;
  affectedCis?: string[];
  id?: string;
}

const NOTHING: IncomingEvent = {
  title: "Disk almost full",
  description: null,
  severity: "high",
  sourceId: null,
  status: "open",
  hostname: null,
  fqdn: null,
  ipAddress: null,
  occurredAt: null,
  metrics: {},
  context: {},
};

function report(verbs: EventVerbs, ctx: RequestContext, fields: Reported): Promise<Ingested> {
  const { source = "probe", affectedCis, id, ...event } = fields;
  return verbs.ingest(ctx, { event: { ...NOTHING, ...event }, source, affectedCis, id });
}

/** A source_id that no other test has. */
export const someId = (): string => `check ${newId()}`;
