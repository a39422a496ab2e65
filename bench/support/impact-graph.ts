import type { Graph } from "../../src/platform/graph/graph.ts";
import { newId } from "../../src/platform/ids.ts";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";

/** A relationship as the graph holds it. */
interface Edge {
  source: string;
  target: string;
  type: "DEPENDS_ON" | "RUNS_ON" | "CONNECTED_TO" | "PART_OF" | "USES";
}

export interface EdgeList {
  ids: string[];
  edges: Edge[];
}

/** A fifth of the relationships goes to the hubs; types of either direction, cycles among them. The same for the same numbers. */
export function randomEdges(settings: { cis: number; relationships: number; hubs: number }): EdgeList {
  const random = generator(20_260_101);
  const ids = Array.from({ length: settings.cis }, () => newId()).sort();
  const any = (most: number) => Math.floor(random() * most);
  const hubs = Array.from({ length: settings.hubs }, () => ids[any(ids.length)]!);
  const edges: Edge[] = [];
  while (edges.length < settings.relationships) {
    const type = TYPES[any(TYPES.length)]!;
    const source = ids[any(ids.length)]!;
    const target = random() < 0.2 ? hubs[any(hubs.length)]! : ids[any(ids.length)]!;
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

/** The same edges as a table of Postgres, each in the direction in which a failure travels, with the index that serves it. */
export async function edgeTable(postgres: Postgres, { edges }: EdgeList) {
  const name = `bench_edges_${newId().replaceAll("-", "")}`;
  await postgres.query(`create table ${name} (failing uuid not null, failed uuid not null)`);
  for (let i = 0; i < edges.length; i += 10 * BATCH) {
    const some = edges.slice(i, i + 10 * BATCH);
    const turned = some.map(({ source, target, type }) => (type === "PART_OF" ? [source, target] : [target, source]));
    await postgres.query(`insert into ${name} select * from unnest($1::uuid[], $2::uuid[])`, [
      turned.map(([failing]) => failing),
      turned.map(([, failed]) => failed),
    ]);
  }
  await postgres.query(`create index on ${name} (failing, failed)`);
  await postgres.query(`vacuum analyze ${name}`);
  return {
    /** What a failure of the CI reaches, nearest first, ties by id; in one row, as the graph answers it. */
    async reach(id: string, depth: number): Promise<{ id: string; distance: number }[]> {
      const [row] = await postgres.query<{ ids: string[] | null; distances: number[] }>(
        `with recursive walk (id, distance) as (
           select $1::uuid, 0
           union
           select edge.failed, walk.distance + 1 from walk join ${name} edge on edge.failing = walk.id
           where walk.distance < $2),
         nearest as (select id, min(distance) as distance from walk where id <> $1::uuid group by id order by 2, 1)
         select array_agg(id::text) as ids, array_agg(distance) as distances from nearest`,
        [id, depth],
      );
      return (row?.ids ?? []).map((each, i) => ({ id: each, distance: row!.distances[i]! }));
    },
    drop: () => postgres.query(`drop table ${name}`),
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
