import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type App, createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { coerceError, isUnavailable } from "./errors.ts";
import type { FirstAdministrator } from "./features/access/index.ts";
import { createSystemCollector } from "./features/collector/index.ts";
import { createDiscoverSelf } from "./features/self-discovery/index.ts";
import { createPlanRenewal } from "./platform/graph/plan-renewal.ts";
import { DEFAULT_DEADLINE_MS } from "./platform/http/exchange.ts";
import { type RunningServer, serve } from "./platform/http/server.ts";
import type { Logger } from "./platform/log.ts";
import { createReturnWatch } from "./platform/return-watch.ts";
import { type OpenStores, openStores } from "./stores.ts";

export interface Service {
  /** Base of absolute addresses, without a trailing slash. */
  origin: string;
  /** The administrator that this start created; undefined unless it was the first. */
  administrator: FirstAdministrator | undefined;
  /** Whether the password that the first start generated is still in use. */
  generatedPassword: boolean;
  /** Resolves with the name of an embedded store that exited unexpectedly: the service cannot go on. */
  lost: Promise<string>;
  /**
   * Stops within ten seconds: requests in flight, jobs, changes, connections, and the stores that this process started.
   */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  log: Logger;
  /** Aborts the start. */
  signal: AbortSignal;
  /** Called before embedded stores start. */
  onStoresStart?: (home: string) => void;
}

/** How long the configured stores may take to answer at the start. */
const STORES_WAIT_MS = 60_000;
/** Longer than the deadline of ordinary requests, so that they are answered. */
const REQUESTS_GRACE_MS = DEFAULT_DEADLINE_MS + 500;
const JOBS_GRACE_MS = 3_000;
/** Longest that the start waits for the planning of the first statements. */
const WARM_UP_MS = 2_000;
/** Name of the tenant that the first start creates. */
const FIRST_TENANT = "default";

/** Starts the parts of the configured role; resolves once the server answers requests. */
export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const { log, signal } = options;
  await checkPort(config.http.host, config.http.port);
  const stores = await openStores(config, {
    log,
    signal,
    embedded: config.role === "all" ? "start" : "attach",
    ...(options.onStoresStart && { onStart: options.onStoresStart }),
  });
  let server: RunningServer | undefined;
  const origin = () => addressOf(config.http.host, server?.port ?? config.http.port);
  const app = createApp(config, { log, stores, origin });
  const running = new AbortController();
  const graphReturns = watchGraph(app, log, running.signal);
  const planAhead = () => planFirstStatements(app, log, running.signal);
  const planRenewal = createPlanRenewal({ graph: app.graph, planAhead, signal: running.signal, log });
  try {
    const administrator = await retryUntilStoresAnswer(() => app.prepare(), log, signal);
    signal.throwIfAborted();
    const generatedPassword = await remindOfGeneratedPassword(app, administrator ? undefined : log);
    const work = config.role !== "api";
    await app.startWork({ work });
    if (work) planRenewal.start();
    const warm = logFailure(app.warmUp(), log);
    await Promise.race([warm, sleep(WARM_UP_MS, undefined, { signal })]);
    releaseMemory();
    server = await serve({ app: app.http, ...config.http, origin: () => config.http.baseUrl ?? origin() });
    signal.throwIfAborted();
    const scans = work && config.discoverSelf;
    void warm
      .then(() => logFailure(app.planAhead(running.signal), log))
      .then(() => running.signal.aborted || graphReturns.start())
      .then(() => (scans ? discoverSelf(app, log, running.signal) : undefined));
    return {
      origin: config.http.baseUrl ?? origin(),
      administrator,
      generatedPassword,
      lost: stores.lost,
      stop: () => {
        running.abort();
        void graphReturns.stop();
        void planRenewal.stop();
        return stopAll(app, server, stores, log);
      },
    };
  } catch (error) {
    await stopAll(app, server, stores, log);
    throw error;
  }
}

/** Rejects if the address cannot be bound: the check is early because starting the stores takes a while. */
async function checkPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(port, host, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

/** Stops all parts, also past failures: a part that an unreachable store keeps from ending resumes at the next start. */
async function stopAll(app: App, server: RunningServer | undefined, stores: OpenStores, log: Logger): Promise<void> {
  const ended = (what: string, work: Promise<void> | undefined) =>
    work?.catch((error) => log.warn({ err: coerceError(error), what }, "a part of the service did not stop cleanly"));
  // Concurrently: neither waits for the other, and jobs may take as long as requests.
  await Promise.all([ended("requests", server?.close(REQUESTS_GRACE_MS)), ended("work", app.stopWork(JOBS_GRACE_MS))]);
  await ended("connections", app.close());
  await stores.stop();
}

/** Repeats the work while a store is unreachable: it may be starting too. */
async function retryUntilStoresAnswer<T>(work: () => Promise<T>, log: Logger, signal: AbortSignal): Promise<T> {
  for (const until = Date.now() + STORES_WAIT_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      const isAway = isUnavailable(error);
      if (!isAway || Date.now() > until) throw error;
      log.warn({ error: error.message, cause: coerceError(error.cause).message }, "waiting for a store");
      await sleep(1_000, undefined, { signal });
    }
  }
}

/**
 * Whether a generated password is in use. Logs a reminder, except at the first start, which shows the password itself.
 */
async function remindOfGeneratedPassword(app: App, log: Logger | undefined): Promise<boolean> {
  const users = await app.access.generatedPasswords();
  for (const { email, tenantName } of users) {
    const advice = "the password that the first start made up is still in use: change it by POST /v1/auth/password";
    log?.warn({ email, tenant: tenantName }, advice);
  }
  return users.length > 0;
}

/** A Neo4j that was started again has planned nothing: runs the first statements as a start of this process does. */
function watchGraph(app: App, log: Logger, signal: AbortSignal) {
  return createReturnWatch({
    ping: () => app.graph.ping(),
    async onReturn() {
      await planFirstStatements(app, log, signal);
      log.info("Neo4j is back, and the first statements are planned");
    },
    log,
  });
}

async function planFirstStatements(app: App, log: Logger, signal: AbortSignal): Promise<void> {
  await logFailure(app.warmUp(), log);
  await logFailure(app.planAhead(signal), log);
}

/** Logs a failure at debug level: the cause shows in the first requests. */
async function logFailure(planning: Promise<void>, log: Logger): Promise<void> {
  try {
    await planning;
  } catch (error) {
    log.debug({ err: coerceError(error) }, "the first statements were not planned ahead");
  }
}

/**
 * Returns memory that the start no longer needs. Loading modules leaves garbage and makes V8 grow the space of young
 * objects to its limit. A last-resort collection frees both: an idle process is a third smaller, and the space of young
 * objects adapts to the requests. Takes 0.1 to 0.2 seconds.
 */
function releaseMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** The address under which a browser on this machine reaches the service. */
function addressOf(host: string, port: number): string {
  const named = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`;
}

/** Scans this machine in the background. Logs a failure; the next start tries again. */
async function discoverSelf(app: App, log: Logger, signal: AbortSignal): Promise<void> {
  try {
    const tenant = await app.access.findTenant(FIRST_TENANT);
    if (!tenant) return;
    const discover = createDiscoverSelf({ collector: createSystemCollector(), discovery: app.discovery, log });
    await discover(tenant.id, signal);
  } catch (error) {
    if (!signal.aborted) log.warn({ err: coerceError(error) }, "this machine could not be scanned");
  }
}
