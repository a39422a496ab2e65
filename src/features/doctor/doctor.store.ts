import { z } from "zod";
import type { Graph } from "../../platform/graph/graph.ts";
import { appliedGraphMigrations } from "../../platform/graph/migrate.ts";
import { query } from "../../platform/graph/query.ts";
import { lowestIdAt } from "../../platform/ids.ts";
import { outboxGraph } from "../../platform/jobs/outbox.graph.store.ts";
import { appliedPostgresMigrations } from "../../platform/postgres/migrate.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

const version = query("doctor/version", {
  params: z.object({}),
  row: z.object({ name: z.string(), version: z.string(), edition: z.string() }),
});

/** Read-only queries of the diagnosis. */
export const doctorStore = {
  async neo4jVersion(graph: Graph): Promise<{ version: string; edition: string }> {
    const rows = await graph.read(version, {});
    const kernel = rows.find(({ name }) => name === "Neo4j Kernel") ?? rows[0];
    if (!kernel) throw new Error("The server does not say which Neo4j it is");
    return kernel;
  },

  async postgresVersion(sql: Sql): Promise<string> {
    const [row] = await sql.query<{ server_version: string }>("show server_version");
    return row?.server_version ?? "";
  },

  async postgresTime(sql: Sql): Promise<Date> {
    const [row] = await sql.query<{ now: Date }>("select clock_timestamp() as now");
    if (!row) throw new Error("Postgres returned no time");
    return row.now;
  },

  /** Names of the applied migrations; empty sets for a database that was never migrated. */
  async appliedMigrations(graph: Graph, sql: Sql): Promise<{ graph: Set<string>; postgres: Set<string> }> {
    const [row] = await sql.query<{ found: boolean }>("select to_regclass('schema_migrations') is not null as found");
    const postgres = row?.found ? await appliedPostgresMigrations(sql) : new Set<string>();
    return { graph: await appliedGraphMigrations(graph), postgres };
  },

  /** Whether the outbox holds changes from before `ms` (Unix time in milliseconds). */
  async hasChangesOlderThan(graph: Graph, ms: number): Promise<boolean> {
    return (await outboxGraph.backlog(graph, lowestIdAt(ms))).length > 0;
  },
};
