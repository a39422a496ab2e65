import type { RequestContext } from "../../src/context.ts";
import { createCreateCi } from "../../src/features/ci/create-ci.ts";
import { createDeleteCi } from "../../src/features/ci/delete-ci.ts";
import { createReadCi } from "../../src/features/ci/get-ci.ts";
import { createRestoreCi } from "../../src/features/ci/restore-ci.ts";
import { createRelationshipVerbs } from "../../src/features/relationships/relationships.verbs.ts";
import { SCOPES, type Scope } from "../../src/model/scopes.ts";
import { type Clock, systemClock } from "../../src/platform/clock.ts";
import { createGraph } from "../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../src/platform/graph/migrate.ts";
import { newId } from "../../src/platform/ids.ts";
import { createOutbox, type NewsEntry, type OutboxNode } from "../../src/platform/jobs/outbox.ts";
import { createLogger } from "../../src/platform/log.ts";
import { stores } from "./stores.ts";

/** CIs and relationships on the real graph, in a tenant of the suite's own. */
export async function createCmdb(options: { clock?: Clock } = {}) {
  const log = createLogger("silent");
  const graph = createGraph({ ...stores().neo4j, log });
  await migrateGraph(graph, log);
  const clock = options.clock ?? systemClock;
  const told: OutboxNode[] = [];
  const outbox = createOutbox({ graph, clock, onCommitted: (nodes) => told.push(...nodes) });
  const deps = { graph, outbox, clock, readCi: createReadCi({ graph }) };
  const ci = { create: createCreateCi(deps), delete: createDeleteCi(deps), restore: createRestoreCi(deps) };
  const ctx = contextOf(newId());
  return {
    graph,
    clock,
    log,
    outbox,
    ci,
    relationships: createRelationshipVerbs(deps),
    ctx,

    /** A CI of the tenant, by default a server of a name that nobody has. */
    async newCi(fields: { name?: string; type?: string; customFields?: Record<string, unknown> } = {}, as = ctx) {
      return (await ci.create(as, { fields: { name: `ci ${newId()}`, type: "server", ...fields } })).id;
    },

    /** News of the tenant that were committed so far, in order. */
    news(tenantId = ctx.tenantId): NewsEntry[] {
      return told
        .filter(({ tenant }) => tenant === tenantId)
        .flatMap((node) => JSON.parse(node.entries) as NewsEntry[]);
    },

    close: () => graph.close(),
  };
}

export type Cmdb = Awaited<ReturnType<typeof createCmdb>>;

/** Somebody of that tenant who has these scopes; all of them where none are named. */
export function contextOf(tenantId: string, ...scopes: Scope[]): RequestContext {
  return {
    tenantId,
    actor: { kind: "user", id: "tester" },
    scopes: new Set(scopes.length > 0 ? scopes : SCOPES),
    requestId: newId(),
  };
}
