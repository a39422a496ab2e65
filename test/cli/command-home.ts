import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Scratch, scratchDatabase } from "../support/scratch.ts";
import { stores } from "../support/stores.ts";

export const SECRET = "a root secret of the tests, long enough";

/** What the commands of one test file work on: a home folder and a database of its own, and the Neo4j of all tests. */
export interface CommandHome {
  home: string;
  scratch: Scratch;
  /** The settings of a command that works on these. */
  env: NodeJS.ProcessEnv;
}

/** Made before the tests of the calling file, under the fields of the answer, and removed after them. */
export function commandHome(): CommandHome {
  const made = {} as CommandHome;
  beforeAll(async () => {
    const home = await mkdtemp(path.join(tmpdir(), "orrery-cli-"));
    const scratch = await scratchDatabase();
    Object.assign(made, { home, scratch, env: commandEnv(scratch.url, home) });
  });
  afterAll(async () => {
    await made.scratch.drop();
    await rm(made.home, { recursive: true, force: true });
  });
  return made;
}

/** Settings of a command that works on the Neo4j of the tests and on this database and home folder. */
export function commandEnv(databaseUrl: string, home: string): NodeJS.ProcessEnv {
  const { uri, username, password, database } = stores().neo4j;
  return {
    ORRERY_HOME: home,
    ORRERY_SECRET: SECRET,
    DATABASE_URL: databaseUrl,
    NEO4J_URI: uri,
    NEO4J_USERNAME: username,
    NEO4J_PASSWORD: password,
    NEO4J_DATABASE: database,
  };
}
