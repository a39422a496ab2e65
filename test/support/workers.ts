import { type ChildProcess, spawn } from "node:child_process";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";
import { stores } from "./stores.ts";

/** Processes that run the jobs of one database, to be killed. */
export function createWorkers(file: string, databaseUrl: () => string) {
  const workers = new Set<ChildProcess>();
  return {
    /** `file` gets the stores' addresses as its argument, as JSON. */
    start(): ChildProcess {
      const addresses = JSON.stringify({ neo4j: stores().neo4j, url: databaseUrl() });
      const worker = spawn(process.execPath, [file, addresses], { stdio: ["ignore", "ignore", "inherit"] });
      workers.add(worker);
      return worker;
    },

    /** Kills a worker with SIGKILL; resolves when it has exited. */
    async kill(worker: ChildProcess): Promise<void> {
      const gone = new Promise((resolve) => worker.once("exit", resolve));
      worker.kill("SIGKILL");
      await gone;
      workers.delete(worker);
    },

    /** Kills a worker, and makes its jobs look as they do once their heartbeat has been missing for long enough. */
    async killLongAgo(worker: ChildProcess, postgres: Postgres): Promise<void> {
      await this.kill(worker);
      await postgres.query(
        "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'",
      );
    },

    killAll(): void {
      for (const worker of workers) worker.kill("SIGKILL");
    },
  };
}
