import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AppDeps, createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import type { MountedRoute, PathEntry } from "../../src/platform/http/mounted.ts";
import { mountRoutes } from "../../src/platform/http/mounted.ts";
import { createLogger } from "../../src/platform/log.ts";
import type { StoreAddresses } from "../../src/stores.ts";
import { cheapPasswords } from "./access.ts";
import { sharedKnowledge } from "./knowledge.ts";

/** Unused address: the application is composed, but sends no query. */
const NOWHERE: StoreAddresses = {
  neo4j: { uri: "bolt://127.0.0.1:1", username: "neo4j", password: "none", database: "neo4j" },
  postgresUrl: "postgres://127.0.0.1:1/none",
};

export interface ComposeOptions {
  stores?: StoreAddresses;
  env?: NodeJS.ProcessEnv;
  clock?: AppDeps["clock"];
  log?: AppDeps["log"];
  deadlineMs?: number;
  modelCallsPerMinute?: number;
}

/** The application from `createApp`, with its own home folder. */
export function composeApp({
  stores = NOWHERE,
  env = {},
  clock,
  log,
  deadlineMs,
  modelCallsPerMinute,
}: ComposeOptions = {}) {
  const home = mkdtempSync(path.join(tmpdir(), "orrery-composed-"));
  const { neo4j, postgresUrl } = stores;
  const config = loadConfig({
    NEO4J_URI: neo4j.uri,
    NEO4J_USERNAME: neo4j.username,
    NEO4J_PASSWORD: neo4j.password,
    NEO4J_DATABASE: neo4j.database,
    DATABASE_URL: postgresUrl,
    ORRERY_SECRET: "a root secret of the tests, long enough",
    ORRERY_HOME: home,
    ORRERY_BASE_URL: "http://orrery.example.com",
    NVD_BASE_URL: "off",
    ...env,
  });
  const app = createApp(config, {
    log: log ?? createLogger("silent"),
    stores,
    passwords: cheapPasswords(),
    knowledge: sharedKnowledge,
    modelCallsPerMinute,
    ...(clock && { clock }),
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  return { app, config, home, removeHome: () => rmSync(home, { recursive: true, force: true }) };
}

/** Every route of the application with its path, without operations of the platform. */
export function composedRoutes(): { mounts: ReturnType<typeof createApp>["mounts"]; paths: PathEntry[] } {
  const { app, removeHome } = composeApp();
  removeHome();
  return { mounts: app.mounts, paths: mountRoutes(app.mounts) };
}

/** `GET /v1/cmdb/ci/{id}`: names a route in tests. */
export function routeName({ route, pattern }: Pick<MountedRoute, "route" | "pattern">): string {
  return `${route.method} ${pattern}`;
}

export function routesOf(paths: readonly PathEntry[]): MountedRoute[] {
  return paths.flatMap(({ methods }) => [...methods.values()]);
}
