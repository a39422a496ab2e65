import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { type AppError, invalid } from "../../errors.ts";
import { runBatch } from "../../platform/batch.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Settings } from "../settings/index.ts";
import type { BindWaiting } from "./bind-waiting.ts";
import type { IncomingEvent } from "./event.model.ts";
import type { PublishEvents } from "./event-changes.ts";
import type { FindCis, FoundPlace } from "./find-cis.ts";
import { waitsOf } from "./host-binding.ts";
import { type Arriving, type Ingested, ingestBatch } from "./ingest-batch.ts";

export type { Ingested } from "./ingest-batch.ts";

export interface IngestInput {
  event: IncomingEvent;
  /** Source system. */
  source: string;
  /** CIs that the event affects; none: they are found by the names of its host. */
  affectedCis?: readonly string[] | undefined;
  /** Id derived from an idempotency key; absent: a new one. */
  id?: string | undefined;
}

/**
 * Stores what happened: a new event, or a repeat of the current one of its source and source_id. Concurrent calls within
 * a tenant share a transaction. Throws 403 without `events.write`, 400 naming CIs that there are not.
 */
export type IngestEvent = (ctx: RequestContext, input: IngestInput) => Promise<Ingested>;

export interface IngestDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  findCis: FindCis;
  publish: PublishEvents;
  bindWaiting: BindWaiting;
  settings: (tenantId: string) => Promise<Pick<Settings, "reopen_hours">>;
}

interface Item {
  ctx: RequestContext;
  input: IngestInput;
}
type Outcome = Ingested | { failed: unknown };

const HOUR_MS = 3_600_000;
const BATCH = 32;

export function createIngestEvent(deps: IngestDeps): IngestEvent {
  const { postgres, clock, findCis, publish, bindWaiting } = deps;

  const store = async (tenantId: string, items: readonly Item[]): Promise<Outcome[]> => {
    const { places, standings } = await findCis(
      tenantId,
      items.map(({ input }) => ({ ...input.event, affectedCis: input.affectedCis ?? [] })),
    );
    const faults = places.map(({ unknown }) => (unknown.length > 0 ? unknownCis(unknown) : undefined));
    const arriving = items.flatMap((item, i) => (faults[i] ? [] : [arrivingOf(item, places[i]!)]));
    const { reopen_hours } = await deps.settings(tenantId);
    const batch = { items: arriving, standings, now: clock.now(), reopenMs: reopen_hours * HOUR_MS };
    const stored =
      arriving.length === 0 ? [] : await postgres.transaction((tx) => ingestBatch(tx, tenantId, batch, publish));
    // A CI may have appeared between the look at the graph and the commit: then its change found no event waiting.
    const unbound = stored.filter(({ event }) => event.affectedCis.length === 0 && waitsOf(event).length > 0);
    if (unbound.length > 0) bindLater(tenantId, unbound);
    let next = 0;
    return faults.map((fault) => (fault ? { failed: fault } : stored[next++]!));
  };

  const bindLater = (tenantId: string, unbound: readonly Ingested[]) => {
    const ids = [...new Set(unbound.map(({ event }) => event.id))];
    bindWaiting(tenantId, ids).catch((error: unknown) => {
      deps.log.warn({ err: error }, "events could not be looked at again; they wait for the next round");
    });
  };

  // Two at once, and so few that a busy tenant has two: one looks into the graph while the other is being stored.
  const batcher = createBatcher<Item, Outcome>({
    maxItems: BATCH,
    parallel: 2,
    minBatch: BATCH,
    lingerMs: 10,
    run: (tenantId, items) =>
      runBatch<Item, Outcome>(items, {
        run: (batch) => store(tenantId, batch),
        failed: (error) => ({ failed: error }),
      }),
  });

  return async (ctx, input) => {
    requireScope(ctx, "events.write");
    const outcome = await batcher.submit(ctx.tenantId, { ctx, input });
    if ("failed" in outcome) throw outcome.failed;
    return outcome;
  };
}

function unknownCis(places: readonly number[]): AppError {
  return invalid(places.map((place) => ({ field: `affected_cis.${place}`, reason: "is not a CI that there is" })));
}

function arrivingOf({ ctx, input }: Item, { ciIds }: FoundPlace): Arriving {
  const { event, source, affectedCis = [], id } = input;
  const named = affectedCis.length > 0;
  const arrival = { ...event, id: id ?? newId(), source, affectedCis: ciIds, named, actor: actorName(ctx.actor) };
  return { ctx, arrival, repeatable: id !== undefined };
}
