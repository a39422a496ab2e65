import neo4j from "neo4j-driver";
import { inject } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { sql } from "../../platform/embedded/support.ts";
import type { StoreAddresses, StoreName, StoreServer } from "./own-stores.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where `lab.global.ts` answers. */
    lab: string;
  }
}

/** The disk of a store, which can be filled if it is its own. */
export interface LabDisk {
  isOwn(): Promise<boolean>;
  fill(): Promise<void>;
  empty(): Promise<void>;
}

/** The stores of the lab, for one file: an empty graph and a database of its own. */
export interface LabStores extends StoreAddresses {
  servers: Record<StoreName, Pick<StoreServer, "signal" | "gone" | "startAgain">>;
  disks: Record<StoreName, LabDisk>;
  /** Settings of a service that works on them. */
  env: NodeJS.ProcessEnv;
}

/** Both stores of the lab, as empty as after their first start: without schema, whatever the file before left. */
export async function labStores(): Promise<LabStores> {
  const { neo4j: graph, postgres } = await ask<StoreAddresses>("/", "GET");
  await emptyGraph(graph);
  const database = `lab_${newId().replaceAll("-", "")}`;
  await sql(postgres.url, `create database ${database}`);
  const url = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
  return {
    neo4j: graph,
    postgres: { url },
    servers: { neo4j: serverOf("neo4j"), postgres: serverOf("postgres") },
    disks: { neo4j: diskOf("neo4j"), postgres: diskOf("postgres") },
    env: {
      NEO4J_URI: graph.uri,
      NEO4J_USERNAME: graph.username,
      NEO4J_PASSWORD: graph.password,
      NEO4J_DATABASE: graph.database,
      DATABASE_URL: url,
    },
  };
}

function serverOf(name: StoreName): LabStores["servers"][StoreName] {
  return {
    signal: (signal) => ask(`/${name}/signal/${signal}`),
    gone: () => ask(`/${name}/gone`),
    startAgain: () => ask(`/${name}/start`),
  };
}

function diskOf(name: StoreName): LabDisk {
  return {
    isOwn: () => ask(`/${name}/disk`),
    fill: () => ask(`/${name}/fill`),
    empty: () => ask(`/${name}/empty`),
  };
}

async function ask<T>(path: string, method = "POST"): Promise<T> {
  const answer = await fetch(inject("lab") + path, { method });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text) as T;
}

async function emptyGraph({ uri, username, password, database }: StoreAddresses["neo4j"]): Promise<void> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password), { disableLosslessIntegers: true });
  const run = async (text: string) => (await driver.executeQuery(text, {}, { database })).records;
  try {
    while ((await run("MATCH (n) WITH n LIMIT 5000 DETACH DELETE n RETURN count(*) AS n"))[0]?.get("n") > 0);
    for (const one of await run("SHOW CONSTRAINTS YIELD name")) await run(`DROP CONSTRAINT \`${one.get("name")}\``);
    const indexes = await run("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name");
    for (const one of indexes) await run(`DROP INDEX \`${one.get("name")}\``);
  } finally {
    await driver.close();
  }
}
