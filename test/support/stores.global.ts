import { randomBytes } from "node:crypto";
import { mkdtemp, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { hostFolders } from "../../src/config.ts";
import { type EmbeddedStores, startEmbedded } from "../../src/platform/embedded/index.ts";
import { createGraph } from "../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../src/platform/graph/migrate.ts";
import { createJobs } from "../../src/platform/jobs/jobs.ts";
import { createLogger } from "../../src/platform/log.ts";
import { migratePostgres } from "../../src/platform/postgres/migrate.ts";
import { createPostgres, type Postgres } from "../../src/platform/postgres/postgres.ts";
import { SHORT_LIVED_JAVA } from "./short-lived-java.ts";
import type { TestStores } from "./stores.ts";

/** Stores as they are addressed, before anything is made in them. */
export interface NamedStores {
  neo4j: TestStores["neo4j"];
  postgres: { url: string };
}

/**
 * Uses the stores that NEO4J_URI, NEO4J_PASSWORD and DATABASE_URL name, or starts embedded ones in a fresh folder for
 * the whole run. Stores that cannot start fail the run: a test that needs them is never skipped.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  assertNodeVersion(process.versions.node);
  const named = storesOfEnvironment(process.env);
  if (named) {
    const stores = await withTemplate(named);
    project.provide("stores", stores);
    return () => dropCopies(stores);
  }
  const home = await mkdtemp(path.join(tmpdir(), "orrery-test-stores-"));
  process.env.JAVA_TOOL_OPTIONS ??= SHORT_LIVED_JAVA;
  try {
    const started = await startEmbedded({
      home,
      host: hostFolders(),
      log: createLogger(process.env.LOG_LEVEL || "warn"),
      // Below 1 GB it has the collector that costs least.
      heapMb: 1_000,
      pageCacheMb: 256,
      // A test fills the graph and empties it: by its size alone every statement would be planned anew all the time.
      neo4jSettings: ["dbms.cypher.min_replan_interval=20m"],
      need: { neo4j: true, postgres: true },
    });
    project.provide("stores", await withTemplate(addressesOf(started)));
    return async () => {
      await started.stop();
      await removeHome(home);
    };
  } catch (error) {
    await removeHome(home);
    throw error;
  }
}

/** Throws below 22.19, which runs TypeScript as it is and is what the packages ask for. */
export function assertNodeVersion(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  throw new Error(
    `Node 22.19 or newer is needed, and this is ${version}: run the tests with npm, which brings its own`,
  );
}

/** Undefined unless all three variables are set. */
export function storesOfEnvironment(env: NodeJS.ProcessEnv): NamedStores | undefined {
  const { NEO4J_URI: uri, NEO4J_PASSWORD: password, DATABASE_URL: url } = env;
  if (!uri || !password || !url) return undefined;
  const username = env.NEO4J_USERNAME || "neo4j";
  const database = env.NEO4J_DATABASE || "neo4j";
  return { neo4j: { uri, username, password, database }, postgres: { url } };
}

/**
 * Lays the schema of the graph, and makes the database that those of single suites are copied from, which is quicker than to
 * lay the schema in each: the service's and that of its queue.
 */
async function withTemplate({ neo4j, postgres: { url } }: NamedStores): Promise<TestStores> {
  const template = `tests_${randomBytes(4).toString("hex")}`;
  const log = createLogger("silent");
  await withServer(url, (server) => server.query(`create database ${template}`));
  const templateUrl = Object.assign(new URL(url), { pathname: `/${template}` }).toString();
  const laid = createPostgres({ url: templateUrl, log });
  await migratePostgres(laid, log);
  await laid.close();
  const jobs = createJobs({ url: templateUrl, log });
  await jobs.start({ work: false });
  await jobs.stop(1_000);
  const graph = createGraph({ ...neo4j, log });
  await migrateGraph(graph, log);
  await graph.close();
  return { neo4j, postgres: { url, template } };
}

/** Removes the template and all that was copied from it, from a server that outlives the run. */
async function dropCopies({ postgres: { url, template } }: TestStores): Promise<void> {
  await withServer(url, async (server) => {
    const text = "select datname from pg_database where datname like $1";
    for (const { datname } of await server.query<{ datname: string }>(text, [`${template}%`])) {
      await server.query(`drop database if exists ${datname} with (force)`);
    }
  });
}

async function withServer(url: string, work: (server: Postgres) => Promise<unknown>): Promise<void> {
  const server = createPostgres({ url, log: createLogger("silent"), answerTimeoutMs: 60_000 });
  await work(server);
  await server.close();
}

function addressesOf({ neo4j, postgres }: EmbeddedStores): NamedStores {
  if (!neo4j || !postgres) throw new Error("Both stores were asked for");
  return { neo4j, postgres };
}

/** Removes a home folder and the data of Postgres, which may lie elsewhere when root runs the tests. */
export async function removeHome(home: string): Promise<void> {
  const elsewhere = await readlink(path.join(home, "postgres")).catch(() => undefined);
  if (elsewhere?.startsWith("/var/lib/orrery/home-"))
    await rm(path.dirname(elsewhere), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}
