import { nearestNames } from "../../../model/nearest-names.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { FreeKey, QueryEngine } from "../engine.ts";
import { readsStore } from "./reads.store.ts";
import { statementStore } from "./statement.store.ts";

/** Longest that one key is looked for among all events of a tenant. */
const LOOK_MS = 3_000;

/**
 * Keys below `metrics` and `context` that no event of the tenant has. They are looked for among the newest events first; one
 * that is not found in time counts as known.
 */
export function createUnknownKeys(postgres: Postgres): QueryEngine["unknownKeys"] {
  return async (tenantId, keys) => {
    const unknown: { key: FreeKey; nearest: string[] }[] = [];
    for (const key of keys) {
      const { object } = key;
      if (object !== "metrics" && object !== "context") throw new Error(`Postgres holds no ${object}`);
      const known = await readsStore.keysOf(postgres, tenantId, object);
      if (known.includes(key.key) || (await isSomewhere(postgres, tenantId, object, key.key))) continue;
      unknown.push({ key, nearest: nearestNames(key.key, known).map((name) => `${object}.${name}`) });
    }
    return unknown;
  };
}

async function isSomewhere(postgres: Postgres, tenantId: string, object: "metrics" | "context", key: string) {
  const signal = AbortSignal.timeout(LOOK_MS);
  try {
    return await readsStore.inSnapshot(postgres, { signal, timeoutMs: LOOK_MS }, (tx: Sql) =>
      readsStore.hasKey(tx, statementStore.withKey(tenantId, object, key)),
    );
  } catch (error) {
    if (signal.aborted) return true;
    throw error;
  }
}
