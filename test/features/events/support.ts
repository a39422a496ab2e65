import type { RequestContext } from "../../../src/context.ts";
import type { IncomingEvent } from "../../../src/features/events/event.model.ts";
import { createEvents, type EventVerbs, type Ingested } from "../../../src/features/events/index.ts";
import type { FetchText } from "../../../src/features/events/sources/index.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../src/features/settings/index.ts";
import type { EventChange } from "../../../src/model/changes.ts";
import type { Clock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Change, type ChangeConsumer, createChanges } from "../../../src/platform/jobs/changes.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
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
  const jobs = fakeJobs();
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
      jobs,
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
      for (const { name, payload } of jobs.take()) {
        const job = events.jobs.find(({ ref }) => ref.name === name);
        await job?.run(payload, { signal: new AbortController().signal, log });
      }
    },

    /** Runs the jobs of the owed work, as the sweep sends them; returns their number. */
    async doOwed(tenantId = world.ctx.tenantId) {
      const owed = (await Promise.all(events.owedWork.map(({ find }) => find()))).flat() as { tenantId: string }[];
      const own = owed.filter((payload) => payload.tenantId === tenantId);
      for (const payload of own) await events.jobs[0]!.run(payload, { signal: new AbortController().signal, log });
      return own.length;
    },

    /** Forgets the jobs that wait, as an outage beyond their last try does. */
    loseJobs: () => void jobs.take(),

    report: (fields: Reported = {}, ctx: RequestContext = world.ctx, by: EventVerbs = verbs) => report(by, ctx, fields),
  };
}

export type EventWorld = Awaited<ReturnType<typeof createEventWorld>>;

export interface Reported extends Partial<IncomingEvent> {
  source?: string;
  affectedCis?: string[];
  id?: string;
}

export const ALERT: IncomingEvent = {
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
  return verbs.ingest(ctx, { event: { ...ALERT, ...event }, source, affectedCis, id });
}

/**
 * Lets Postgres raise an error of this SQLSTATE for each write of a tenant's event with the title, until the function that
 * it returns is called.
 */
export async function failWrites(
  { postgres }: Pick<EventWorld, "postgres">,
  { tenantId, title, sqlState, on }: { tenantId: string; title: string; sqlState: string; on: "insert" | "update" },
): Promise<() => Promise<void>> {
  const name = `fail_${newId().replaceAll("-", "")}`;
  await postgres.query(
    `create function ${name}() returns trigger language plpgsql as
     $$ begin raise exception 'refused by a test' using errcode = '${sqlState}'; end $$`,
  );
  await postgres.query(
    `create trigger ${name} before ${on} on events for each row
     when (new.tenant_id = '${tenantId}' and new.title = '${title}') execute function ${name}()`,
  );
  return async () => {
    await postgres.query(`drop trigger ${name} on events`);
    await postgres.query(`drop function ${name}()`);
  };
}

/** A source_id that no other test has. */
export const someId = (): string => `check ${newId()}`;
