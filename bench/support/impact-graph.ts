import type { PropagatingTypes } from "../../src/features/reach/index.ts";
import type { Graph } from "../../src/platform/graph/graph.ts";
import { newId } from "../../src/platform/ids.ts";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";
import { createRandom } from "./random.ts";

/** A relationship as the graph holds it. */
interface Edge {
  source: string;
  target: string;
  type: "DEPENDS_ON" | "RUNS_ON" | "CONNECTED_TO" | "PART_OF" | "USES" | "MANAGED_BY";
}

export interface EdgeList {
  ids: string[];
  edges: Edge[];
}

/**
 * A fifth of what is needed is a hub, as shared infrastructure is; types of either direction, cycles among them. On a share
 * of the relationships, all by default, failures travel. The same for the same numbers.
 */
export function randomEdges(settings: {
  cis: number;
  relationships: number;
  hubs: number;
  travelled?: number;
}): EdgeList {
  const { travelled = 1 } = settings;
  const random = createRandom(20_260_101).next;
  const ids = Array.from({ length: settings.cis }, () => newId()).sort();
  const any = (most: number) => Math.floor(random() * most);
  const hubs = Array.from({ length: settings.hubs }, () => ids[any(ids.length)]!);
  const edges: Edge[] = [];
  while (edges.length < settings.relationships) {
    const type = travelled < 1 && random() >= travelled ? "MANAGED_BY" : TYPES[any(TYPES.length)]!;
    const source = ids[any(ids.length)]!;
    const target = type !== "PART_OF" && random() < 0.2 ? hubs[any(hubs.length)]! : ids[any(ids.length)]!;
    if (source !== target) edges.push({ source, target, type });
  }
  return { ids, edges };
}

const TYPES = ["DEPENDS_ON", "DEPENDS_ON", "DEPENDS_ON", "RUNS_ON", "CONNECTED_TO", "PART_OF", "USES"] as const;

/** So many diamonds in a row: twice as many paths with each. */
export function ladder(diamonds: number): EdgeList {
  const ids = Array.from({ length: 3 * diamonds + 1 }, () => newId()).sort();
  const edges = Array.from({ length: diamonds }, (_, i) => {
    const [from, left, right, to] = ids.slice(3 * i, 3 * i + 4) as [string, string, string, string];
    return [
      [left, from],
      [right, from],
      [to, left],
      [to, right],
    ].map(([source, target]): Edge => ({ source: source!, target: target!, type: "DEPENDS_ON" }));
  });
  return { ids, edges: edges.flat() };
}

const NODES = `
UNWIND $rows AS id
CREATE (:CI {tenant: $tenant, id: id, type: 'server', name: 'ci ' + id, nameKey: 'ci ' + id, status: 'active',
  attributes: '{}', customFields: '{}', version: 1, createdAt: $at, updatedAt: $at})`;
const EDGES = `
UNWIND $rows AS row
MATCH (a:CI {tenant: $tenant, id: row.source})
MATCH (b:CI {tenant: $tenant, id: row.target})
CREATE (a)-[r:$(row.type)]->(b)
SET r = {tenant: $tenant, id: row.id, key: $tenant + row.id, attributes: '{}', createdAt: $at, createdBy: 'system'}`;
const BATCH = 5_000;

/** Writes CIs and relationships as the product's own queries look for them. */
export async function writeEdges(graph: Graph, tenant: string, { ids, edges }: EdgeList): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  for (let i = 0; i < ids.length; i += BATCH) await graph.raw(NODES, { tenant, at, rows: ids.slice(i, i + BATCH) });
  for (let i = 0; i < edges.length; i += BATCH) {
    const rows = edges.slice(i, i + BATCH).map((edge) => ({ ...edge, id: newId() }));
    await graph.raw(EDGES, { tenant, at, rows });
  }
}

/**
 * The same CIs and relationships as tables of Postgres, with the indexes that let a search read these alone. What they are
 * asked is what the graph is asked: types of either direction as parameters, no relationship that a model found, no
 * inactive CI. `failing` and `failed` spare it all that: each relationship already turned as a failure travels.
 */
export async function edgeTables(postgres: Postgres, tenant: string, { ids, edges }: EdgeList) {
  const name = `bench_${newId().replaceAll("-", "")}`;
  await postgres.query(
    `create table ${name}_cis (tenant uuid not null, id uuid not null, status text collate "C" not null)`,
  );
  await postgres.query(`insert into ${name}_cis select $1::uuid, unnest($2::uuid[]), 'active'`, [tenant, ids]);
  await postgres.query(
    `create table ${name} (tenant uuid not null, source uuid not null, target uuid not null, type text collate "C" not null,
     ai_found boolean, failing uuid not null, failed uuid not null)`,
  );
  for (let i = 0; i < edges.length; i += 10 * BATCH) {
    const some = edges.slice(i, i + 10 * BATCH);
    await postgres.query(
      `insert into ${name} (tenant, source, target, type, failing, failed)
       select $1::uuid, source, target, type, case type when 'PART_OF' then source else target end,
         case type when 'PART_OF' then target else source end
       from unnest($2::uuid[], $3::uuid[], $4::text[]) as edge (source, target, type)`,
      [tenant, some.map(({ source }) => source), some.map(({ target }) => target), some.map(({ type }) => type)],
    );
  }
  await postgres.query(`create unique index on ${name}_cis (tenant, id) include (status)`);
  await postgres.query(`create index on ${name} (tenant, source, type) include (target, ai_found)`);
  await postgres.query(`create index on ${name} (tenant, target, type) include (source, ai_found)`);
  await postgres.query(`create index on ${name} (failing, failed)`);
  await postgres.query(`vacuum analyze ${name}`);
  await postgres.query(`vacuum analyze ${name}_cis`);
  const walk = (step: string) => `
    with recursive walk (id, distance) as (
      select $1::uuid, 0 union select step.id, walk.distance + 1 from walk ${step} where walk.distance < $2),
    nearest as (select id, min(distance) as distance from walk where id <> $1::uuid group by id order by 2, 1)
    select array_agg(id::text) as ids, array_agg(distance) as distances from nearest`;
  const asked = walk(`cross join lateral (
      select source as id from ${name} where tenant = $3 and target = walk.id and type = any ($4) and ai_found is null
      union all
      select target from ${name} where tenant = $3 and source = walk.id and type = any ($5) and ai_found is null) step
    join ${name}_cis ci on ci.tenant = $3 and ci.id = step.id and ci.status <> 'inactive'`);
  const turned = walk(`join (select failing, failed as id from ${name}) step on step.failing = walk.id`);
  const read = async (text: string, values: unknown[]) => {
    const [row] = await postgres.query<{ ids: string[] | null; distances: number[] }>(text, values);
    return (row?.ids ?? []).map((id, i) => ({ id, distance: row!.distances[i]! }));
  };
  return {
    /** What a failure of the CI reaches, nearest first, ties by id; in one row, as the graph answers it. */
    reach: (id: string, depth: number, { towardsTarget, towardsSource }: PropagatingTypes) =>
      read(asked, [id, depth, tenant, towardsSource, towardsTarget]),
    /** The same over relationships that are turned already. */
    reachTurned: (id: string, depth: number) => read(turned, [id, depth]),
    drop: () => postgres.query(`drop table ${name}, ${name}_cis`),
  };
}
