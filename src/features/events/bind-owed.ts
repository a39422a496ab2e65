import { coerceError } from "../../errors.ts";
import { MAX_TRIES } from "../../platform/jobs/tries.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type Appeared, appearedStore } from "./appeared.store.ts";
import type { BindEvents, FailedSearch } from "./bind-events.ts";
import { waitsStore } from "./waits.store.ts";

/** Does all searches that a tenant's waiting events are owed. Rejects if a store is away: they stay owed. */
export type BindOwed = (tenantId: string, call: { signal: AbortSignal; log: Logger }) => Promise<void>;

const MAX = { events: 200, keys: 1_000, named: 20 } as const;

/**
 * A search that fails for another reason than an absent store stops no other; it is tried again later, and after the sixth
 * time once a day.
 */
export function createBindOwed(deps: { postgres: Postgres; bindEvents: BindEvents }): BindOwed {
  return async (tenantId, call) => {
    await searchForNew(deps, tenantId, call);
    await searchForAppeared(deps, tenantId, call);
  };
}

type Deps = Parameters<typeof createBindOwed>[0];
type Call = Parameters<BindOwed>[1];

/** Events for which nobody searched since they were stored: their process died, or a store was away. */
async function searchForNew({ postgres, bindEvents }: Deps, tenantId: string, { signal, log }: Call): Promise<void> {
  for (let after = ""; !signal.aborted; ) {
    const ids = await waitsStore.listUnsearched(postgres, tenantId, after, MAX.events);
    const { failed } = await bindEvents(tenantId, ids);
    if (failed.length > 0) {
      const failedIds = failed.map(({ id }) => id);
      const tries = await waitsStore.recordFailure(postgres, tenantId, failedIds);
      report(log, failed, Math.max(0, ...tries.values()));
    }
    if (ids.length < MAX.events) return;
    after = ids.at(-1) ?? "";
  }
}

/** Events under whose host keys a CI appeared. */
async function searchForAppeared(deps: Deps, tenantId: string, { signal, log }: Call): Promise<void> {
  const { postgres } = deps;
  while (!signal.aborted) {
    const keys = await appearedStore.due(postgres, tenantId, MAX.keys);
    if (keys.length === 0) return;
    const failed = await bindWaiting(deps, tenantId, keys, signal);
    if (signal.aborted) return;
    if (failed.length === 0) await appearedStore.remove(postgres, tenantId, keys);
    else {
      await appearedStore.postpone(postgres, tenantId, keys);
      report(log, failed, Math.max(...keys.map(({ tries }) => tries + 1)));
    }
  }
}

async function bindWaiting(
  { postgres, bindEvents }: Deps,
  tenantId: string,
  keys: readonly Appeared[],
  signal: AbortSignal,
): Promise<FailedSearch[]> {
  const failed: FailedSearch[] = [];
  for (let after = ""; !signal.aborted; ) {
    const ids = await waitsStore.listWaiting(postgres, tenantId, keys, after, MAX.events);
    failed.push(...(await bindEvents(tenantId, ids)).failed);
    if (ids.length < MAX.events) break;
    after = ids.at(-1) ?? "";
  }
  return failed;
}

function report(log: Logger, failed: readonly FailedSearch[], tries: number): void {
  const events = failed.slice(0, MAX.named).map(({ id }) => id);
  const fields = { failed: failed.length, events, tries, error: coerceError(failed[0]?.error).message };
  const what = "the CIs of some events could not be searched for";
  if (tries >= MAX_TRIES) log.error(fields, `${what}; it is tried once a day`);
  else log.warn(fields, `${what}; it is tried again`);
}
