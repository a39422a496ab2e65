import { systemContext } from "../../context.ts";
import { runBatch } from "../../platform/batch.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { isOutage, type StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { StoredEvent } from "./event.model.ts";
import type { PublishEvents } from "./event-changes.ts";
import { loadEventViewer, snapshotOf } from "./event-view.ts";
import { eventsStore } from "./events.store.ts";
import type { FindCis } from "./find-cis.ts";
import { hostKeysOf } from "./host-binding.ts";
import { waitsStore } from "./waits.store.ts";
import { writeEvents } from "./write-events.ts";

/**
 * Searches the graph for the CIs of unbound events, and records that it was searched. The events that it does not bind keep
 * waiting. A search that fails stops no other; rejects if a store is away.
 */
export type BindEvents = (
  tenantId: string,
  ids: readonly string[],
) => Promise<{ bound: number; failed: FailedSearch[] }>;

export interface FailedSearch {
  id: string;
  error: unknown;
}

export interface BindEventsDeps {
  postgres: Postgres;
  clock: Clock;
  findCis: FindCis;
  publish: PublishEvents;
  /** Distinguishes a search that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
}

const BATCH = 200;

export function createBindEvents(deps: BindEventsDeps): BindEvents {
  return async (tenantId, ids) => {
    let bound = 0;
    const failed: FailedSearch[] = [];
    for (let start = 0; start < ids.length; start += BATCH) {
      const outcomes = await runBatch<string, boolean | FailedSearch>(ids.slice(start, start + BATCH), {
        run: (batch) => bindBatch(deps, tenantId, batch),
        isOutage: (error) => isOutage(error, deps.storesTakeWrites),
        failed: (error, id) => ({ id, error }),
      });
      bound += outcomes.filter((outcome) => outcome === true).length;
      failed.push(...outcomes.filter((outcome) => typeof outcome === "object"));
    }
    return { bound, failed };
  };
}

/** Whether each of the events was bound, in order. */
async function bindBatch(deps: BindEventsDeps, tenantId: string, ids: readonly string[]): Promise<boolean[]> {
  const { postgres, clock, findCis } = deps;
  const now = clock.now();
  const rows = await eventsStore.findViews(postgres, tenantId, ids, now);
  const unbound = rows.filter(({ affectedCis }) => affectedCis.length === 0);
  const { references } = await findCis(tenantId, unbound);
  const found = new Map(
    unbound.flatMap(({ id }, i) => (references[i]?.ciIds ? [[id, references[i].ciIds] as const] : [])),
  );
  const bound = found.size === 0 ? new Set() : await writeBound(deps, tenantId, found, now);
  const waiting = new Map(unbound.filter(({ id }) => !found.has(id)).map((row) => [row.id, row]));
  const searched = [...waiting.values()].map((row) => ({ id: row.id, keys: hostKeysOf(row) }));
  if (searched.length > 0) await waitsStore.markSearched(postgres, tenantId, searched);
  // Deleted, or bound by another process, which may have left its waits behind.
  const done = ids.filter((id) => !waiting.has(id));
  if (done.length > 0) await waitsStore.remove(postgres, tenantId, done);
  return ids.map((id) => bound.has(id));
}

/** Binds the events that are still unbound; returns their ids. */
async function writeBound(
  { postgres, publish }: BindEventsDeps,
  tenantId: string,
  found: ReadonlyMap<string, string[]>,
  now: Date,
): Promise<Set<string>> {
  return postgres.transaction(async (tx) => {
    const locked = await eventsStore.lock(tx, tenantId, [...found.keys()]);
    const changes = locked
      .filter(({ affectedCis }) => affectedCis.length === 0)
      .map((before) => ({ before, after: boundTo(before, found.get(before.id) ?? [], now) }));
    if (changes.length === 0) return new Set();
    await writeEvents(tx, tenantId, changes, { now });
    const ctx = systemContext(tenantId, newId());
    const bound = changes.map(({ after }) => after);
    const view = await loadEventViewer(tx, tenantId, bound, now);
    const changed = changes.map(({ before, after }) => ({
      ctx,
      change: {
        kind: "event.updated" as const,
        version: after.version,
        before: snapshotOf(view(before)),
        after: snapshotOf(view(after)),
      },
    }));
    await publish(tx, changed, now);
    return new Set(bound.map(({ id }) => id));
  });
}

function boundTo(event: StoredEvent, affectedCis: string[], now: Date): StoredEvent {
  return { ...event, affectedCis, version: event.version + 1, updatedAt: now };
}
