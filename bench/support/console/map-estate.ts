import type { Graph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";

/** Each CI of the tree has so many below it. */
const BRANCHES = 8;
/** So far from the end of the chain, which goes on behind it, that no shorter way leads there. */
const CROSSING = 100;

const RELATE = `
UNWIND $rows AS row
MATCH (a:CI {tenant: $tenant, id: row.source})
MATCH (b:CI {tenant: $tenant, id: row.target})
CREATE (a)-[r:DEPENDS_ON {id: row.id, tenant: $tenant, key: row.key, attributes: '{}', createdAt: $at, createdBy: 'system'}]->(b)
RETURN count(r) AS n`;

/**
 * Makes the first `nodes` of the seeded CIs, of which each depends on the previous one already, a tree too, until so many links
 * join them: the rest run from outer CIs to the first branches. Returns how many steps it is deep.
 */
export async function seedMap(
  graph: Graph,
  tenant: string,
  ids: readonly string[],
  { nodes, links }: { nodes: number; links: number },
): Promise<number> {
  const parentOf = (i: number) => Math.floor((i - 1) / BRANCHES);
  const pairs: [number, number][] = [];
  for (let i = 2; i < nodes; i++) pairs.push([i, parentOf(i)]);
  for (let i = 1; pairs.length + nodes - 1 < links; i++) pairs.push([nodes - CROSSING - i, 1 + (i % BRANCHES)]);
  if (pairs.length + nodes - 1 !== links) throw new Error(`${nodes} CIs cannot have as few as ${links} links`);
  const rows = pairs.map(([a, b]) => ({
    id: newId(),
    source: ids[a],
    target: ids[b],
    key: `${tenant}|${ids[a]}|${ids[b]}`,
  }));
  await graph.raw(RELATE, { rows, tenant, at: new Date().toISOString() });
  let depth = 0;
  for (let i = nodes - 1; i > 0; i = parentOf(i)) depth++;
  return depth;
}
