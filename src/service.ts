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
import { DEFAULT_DEADLINE_MS } from "./platform/http/exchange.ts";
import { type RunningServer, serve } from "./platform/http/server.ts";
import type { Logger } from "./platform/log.ts";
import { type OpenStores, openStores } from "./stores.ts";

export interface Service {
  /** Base of absolute addresses, without a slash at its end. */
  origin: string;
  /** Made by this start, which was the first. */
  administrator: FirstAdministrator | undefined;
  /** Whether the password that the first start made up is still in use. */
  generatedPassword: boolean;
  /** Resolves with the name of an embedded store that ended by itself: the service can do nothing more. */
  lost: Promise<string>;
  /** Ends within ten seconds: requests in flight, jobs, changes, connections, and the stores that were started here. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  log: Logger;
  /** Gives the start up. */
  signal: AbortSignal;
  /** Told before embedded stores are started. */
  onStoresStart?: (home: string) => void;
}

/** How long stores that are configured may take to answer when the service starts. */
const STORES_WAIT_MS = 60_000;
/** More than a request may take, unless its work is long: what was taken on is answered. */
const REQUESTS_MS = DEFAULT_DEADLINE_MS + 500;
const JOBS_MS = 3_000;
/** How long the first callers are kept waiting so that they need not wait for the planning of the first statements. */
const WARM_UP_MS = 2_000;
/** Tenant that the first start makes. */
const FIRST_TENANT = "default";

/** Starts everything that the role asks for; resolves when requests are answered. */
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
  try {
    const administrator = await whenStoresAnswer(() => app.prepare(), log, signal);
    signal.throwIfAborted();
    const generatedPassword = await remindOfGeneratedPassword(app, administrator ? undefined : log);
    const work = config.role !== "api";
    await app.startWork({ work });
    const warm = ahead(app.warmUp(), log);
    await Promise.race([warm, sleep(WARM_UP_MS, undefined, { signal })]);
    giveBackMemory();
    server = await serve({ app: app.http, ...config.http, origin: () => config.http.baseUrl ?? origin() });
    signal.throwIfAborted();
    const scans = work && config.discoverSelf;
    void warm
      .then(() => ahead(app.planAhead(running.signal), log))
      .then(() => (scans ? discoverSelf(app, log, running.signal) : undefined));
    return {
      origin: config.http.baseUrl ?? origin(),
      administrator,
      generatedPassword,
      lost: stores.lost,
      stop: () => {
        running.abort();
        return stopAll(app, server, stores, log);
      },
    };
  } catch (error) {
    await stopAll(app, server, stores, log);
    throw error;
  }
}

/** Rejects where the address cannot be had: better now than after the stores have started, which takes a while. */
async function checkPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(port, host, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

/** What cannot end as it should, because a store is away, keeps nothing else from ending: it goes on at the next start. */
async function stopAll(app: App, server: RunningServer | undefined, stores: OpenStores, log: Logger): Promise<void> {
  const ended = (what: string, work: Promise<void> | undefined) =>
    work?.catch((error) => log.warn({ err: coerceError(error), what }, "something did not end as it should"));
  // Side by side: neither waits for the other, and jobs may take as long as requests.
  await Promise.all([ended("requests", server?.close(REQUESTS_MS)), ended("work", app.stopWork(JOBS_MS))]);
  await ended("connections", app.close());
  await stores.stop();
}

/** Repeats while a store cannot be reached: it may be starting too. */
async function whenStoresAnswer<T>(work: () => Promise<T>, log: Logger, signal: AbortSignal): Promise<T> {
  for (const until = Date.now() + STORES_WAIT_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      const away = isUnavailable(error);
      if (!away || Date.now() > until) throw error;
      log.warn({ error: error.message, cause: coerceError(error.cause).message }, "waiting for a store");
      await sleep(1_000, undefined, { signal });
    }
  }
}

/** Whether there is one. Whoever has just been shown it needs no reminder; later starts remind until it is changed. */
async function remindOfGeneratedPassword(app: App, log: Logger | undefined): Promise<boolean> {
  const users = await app.access.generatedPasswords();
  for (const { email, tenantName } of users) {
    const advice = "the password that the first start made up is still in use: change it by POST /v1/auth/password";
    log?.warn({ email, tenant: tenantName }, advice);
  }
  return users.length > 0;
}

/** On a slow machine it goes on beside the first requests; whatever goes wrong shows in these. */
async function ahead(planning: Promise<void>, log: Logger): Promise<void> {
  try {
    await planning;
  } catch (error) {
    log.debug({ err: coerceError(error) }, "the first statements were not planned ahead");
  }
}

/**
 * Starting leaves garbage, and while modules are loaded nearly all that is made stays, for which V8 lets the space of young
 * objects grow to its bound. A last-resort collection gives both back: an idle process is a third smaller, and young objects
 * take again what requests need. Takes a tenth or two of a second.
 */
function giveBackMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** An address that a browser on this machine can open. */
function addressOf(host: string, port: number): string {
  const named = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`;
}

/** Beside the service and never in its way: whatever goes wrong is logged, and tried again at the next start. */
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
