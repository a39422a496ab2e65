import type { Logger } from "./log.ts";
import type { Postgres } from "./postgres/postgres.ts";
import { repeat } from "./repeat.ts";

/** Invalidates in-memory data of tenants that other processes change. */
export interface TenantWatch {
  /** Resolves once notifications arrive. Data read before may be stale. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface TenantWatchDeps {
  postgres: Postgres;
  log: Logger;
  /** The channel on which writers NOTIFY with the id of their tenant. */
  channel: string;
  /** Called for each notification. */
  onNotify(tenantId: string): void;
  /** Finds the changes whose notification was lost. */
  reload(): Promise<void>;
  /** Milliseconds between two runs of `reload`; notifications come at once. */
  reloadMs: number | undefined;
  /** Log message for a failed `reload`. */
  failure: string;
}

const RELOAD_MS = 3_000;

export function createTenantWatch(deps: TenantWatchDeps): TenantWatch {
  const { postgres, log, channel, reloadMs = RELOAD_MS } = deps;
  const reloading = repeat(deps.reload, reloadMs, log, deps.failure);
  let unlisten: (() => Promise<void>) | undefined;
  return {
    async start() {
      unlisten = await postgres.listen(channel, deps.onNotify);
      reloading.start();
    },
    async stop() {
      await Promise.all([reloading.stop(), unlisten?.()]);
    },
  };
}
