import { createAccess } from "../../src/features/access/index.ts";
import { SCOPES } from "../../src/model/scopes.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createGraph, type Graph } from "../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../src/platform/graph/migrate.ts";
import { newId } from "../../src/platform/ids.ts";
import { createLogger } from "../../src/platform/log.ts";
import { migratePostgres, withMigrationLock } from "../../src/platform/postgres/migrate.ts";
import { createPostgres, type Postgres } from "../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../src/platform/secrets.ts";
import { type BenchStores, openStores, type StoreOptions } from "./stores.ts";

/** A tenant created for one run, with an API key that has every scope. */
export interface BenchTenant {
  id: string;
  /** Headers of an authenticated request. */
  headers: Record<string, string>;
  /** Credentials of its administrator. */
  login: { email: string; password: string; tenant: string };
}

/** The migrated stores, with helpers that prepare and check a measurement. */
export interface Bench {
  stores: BenchStores;
  graph: Graph;
  postgres: Postgres;
  newTenant(): Promise<BenchTenant>;
}

/** Opens the stores, runs the work, and removes what it created. */
export async function withBench<T>(
  say: (line: string) => void,
  work: (bench: Bench) => Promise<T>,
  options: StoreOptions = {},
): Promise<T> {
  const stores = await openStores(say, options);
  const log = createLogger("warn");
  const graph = createGraph({ ...stores.neo4j, log });
  const postgres = createPostgres({ url: stores.postgresUrl, log });
  const tenants: string[] = [];
  try {
    await withMigrationLock(postgres, async () => {
      await migratePostgres(postgres, log);
      await migrateGraph(graph, log);
    });
    const newTenant = async () => {
      const tenant = await makeTenant(stores, postgres);
      tenants.push(tenant.id);
      return tenant;
    };
    return await work({ stores, graph, postgres, newTenant });
  } finally {
    try {
      if (!stores.ownOnly) {
        say("clearing away ...");
        for (const id of tenants) await removeTenant(graph, postgres, id);
      }
    } finally {
      await Promise.all([graph.close(), postgres.close()]);
      await stores.close();
    }
  }
}

async function makeTenant(stores: BenchStores, postgres: Postgres): Promise<BenchTenant> {
  const access = createAccess({
    postgres,
    clock: systemClock,
    log: createLogger("warn"),
    secrets: createSecrets(stores.secret),
    config: { keyEnvironment: "bench", baseUrl: undefined, home: "", admin: { email: undefined, password: undefined } },
  });
  const name = `bench ${newId()}`;
  const login = { email: "bench@example.com", password: newId(), tenant: name };
  const tenant = await access.createTenant({ name, adminEmail: login.email, adminPassword: login.password });
  const { secret } = await access.createKeyForTenant("api_key", { tenant: name, name: "bench", scopes: [...SCOPES] });
  return { id: tenant.id, headers: { Authorization: `Bearer ${secret}` }, login };
}

/** Nodes of a tenant, each kind by an index that begins with the tenant. */
const NODE_KINDS = [
  ["CI", "n.id IS NOT NULL"],
  ["DeletedCI", "n.id IS NOT NULL"],
  ["DeletedRelationship", "n.id IS NOT NULL"],
  ["Identifier", "n.kind IS NOT NULL AND n.value IS NOT NULL"],
  ["RelationshipType", "n.name IS NOT NULL"],
  ["ChangeStamp", "n.shard >= 0"],
] as const;

/** Deletes all data of a tenant in both stores. */
export async function removeTenant(graph: Graph, postgres: Postgres, id: string): Promise<void> {
  for (const [label, key] of NODE_KINDS) {
    const batch = `MATCH (n:${label}) WHERE n.tenant = $id AND ${key} WITH n LIMIT 2000 DETACH DELETE n RETURN count(*) AS gone`;
    while (((await graph.raw(batch, { id }))[0]?.gone as number) > 0);
  }
  // The audit log and the history refuse to lose rows of a tenant that is not closed.
  await postgres.query("update tenants set deleted_at = now() where id = $1", [id]);
  const tables = await postgres.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    await postgres.query(`delete from "${name}" where tenant_id = $1`, [id]).catch((error: unknown) => {
      // A table whose rows go with their parents' may refuse to go first; the tenant's own row takes them along.
      if ((error as { code?: string }).code !== "23503") throw error;
    });
  }
  await postgres.query("delete from tenants where id = $1", [id]);
}
