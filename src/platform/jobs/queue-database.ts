import type { Db } from "pg-boss";
import type { Logger } from "../log.ts";
import { listen } from "../postgres/listen.ts";
import { createPool } from "../postgres/pool.ts";

export interface QueueDatabase extends Db {
  close(): Promise<void>;
}

const POOL_SIZE = 4;
const IDLE_MS = 10_000;

/** Connections of the job queue: like those of the features they notice a silent network, which pg-boss's own do not. */
export function createQueueDatabase({ url, log }: { url: string; log: Logger }): QueueDatabase {
  const connection = { connectionString: url, application_name: "orrery-jobs" };
  const pool = createPool({ connection, log, poolSize: POOL_SIZE, idleTimeoutMs: IDLE_MS });
  return {
    executeSql: (text, values) =>
      pool.withClient((client) =>
        client.execute(text, values).catch((error: Error) => {
          client.broken ??= error;
          throw error;
        }),
      ),
    async listen(channel, onNotify, onListening) {
      const stop = await listen(connection, { channel, onNotify, onListening }, log);
      return { close: stop };
    },
    close: pool.close,
  };
}
