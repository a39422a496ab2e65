import { coerceError } from "../../../errors.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { keysStore } from "./keys.store.ts";

/** Last use of keys, collected in memory and written in batches, so that no request waits for the write. */
export interface KeyUsage {
  recordUse(keyId: string, nowMs: number): void;
  /** Writes the collected uses in one statement. After a failure they are kept for the next flush. */
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
          "writing the last use of keys failed; retrying at the next flush",
        );
      }
    },
  };
}
