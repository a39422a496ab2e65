import { systemContext } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { StoredEvent } from "./event.model.ts";
import type { PublishEvents } from "./event-changes.ts";
import { loadEventViewer } from "./event-view.ts";
import { eventsStore } from "./events.store.ts";
import type { FindCis } from "./find-cis.ts";
import { writeEvents } from "./write-events.ts";

/** Searches again for the CIs of unbound events; returns how many events it bound. The others keep waiting. */
export type BindEvents = (tenantId: string, ids: readonly string[]) => Promise<number>;

export interface BindEventsDeps {
  postgres: Postgres;
  clock: Clock;
  findCis: FindCis;
  publish: PublishEvents;
}

const BATCH = 200;

export function createBindEvents(deps: BindEventsDeps): BindEvents {
  return async (tenantId, ids) => {
    let bound = 0;
    for (let start = 0; start < ids.length; start += BATCH) {
      bound += await bindBatch(deps, tenantId, ids.slice(start, start + BATCH));
    }
    return bound;
  };
}

async function bindBatch(deps: BindEventsDeps, tenantId: string, ids: readonly string[]): Promise<number> {
  const { postgres, clock, findCis, publish } = deps;
  const now = clock.now();
  const rows = await eventsStore.findViews(postgres, tenantId, ids, now);
  const unbound = rows.filter(({ affectedCis }) => affectedCis.length === 0);
  if (unbound.length === 0) return 0;
  const { references } = await findCis(tenantId, unbound);
  const found = new Map(
    unbound.flatMap(({ id }, i) => (references[i]?.ciIds ? [[id, references[i].ciIds] as const] : [])),
  );
  if (found.size === 0) return 0;
  return postgres.transaction(async (tx) => {
    const locked = await eventsStore.lock(tx, tenantId, [...found.keys()]);
    const changes = locked
      .filter(({ affectedCis }) => affectedCis.length === 0)
      .map((before) => ({ before, after: boundTo(before, found.get(before.id) ?? [], now) }));
    if (changes.length === 0) return 0;
    await writeEvents(tx, tenantId, changes, { now });
    const ctx = systemContext(tenantId, newId());
    const bound = changes.map(({ after }) => after);
    const view = await loadEventViewer(tx, tenantId, bound, now);
    const changed = changes.map(({ before, after }) => ({
      ctx,
      change: { kind: "event.updated" as const, before: view(before), after: view(after) },
    }));
    await publish(tx, changed, now);
    return changes.length;
  });
}

function boundTo(event: StoredEvent, affectedCis: string[], now: Date): StoredEvent {
  return { ...event, affectedCis, version: event.version + 1, updatedAt: now };
}
