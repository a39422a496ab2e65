import { createCis, type Fields } from "../../src/features/ci/index.ts";
import { createRelationships } from "../../src/features/relationships/index.ts";
import { createTopology } from "../../src/features/topology/index.ts";
import { type Clock, systemClock } from "../../src/platform/clock.ts";
import { createGraph } from "../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../src/platform/graph/migrate.ts";
import { newId } from "../../src/platform/ids.ts";
import type { Change } from "../../src/platform/jobs/changes.ts";
import { createOutbox, type OutboxNode } from "../../src/platform/jobs/outbox.ts";
import { createLogger } from "../../src/platform/log.ts";
import { migratePostgres, withMigrationLock } from "../../src/platform/postgres/migrate.ts";
import { createPostgres } from "../../src/platform/postgres/postgres.ts";
import { contextOf } from "./context.ts";
import { stores, type TestStores } from "./stores.ts";

/** Where other stores than those of all suites answer. */
export interface CmdbStores {
  neo4j: TestStores["neo4j"];
  postgres: { url: string };
}

/** CIs, relationships and topology on the real stores, in a tenant of the suite's own. */
export async function createCmdb(options: { clock?: Clock; at?: CmdbStores | undefined } = {}) {
  const log = createLogger("silent");
  const at = options.at ?? stores();
  const graph = createGraph({ ...at.neo4j, log });
  const postgres = createPostgres({ url: at.postgres.url, log });
  await withMigrationLock(postgres, async () => {
    await migratePostgres(postgres, log);
    await migrateGraph(graph, log);
  });
  const clock = options.clock ?? systemClock;
  const told: OutboxNode[] = [];
  const outbox = createOutbox({ graph, clock, onCommitted: (nodes) => told.push(...nodes) });
  const ci = createCis({ graph, outbox, clock });
  const relationships = createRelationships({ graph, outbox, clock });
  const topology = createTopology({ graph, postgres });
  const ctx = contextOf(newId());
  await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [
    ctx.tenantId,
  ]);
  return {
    graph,
    postgres,
    ci: ci.verbs,
    relationships: relationships.verbs,
    topology: topology.verbs,
    routes: { ci: ci.routes, relationships: relationships.routes, topology: topology.routes },
    ctx,

    /** Creates a CI of the tenant, by default a server with a unique name. */
    async newCi(fields: NewFields = {}, as = ctx): Promise<string> {
      return (await ci.verbs.createCi(as, { fields: { name: `ci ${newId()}`, type: "server", ...fields } })).id;
    },

    /** Committed changes of the tenant so far, in order. */
    changes(tenantId = ctx.tenantId): Change[] {
      return told.filter(({ tenant }) => tenant === tenantId).flatMap((node) => JSON.parse(node.entries) as Change[]);
    },

    close: async () => {
      await graph.close();
      await postgres.close();
    },
  };
}

interface NewFields {
  name?: string;
  type?: string;
  status?: "active" | "inactive" | "maintenance";
  attributes?: Fields;
  customFields?: Fields;
}

export type Cmdb = Awaited<ReturnType<typeof createCmdb>>;
