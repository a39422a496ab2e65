import { randomBytes } from "node:crypto";
import pg from "pg";
import { createLogger } from "../../src/platform/log.ts";
import { migratePostgres } from "../../src/platform/postgres/migrate.ts";
import { createPostgres, type Postgres } from "../../src/platform/postgres/postgres.ts";
import { stores } from "./stores.ts";

export const log = createLogger("silent");

/** A database of its own, since the first administrator and the signing keys are the installation's, not a tenant's. */
export interface Scratch {
  url: string;
  postgres: Postgres;
  drop(): Promise<void>;
}

export async function scratchDatabase(): Promise<Scratch> {
  const { url: server, template } = stores().postgres;
  const name = `access_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
  const postgres = createPostgres({ url, log });
  await migratePostgres(postgres, log);
  return {
    url,
    postgres,
    async drop() {
      await postgres.close();
      // It takes a second and more, since Postgres writes everything to disk before.
      if (template === undefined) await administer(server, `drop database ${name} with (force)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
