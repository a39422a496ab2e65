import { coerceError } from "../../../errors.ts";
import { by } from "../../../model/order.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { countsStore, type MappingUsage } from "./counts.store.ts";

export interface UsageCounter {
  record(tenantId: string, mappingId: string, times: number): void;
  /** Writes the counted usage; what fails is written the next time. */
  flush(): Promise<void>;
}

export interface UsageDeps {
  postgres: Postgres;
  log: Logger;
  isBuiltIn(mappingId: string): boolean;
  /** Milliseconds from the first counted use to its writing; default 3,000. */
  flushMs?: number | undefined;
}

/** Mappings per statement, so that it holds row locks only briefly. */
const BATCH_SIZE = 2_000;

/** Counts uses in memory and writes them in batches. If the process dies, unwritten counts are lost. */
export function createUsageCounter({ postgres, log, isBuiltIn, flushMs = 3_000 }: UsageDeps): UsageCounter {
  let pending = new Map<string, MappingUsage>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = ({ tenantId, mappingId, times }: MappingUsage) => {
    const key = `${tenantId} ${mappingId}`;
    const known = pending.get(key);
    if (known) known.times += times;
    else pending.set(key, { tenantId, mappingId, times });
  };
  const scheduleFlush = () => {
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  };

  const write = async () => {
    const usages = [...pending].sort(by(([id]) => id)).map(([, usage]) => usage);
    pending = new Map();
    for (let at = 0; at < usages.length; at += BATCH_SIZE) {
      const batch = usages.slice(at, at + BATCH_SIZE);
      const { own = [], builtIn = [] } = Object.groupBy(batch, ({ mappingId }) =>
        isBuiltIn(mappingId) ? "builtIn" : "own",
      );
      try {
        await countsStore.addUsage(postgres, own, builtIn);
      } catch (error) {
        for (const usage of usages.slice(at)) add(usage);
        log.warn({ reason: coerceError(error).message }, "uses of software mappings could not be written yet");
        scheduleFlush();
        return;
      }
    }
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    record(tenantId, mappingId, times) {
      if (!(times > 0)) return;
      add({ tenantId, mappingId, times });
      scheduleFlush();
    },
    flush,
  };
}
