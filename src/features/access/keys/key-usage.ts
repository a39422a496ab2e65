import { coerceError } from "../../../errors.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { keysStore } from "./keys.store.ts";

/** When keys were used last: noted in memory, written in batches, so that no request waits for it. */
export interface KeyUsage {
  recordUse(keyId: string, nowMs: number): void;
  /** Writes what was noted since, in one statement. What cannot be written now is kept for the next time. */
  flush(): Promise<void>;
}

export function createKeyUsage({ postgres, log }: { postgres: Postgres; log: Logger }): KeyUsage {
  let pending = new Map<string, number>();
  return {
    recordUse(keyId, nowMs) {
      pending.set(keyId, nowMs);
    },

    async flush() {
      if (pending.size === 0) return;
      const batch = pending;
      pending = new Map();
      try {
        await keysStore.markUsed(postgres, batch);
      } catch (error) {
        for (const [id, atMs] of batch) if (!pending.has(id)) pending.set(id, atMs);
        log.warn(
          { reason: coerceError(error).message },
          "the last use of keys could not be written; it will be tried again",
        );
      }
    },
  };
}
