import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadConfig } from "../../src/config.ts";
import { createFeatures } from "../../src/features.ts";
import { createHttp } from "../../src/http.ts";
import { createLogger } from "../../src/platform/log.ts";
import { createPlatform } from "../../src/platform.ts";
import type { BenchTenant } from "./bench.ts";
import { serviceEnvironment } from "./service.ts";
import type { BenchStores } from "./stores.ts";

/** The whole product in this process, at a time that the bench sets. Jobs run when the bench says so, and at no other time. */
export interface MovedService {
  /** Sets its clock, in milliseconds since 1970. */
  moveTo(at: number): void;
  /** The body of the answer; throws unless it is a success. */
  call<T>(tenant: BenchTenant, method: string, path: string, body?: unknown): Promise<T>;
  /** Runs the handler of a job for the tenant. */
  runJob(name: string, tenant: BenchTenant): Promise<void>;
  /** Resolves when the changes of the graph have reached their consumers. */
  changesDelivered(): Promise<void>;
  close(): Promise<void>;
}

export async function startMovedService(stores: BenchStores): Promise<MovedService> {
  const home = mkdtempSync(path.join(tmpdir(), "orrery-bench-moved-"));
  const environment = { ORRERY_HOME: home, NVD_BASE_URL: "off", ORRERY_RATE_LIMIT_FACTOR: "1000000" };
  const config = loadConfig({ ...serviceEnvironment(stores), ...environment });
  let now = Date.now();
  const log = createLogger("warn");
  const addresses = { neo4j: stores.neo4j, postgresUrl: stores.postgresUrl };
  const platform = createPlatform(config, { log, stores: addresses, clock: { now: () => new Date(now) } });
  const { all, parts } = createFeatures(platform, config);
  for (const { feature } of all) {
    platform.jobs.expect(feature.jobRefs ?? []);
    platform.jobs.define(feature.jobs ?? []);
    platform.changes.subscribe(feature.consumers ?? {});
  }
  const jobs = new Map(all.flatMap(({ feature }) => feature.jobs ?? []).map((job) => [job.ref.name, job]));
  const { authenticator } = parts.access;
  const { http, flushLog } = createHttp(platform, { config, features: all, authenticator, deadlineMs: 60_000 });
  await platform.jobs.start({ work: false });
  return {
    moveTo(at) {
      now = at;
    },
    async call<T>(tenant: BenchTenant, method: string, url: string, body?: unknown) {
      const headers = { ...tenant.headers, "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await http.request(url, { method, headers, ...sent });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
      return JSON.parse(text) as T;
    },
    async runJob(name, { id: tenantId }) {
      const job = jobs.get(name);
      if (!job) throw new Error(`no job ${name}`);
      await job.run({ tenantId }, { signal: new AbortController().signal, log });
    },
    changesDelivered: () => platform.relay.drain(),
    async close() {
      for (const { feature } of all) await feature.flush?.();
      await platform.jobs.stop(5_000);
      for (const { feature } of all.toReversed()) await feature.stop?.();
      for (const { feature } of all.toReversed()) await feature.close?.();
      flushLog();
      await platform.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
