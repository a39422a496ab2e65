import type { RequestContext } from "../../../src/context.ts";
import type { CheckedField } from "../../../src/features/query/checked-query.ts";
import type { CiLookup, CiSelection, QueryEngine } from "../../../src/features/query/engine.ts";
import type { QueryRow } from "../../../src/features/query/query.model.ts";
import { createQueryVerbs } from "../../../src/features/query/query.verbs.ts";
import { createQuerySlots } from "../../../src/features/query/query-slots.ts";
import { createSqlEngine } from "../../../src/features/query/sql/sql-engine.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { contextOf } from "../../support/context.ts";
import { scratchDatabase } from "../../support/scratch.ts";

/** A CI as the lookup knows it. */
export interface KnownCi {
  id: string;
  name: string;
  type: string;
  attributes: Record<string, unknown>;
}

/** An event with the members that forms are compared by, and when it was acknowledged. */
export interface SampleEvent {
  id: string;
  title: string;
  description: string | null;
  severity: string;
  status: string;
  source: string;
  source_id: string | null;
  affected_cis: string[];
  metrics: Record<string, unknown>;
  context: Record<string, unknown>;
  occurred_at: string;
  occurrences: number;
  resolved_at: string | null;
  acknowledged_at: string | null;
}

/**
 * Queries over a database of their own. CIs stand in memory instead of the graph, so that a form about events alone can be
 * compared with an answer worked out beside it; `lookups` counts what was asked of them.
 */
export async function createSqlWorld() {
  const scratch = await scratchDatabase();
  const { postgres } = scratch;
  const cis = new Map<string, KnownCi[]>();
  const lookups = { matching: 0, among: 0, values: 0 };
  const engine = createSqlEngine({ postgres, lookup: memoryLookup(cis, lookups) });
  const noGraph = new Proxy({} as QueryEngine, {
    get: (_, name) => (name === "unknownKeys" ? async () => [] : undefined),
  });
  const verbs = createQueryVerbs({
    engines: { postgres: engine, graph: noGraph },
    slots: createQuerySlots(),
    listTypes: async () => [],
  });
  return {
    postgres,
    engine,
    verbs,
    lookups,
    /** A new tenant with these CIs. */
    async tenant(known: KnownCi[] = []): Promise<RequestContext> {
      const ctx = contextOf(newId());
      await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [
        ctx.tenantId,
      ]);
      cis.set(ctx.tenantId, known);
      return ctx;
    },
    close: scratch.drop,
  };
}

function memoryLookup(
  cis: ReadonlyMap<string, KnownCi[]>,
  lookups: { matching: number; among: number; values: number },
): CiLookup {
  const matches = (ci: KnownCi, { filters }: CiSelection) =>
    filters.every(({ field, op, values }) => {
      const value = fieldValue(ci, field);
      if (op === "exists") return value !== undefined;
      if (value === undefined) return false;
      if (op === "eq" || op === "in") return values.some((each) => folded(each) === folded(value));
      if (op === "contains") return folded(value).includes(folded(values[0]));
      throw new Error(`the lookup of the tests knows no ${op}`);
    });
  return {
    async *matching({ tenantId }, selection) {
      lookups.matching++;
      const ids = (cis.get(tenantId) ?? []).filter((ci) => matches(ci, selection)).map(({ id }) => id);
      for (let i = 0; i < ids.length; i += 1_000) yield ids.slice(i, i + 1_000);
    },
    async matchingAmong({ tenantId }, selection, ids) {
      lookups.among++;
      const asked = new Set(ids);
      const found = (cis.get(tenantId) ?? []).filter((ci) => asked.has(ci.id) && matches(ci, selection));
      return new Set(found.map(({ id }) => id));
    },
    async values({ tenantId }, fields, ids) {
      lookups.values++;
      const asked = new Set(ids);
      const rows = new Map<string, QueryRow>();
      for (const ci of cis.get(tenantId) ?? []) {
        if (!asked.has(ci.id)) continue;
        rows.set(ci.id, Object.fromEntries(fields.map((field) => [field.path, fieldValue(ci, field) ?? null])));
      }
      return rows;
    },
  };
}

const folded = (value: unknown) => String(value).toLowerCase();

function fieldValue(ci: KnownCi, { field, key }: CheckedField): unknown {
  return key === undefined ? ci[field.name as keyof KnownCi] : ci.attributes[key];
}

/** Stores events as they are, with their links and acknowledgements. */
export async function storeEvents(postgres: Postgres, tenantId: string, events: readonly SampleEvent[]): Promise<void> {
  await postgres.query(
    `insert into events (tenant_id, id, title, description, severity, status, source, source_id, is_current, affected_cis,
       metrics, context, occurred_at, last_seen, occurrences, resolved_at, created_at, created_by, updated_at)
     select $1, r.id, r.title, r.description, r.severity, r.status, r.source, r.source_id, false, r.affected_cis,
       r.metrics, r.context, r.occurred_at, r.occurred_at, r.occurrences, r.resolved_at, r.occurred_at, 'tester',
       r.occurred_at
     from jsonb_to_recordset($2::jsonb) as r (id text, title text, description text, severity text, status text,
       source text, source_id text, affected_cis text[], metrics jsonb, context jsonb, occurred_at timestamptz,
       occurrences bigint, resolved_at timestamptz)`,
    [tenantId, JSON.stringify(events)],
  );
  await postgres.query(
    `insert into event_cis (tenant_id, ci_id, event_id)
     select e.tenant_id, c.id, e.id from events e cross join lateral unnest(e.affected_cis) as c (id)
     where e.tenant_id = $1 on conflict do nothing`,
    [tenantId],
  );
  await postgres.query(
    `insert into event_history (tenant_id, event_id, id, from_status, to_status, actor, request_id, at)
     select $1, r.id, r.id, 'open', 'acknowledged', 'tester', 'r', r.acknowledged_at
     from jsonb_to_recordset($2::jsonb) as r (id text, acknowledged_at timestamptz) where r.acknowledged_at is not null
     on conflict do nothing`,
    [tenantId, JSON.stringify(events)],
  );
}
