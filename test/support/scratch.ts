import { randomBytes } from "node:crypto";
import pg from "pg";
import { createLogger } from "../../src/platform/log.ts";
import { createPostgres, type Postgres } from "../../src/platform/postgres/postgres.ts";
import { stores } from "./stores.ts";

export const log = createLogger("silent");

/** A database of its own, since the first administrator and the signing keys are the installation's, not a tenant's. */
export interface Scratch {
  url: string;
  postgres: Postgres;
  /** Closes the connections. The database is dropped at the end of the run: dropping makes Postgres write all to disk. */
  drop(): Promise<void>;
}

export async function scratchDatabase(): Promise<Scratch> {
  const { url: server, template } = stores().postgres;
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name} template ${template}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
  const postgres = createPostgres({ url, log });
  return { url, postgres, drop: () => postgres.close() };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
