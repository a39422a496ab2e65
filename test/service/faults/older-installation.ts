import { nameKey } from "../../../src/model/identifiers.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { graphMigrations } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { migratePostgres, postgresMigrations } from "../../../src/platform/postgres/migrate.ts";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import type { LabStores } from "./lab.ts";

/** The last files of the schema of the version before: whatever is newer is what an upgrade applies. */
const BEFORE = { postgres: "0025", graph: "0003" };
const BATCH = 2_000;
const AT = "2026-01-05T09:00:00.000Z";

export interface OlderInstallation {
  tenantId: string;
  tenant: string;
  cis: number;
  inactive: number;
  /** Each application needs one database, a hundred share it; the last ones were found by a model. */
  relationships: number;
  aiFound: number;
  events: number;
  /** A database with the applications that need it, by id. */
  database: string;
  /** Migrations that the installation has not had. */
  missing: { postgres: number; graph: number };
}

/** An installation of the version before, with so many CIs: laid by its own migrations and filled as it filled them. */
export async function olderInstallation(stores: LabStores, cis: number): Promise<OlderInstallation> {
  const log = createLogger("silent");
  const graph = createGraph({ ...stores.neo4j, log });
  const postgres = createPostgres({ url: stores.postgres.url, log, poolSize: 2 });
  try {
    const isBefore = (name: string, last: string) => name.slice(0, 4) <= last;
    const laid = await migratePostgres(postgres, log, ({ name }) => isBefore(name, BEFORE.postgres));
    const missing = {
      postgres: postgresMigrations().length - laid.length,
      graph: await layGraph(graph, ({ name }) => isBefore(name, BEFORE.graph)),
    };
    const tenant = { id: newId(), name: "older" };
    await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $2, $2, $3)", [
      tenant.id,
      tenant.name,
      AT,
    ]);
    const filled = await fillGraph(graph, tenant.id, cis);
    const events = await fillEvents(postgres, tenant.id, filled.ids);
    const { ids, ...counts } = filled;
    return { tenantId: tenant.id, tenant: tenant.name, cis, ...counts, events, database: ids[0]!, missing };
  } finally {
    await Promise.all([graph.close(), postgres.close()]);
  }
}

/** Returns how many migrations are left out. */
async function layGraph(graph: Graph, isBefore: (migration: { name: string }) => boolean): Promise<number> {
  const all = graphMigrations();
  const older = all.filter(isBefore);
  for (const { name, statements } of older) {
    for (const statement of statements) await graph.raw(statement);
    await graph.raw(`CREATE (:SchemaMigration {name: '${name}', appliedAt: '${AT}'})`);
  }
  await graph.raw("CALL db.awaitIndexes(300)");
  return all.length - older.length;
}

async function fillGraph(graph: Graph, tenantId: string, cis: number) {
  const ids = Array.from({ length: cis }, () => newId());
  const items = ids.map((id, n) => ({ id, n, ...ciProperties(n) }));
  for (let from = 0; from < cis; from += BATCH) {
    await graph.raw(
      `UNWIND $items AS item
       CREATE (c:CI {tenant: $tenantId, id: item.id, name: item.name, nameKey: item.nameKey, type: item.type,
         status: item.status, attributes: '{"n":1}', customFields: '{}', searchText: item.name, version: 1,
         createdAt: $at, createdBy: 'system', updatedAt: $at, updatedBy: 'system', source: 'import', observedAt: $at})
       SET c:$(item.labels)
       CREATE (i:Identifier {tenant: $tenantId, kind: 'name', value: item.type + '|' + item.nameKey})
       CREATE (c)-[:IDENTIFIED_BY]->(i)`,
      { tenantId, at: AT, items: items.slice(from, from + BATCH) },
    );
  }
  const applications = items.filter(({ type }) => type === "application");
  const links = applications.map(({ id, n }) => ({
    id: newId(),
    source: id,
    target: ids[n - (n % 100)]!,
    aiFound: n % 100 === 99 ? true : null,
  }));
  for (let from = 0; from < links.length; from += BATCH) {
    await graph.raw(
      `UNWIND $items AS item
       MATCH (a:CI {tenant: $tenantId, id: item.source}) MATCH (b:CI {tenant: $tenantId, id: item.target})
       CREATE (a)-[:DEPENDS_ON {tenant: $tenantId, id: item.id, key: $tenantId + ':depends_on:' + item.id,
         attributes: '{}', aiFound: item.aiFound, createdAt: $at, createdBy: 'system', updatedAt: $at, version: 1}]->(b)`,
      { tenantId, at: AT, items: links.slice(from, from + BATCH) },
    );
  }
  const inactive = items.filter(({ status }) => status === "inactive").length;
  return { ids, inactive, relationships: links.length, aiFound: links.filter(({ aiFound }) => aiFound).length };
}

/** A hundred CIs at a time: a database, and the applications that need it. */
function ciProperties(n: number) {
  const isDatabase = n % 100 === 0;
  const name = `${isDatabase ? "database" : "application"} ${n}`;
  return {
    name,
    nameKey: nameKey(name),
    type: isDatabase ? "database" : "application",
    labels: [isDatabase ? "Database" : "Application"],
    status: n % 100 === 50 ? "inactive" : "active",
  };
}

/** An event of every tenth CI, open, with what is kept beside events. */
async function fillEvents(postgres: Postgres, tenantId: string, ids: readonly string[]): Promise<number> {
  const alarming = ids.filter((_, n) => n % 10 === 0);
  await postgres.query(
    `with made as (
       insert into events (tenant_id, id, title, severity, status, source, source_id, is_current, affected_cis, metrics,
         context, occurred_at, last_seen, created_at, created_by, updated_at)
       select $1, gen_random_uuid()::text, 'of before', 'high', 'open', 'older', ci, true, array[ci], '{}', '{}',
         $3, $3, $3, 'system', $3
       from unnest($2::text[]) ci returning id, affected_cis[1] as ci),
     linked as (insert into event_cis (tenant_id, ci_id, event_id) select $1, ci, id from made),
     alarms as (insert into open_alarms (tenant_id, ci_id, event_id) select $1, ci, id from made)
     insert into event_counts (tenant_id, shard, status, severity, total, changes)
     select $1, 0, 'open', 'high', count(*), count(*) from made`,
    [tenantId, alarming, AT],
  );
  return alarming.length;
}
