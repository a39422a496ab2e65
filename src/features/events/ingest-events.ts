import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { type AppError, conflict, invalid, noSuch } from "../../errors.ts";
import { allSettled } from "../../platform/all-settled.ts";
import { runBatch } from "../../platform/batch.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { findRefusals } from "../../platform/rate-limit-verdict.ts";
import { TimeLimitPassed, within } from "../../platform/within.ts";
import type { Settings } from "../settings/index.ts";
import type { BindEvents } from "./bind-events.ts";
import type { IncomingEvent } from "./event.model.ts";
import type { PublishEvents } from "./event-changes.ts";
import type { FindCis, ResolvedReference, ResolvedReferences } from "./find-cis.ts";
import { hostKeysOf } from "./host-binding.ts";
import { type Ingested, type IngestItem, ingestBatch, lockCurrent } from "./ingest-batch.ts";
import { maintenanceStore } from "./maintenance.store.ts";
import { receiptsStore } from "./receipts.store.ts";

export type { Ingested } from "./ingest-batch.ts";

export interface IngestInput {
  event: IncomingEvent;
  /** Source system. */
  source: string;
  /** CIs that the event affects; empty or absent: found by the names of its host. */
  affectedCis?: readonly string[] | undefined;
  /** Id derived from an idempotency key; absent: a new one. */
  id?: string | undefined;
  /** Digest by which a repeat of the alert's message recognises that the alert is stored. */
  receipt?: Buffer | undefined;
}

/**
 * Stores a new event, or a repeat of the current event of its source and source_id. Concurrent calls within a tenant share a
 * transaction, which writes nothing of a request that the rate limiter refuses. Throws 403 without `events.write`, 400 naming unknown CIs, 409 for a receipt that is recorded.
 */
export type IngestEvent = (ctx: RequestContext, input: IngestInput) => Promise<Ingested>;

export interface IngestDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  findCis: FindCis;
  publish: PublishEvents;
  bindEvents: BindEvents;
  settings: (tenantId: string) => Promise<Pick<Settings, "reopen_hours">>;
}

interface QueuedInput {
  ctx: RequestContext;
  input: IngestInput;
}
type Outcome = Ingested | { failed: unknown };

/** What a batch needs to know before it is stored. */
interface Prepared extends ResolvedReferences {
  /** The refusal of each refused request. */
  refusals: ReadonlyMap<RequestContext, unknown>;
}

const HOUR_MS = 3_600_000;
/**
 * Longest that a transaction waits for the graph and the rate limiter, with its locks and one of the few connections. It ends
 * then, and another begins once they have answered.
 */
const WAIT_MS = 100;
/** A second batch starts beside one that runs once so many arrivals wait. */
const MIN_BATCH = 32;
/** With 128 callers at once batches of 64 store a fifth more events than batches of 32: a statement costs little more for them. */
const MAX_BATCH = 64;

export function createIngestEvent(deps: IngestDeps): IngestEvent {
  const { postgres, clock, findCis, publish, bindEvents } = deps;

  const store = async (tenantId: string, items: readonly QueuedInput[]): Promise<Outcome[]> => {
    const { reopen_hours } = await deps.settings(tenantId);
    const reopenMs = reopen_hours * HOUR_MS;
    const preparing = prepare(tenantId, items);
    // A failure is thrown where the answer is needed.
    preparing.catch(() => undefined);
    const prepared = () => within(WAIT_MS, preparing);
    const outcomes = await storePrepared(tenantId, items, prepared, reopenMs).catch(async (error: unknown) => {
      if (!(error instanceof TimeLimitPassed)) throw error;
      await preparing;
      return storePrepared(tenantId, items, prepared, reopenMs);
    });
    // A CI may have appeared between the read of the graph and the commit; its change then found no waiting event. What
    // this search leaves undone stays owed.
    const stored = outcomes.flatMap((outcome) => ("event" in outcome ? [outcome] : []));
    const unbound = stored.filter(({ event }) => event.affectedCis.length === 0 && hostKeysOf(event).length > 0);
    if (unbound.length > 0) bindInBackground(tenantId, unbound);
    return outcomes;
  };

  /** Finds the CIs of a batch, and its requests that the rate limiter refuses. */
  const prepare = async (tenantId: string, items: readonly QueuedInput[]): Promise<Prepared> => {
    const named = items.map(({ input }) => ({ ...input.event, affectedCis: input.affectedCis ?? [] }));
    const [found, refusals] = await allSettled([findCis(tenantId, named), findRefusals(items.map(({ ctx }) => ctx))]);
    return { ...found, refusals };
  };

  /** Stores a batch in one transaction, which locks its events while it waits for what is prepared. */
  const storePrepared = (
    tenantId: string,
    items: readonly QueuedInput[],
    prepared: () => Promise<Prepared>,
    reopenMs: number,
  ): Promise<Outcome[]> =>
    postgres.transaction(async (tx) => {
      const publishBatch = publish.begin(tx, tenantId);
      const senders = items.map(({ input: { source, event } }) => ({ source, sourceId: event.sourceId }));
      const [{ references, ciStatuses, refusals }, current, allUnderMaintenance] = await allSettled([
        prepared(),
        lockCurrent(tx, tenantId, senders),
        maintenanceStore.allUnderMaintenance(tx, tenantId, clock.now()),
      ]);
      const now = clock.now();
      const faults = references.map(({ unknownIndexes }, i): unknown => {
        const refusal = refusals.get(items[i]!.ctx);
        return refusal ?? (unknownIndexes.length > 0 ? unknownCis(unknownIndexes) : undefined);
      });
      await refuseStored(tx, tenantId, items, faults, now);
      const accepted = items.flatMap((item, i) => (faults[i] ? [] : [ingestItemOf(item, references[i]!)]));
      const input = { items: accepted, current, ciStatuses, allUnderMaintenance, now, reopenMs };
      const stored = (await ingestBatch(tx, tenantId, input, publishBatch)).values();
      return faults.map((fault) => (fault ? { failed: fault } : stored.next().value!));
    });

  const bindInBackground = (tenantId: string, unbound: readonly Ingested[]) => {
    const ids = [...new Set(unbound.map(({ event }) => event.id))];
    bindEvents(tenantId, ids).catch((error: unknown) => {
      deps.log.warn({ err: error }, "the search for the CIs of new events failed; it is repeated");
    });
  };

  // Two batches in parallel: one reads the graph while the other is stored.
  const batcher = createBatcher<QueuedInput, Outcome>({
    maxItems: MAX_BATCH,
    parallel: 2,
    minBatch: MIN_BATCH,
    lingerMs: 10,
    run: (tenantId, items) =>
      runBatch<QueuedInput, Outcome>(items, {
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

/** Records the receipts of the items, and sets a fault for each that is recorded: an earlier try stored its alert. */
async function refuseStored(
  tx: Sql,
  tenantId: string,
  items: readonly QueuedInput[],
  faults: unknown[],
  now: Date,
): Promise<void> {
  const receipts = items.flatMap(({ input: { receipt } }, i) => (receipt && !faults[i] ? [{ receipt, i }] : []));
  if (receipts.length === 0) return;
  const digests = receipts.map(({ receipt }) => receipt);
  const claimed = await receiptsStore.claim(tx, tenantId, digests, now);
  for (const { receipt, i } of receipts) {
    if (!claimed.has(receipt.toString("hex"))) faults[i] = conflict("The alert is stored already");
  }
}

function unknownCis(indexes: readonly number[]): AppError {
  return invalid(indexes.map((index) => ({ field: `affected_cis.${index}`, reason: noSuch("CI") })));
}

function ingestItemOf({ ctx, input }: QueuedInput, { ciIds }: ResolvedReference): IngestItem {
  const { event, source, affectedCis = [], id } = input;
  const namesCis = affectedCis.length > 0;
  const arrival = { ...event, id: id ?? newId(), source, affectedCis: ciIds, namesCis, actor: actorName(ctx.actor) };
  return { ctx, arrival, hasDerivedId: id !== undefined };
}
