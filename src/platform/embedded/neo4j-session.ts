import path from "node:path";
import neo4j, { type Driver } from "neo4j-driver";
import { errorCode } from "../../errors.ts";
import { loadCypher } from "../graph/catalogue.ts";
import { graphMigrations } from "../graph/migrate.ts";
import { EmbeddedError } from "./errors.ts";
import type { StartContext } from "./store.ts";

export const USERNAME = "neo4j";
export const DATABASE = "neo4j";

/** Whether the server accepts the password. Throws while the server cannot answer yet. */
export async function signIn(uri: string, password: string): Promise<boolean> {
  return withDriver(uri, password, async (driver) => {
    try {
      // Not executeQuery: it would retry for 30 s, while the caller polls.
      const session = driver.session({ database: DATABASE });
      await session.run("RETURN 1").finally(() => session.close());
      return true;
    } catch (error) {
      const code = errorCode(error);
      if (code === "Neo.ClientError.Security.CredentialsExpired") return false;
      if (code === "Neo.ClientError.Security.Unauthorized") return false;
      throw error;
    }
  });
}

/** Sets the password of a new Neo4j, which starts with `neo4j` and allows nothing but changing it. */
export async function setFirstPassword(uri: string, context: Pick<StartContext, "home" | "password">): Promise<void> {
  await withDriver(uri, "neo4j", async (driver) => {
    const session = driver.session({ database: "system" });
    try {
      await session.run("ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password", { password: context.password });
    } catch (error) {
      if (errorCode(error) !== "Neo.ClientError.Security.Unauthorized") throw error;
      const file = path.join(context.home, "credentials.json");
      throw new EmbeddedError(`Neo4j's data in ${context.home} has another password than the one in ${file}`);
    } finally {
      await session.close();
    }
  });
}

/** One query of each kind. */
const TYPICAL_QUERIES = ["ci/list", "ci/search", "ci/get", "ci/create", "identifiers/lock", "outbox/append"];

/** Runs what every start runs, so that the JVM loads the classes that plan and run statements. */
export async function exerciseServer(uri: string, password: string): Promise<void> {
  await withDriver(uri, password, async (driver) => {
    const session = driver.session({ database: DATABASE });
    for (const { name, statements } of graphMigrations()) {
      for (const statement of statements) await session.run(statement);
      await session.run(loadCypher("schema/record").text, { name, appliedAt: new Date().toISOString() });
    }
    await session.run(loadCypher("schema/applied").text);
    for (const name of TYPICAL_QUERIES) await session.run(`EXPLAIN ${loadCypher(name).text}`);
    await session.close();
  });
}

async function withDriver<T>(uri: string, password: string, work: (driver: Driver) => Promise<T>): Promise<T> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(USERNAME, password), { connectionTimeout: 5_000 });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}
