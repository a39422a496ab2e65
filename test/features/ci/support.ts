import type { RequestContext } from "../../../src/context.ts";
import { type CiVerbs, createCis } from "../../../src/features/ci/index.ts";
import type { CiPage, ListCisInput } from "../../../src/features/ci/list-cis.ts";
import { createHistory, historyConsumer } from "../../../src/features/history/index.ts";
import { createRelationships } from "../../../src/features/relationships/index.ts";
import { type Clock, systemClock } from "../../../src/platform/clock.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Change, type Changes, type GraphChange, parseChanges } from "../../../src/platform/jobs/changes.ts";
import { createOutbox, type OutboxNode } from "../../../src/platform/jobs/outbox.ts";
import { createRelay } from "../../../src/platform/jobs/relay.ts";
import { createStoresTakeWrites } from "../../../src/platform/jobs/stores-take-writes.ts";
import { migratePostgres, withMigrationLock } from "../../../src/platform/postgres/migrate.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { changesTo } from "../../support/changes.ts";
import { contextOf } from "../../support/context.ts";
import { log } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";

/** Both stores with their schema. */
export async function openStores() {
  const graph = createGraph({ ...stores().neo4j, log });
  const postgres = createPostgres({ url: stores().postgres.url, log });
  await withMigrationLock(postgres, async () => {
    await migratePostgres(postgres, log);
    await migrateGraph(graph, log);
  });
  return {
    graph,
    postgres,
    storesTakeWrites: createStoresTakeWrites({ graph, postgres }),
    async close() {
      await graph.close();
      await postgres.close();
    },
  };
}

/** The graph as a relay sees it that must not take the changes of other suites, whose consumers are elsewhere. */
export function ownChangesOnly(graph: Graph, isOwn: (tenantId: string) => boolean): Graph {
  const read: Graph["read"] = async (query, params) => {
    const rows = await graph.read(query, params);
    return query.file.name === "outbox/backlog"
      ? rows.filter((row) => isOwn((row as { tenant: string }).tenant))
      : rows;
  };
  return { ...graph, read };
}

/** How many writes of these tenants have changes that are still to be delivered. */
export async function pendingChangesOf(graph: Graph, ...tenantIds: string[]): Promise<number> {
  const text = "MATCH (o:Outbox) WHERE o.id > '' AND o.tenant IN $tenantIds RETURN count(o) AS n";
  const [row] = await graph.raw(text, { tenantIds });
  return row?.n as number;
}

/**
 * Configuration items, relationships and history on real stores, in a tenant of the suite's own. With `relayed: false`
 * nothing is delivered until `relay.drain()` is called.
 */
export async function createWorld(options: { clock?: Clock; relayed?: boolean; changes?: Changes } = {}) {
  const { graph, postgres, storesTakeWrites, close } = await openStores();
  const clock = options.clock ?? systemClock;
  const committed: OutboxNode[] = [];
  const own = ownChangesOnly(graph, (tenantId) => committed.some((node) => node.tenant === tenantId));
  const relay = createRelay({
    graph: own,
    postgres,
    changes: options.changes ?? changesTo({ graph: historyConsumer }),
    log,
    storesTakeWrites,
  });
  const outbox = createOutbox({
    graph,
    clock,
    onCommitted(nodes) {
      committed.push(...nodes);
      if (options.relayed !== false) relay.enqueue(nodes);
    },
  });
  const ci = createCis({ graph, outbox, clock });
  const relationships = createRelationships({ graph, outbox, clock });
  const history = createHistory({ postgres, requireCi: ci.verbs.requireCi });
  const newTenant = async (): Promise<string> => {
    const id = newId();
    const text = "insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())";
    await postgres.query(text, [id]);
    return id;
  };
  const ctx = contextOf(await newTenant());
  return {
    newTenant,
    graph,
    postgres,
    clock,
    outbox,
    relay,
    storesTakeWrites,
    ci,
    verbs: ci.verbs,
    relationships,
    history,
    ctx,
    /** Changes of the tenant so far, in the order of their commits. */
    changes(tenantId = ctx.tenantId): Change<GraphChange>[] {
      return committed.filter((node) => node.tenant === tenantId).flatMap((node) => parseChanges(node.entries));
    },
    async relate(source: string, target: string, type = "depends_on", as = ctx) {
      return relationships.verbs.create(as, { fields: { type, sourceCi: source, targetCi: target } });
    },
    async close() {
      await relay.stop();
      await close();
    },
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A list with the defaults of the interface. */
export function list(verbs: CiVerbs, ctx: RequestContext, input: Partial<ListCisInput> = {}): Promise<CiPage> {
  return verbs.listCis(ctx, { sort: "created_at", order: "desc", limit: 100, page: 1, ...input });
}

/** What a promise is rejected with; fails where it is not. */
export async function faultOf(promise: Promise<unknown>): Promise<{
  code: string;
  details: Record<string, unknown>;
  violations: { field: string; reason: string }[];
}> {
  const answer = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in answer) return answer.error as Awaited<ReturnType<typeof faultOf>>;
  throw new Error(`not rejected, but answered ${JSON.stringify(answer.value)}`);
}
