import type { Driver } from "neo4j-driver";
import type { Graph } from "../../src/platform/graph/graph.ts";
import { toGraph } from "../../src/platform/graph/query.ts";

type Row = Record<string, unknown>;

/** A tenant's graph as rows, to be written anew into another tenant. */
export interface CopiedGraph {
  nodes: Row[];
  identifiers: Row[];
  held: Row[];
  installed: Row[];
}

const PAGE = 5_000;

const NODES = `
MATCH (c:CI) WHERE c.tenant = $tenant AND c.id > $after
WITH c ORDER BY c.id LIMIT ${PAGE}
RETURN c.id AS id, properties(c) AS properties, labels(c) AS labels,
       [(c)-[:IDENTIFIED_BY]->(i) | [i.kind, i.value]] AS identifiers,
       [(c)-[r:INSTALLED_ON]->(host) | {target: host.id, properties: properties(r)}] AS installed`;

/** Reads a tenant's CIs, identifiers and installations, and gives them to the tenant \`to\`. */
export async function copyGraph(graph: Graph, from: string, to: string): Promise<CopiedGraph> {
  const copy: CopiedGraph = { nodes: [], identifiers: [], held: [], installed: [] };
  const seen = new Set<string>();
  for (let after = ""; ; ) {
    const rows = await graph.raw(NODES, { tenant: from, after });
    for (const row of rows as {
      id: string;
      properties: Row;
      labels: string[];
      identifiers: [string, string][];
      installed: { target: string; properties: Row }[];
    }[]) {
      const kind = row.labels.filter((label) => label !== "CI");
      copy.nodes.push(toGraph({ id: row.id, properties: { ...row.properties, tenant: to }, labels: kind }) as Row);
      for (const [kind, value] of row.identifiers) {
        if (!seen.has(`${kind} ${value}`)) copy.identifiers.push({ kind, value });
        seen.add(`${kind} ${value}`);
        copy.held.push({ id: row.id, kind, value });
      }
      for (const { target, properties } of row.installed) {
        const key = String(properties.key).replace(from, to);
        copy.installed.push(
          toGraph({ source: row.id, target, key, properties: { ...properties, key, tenant: to } }) as Row,
        );
      }
    }
    if (rows.length < PAGE) return copy;
    after = rows.at(-1)!.id as string;
  }
}

const STATEMENTS = {
  nodes: `
UNWIND $rows AS row
MERGE (c:CI {tenant: $tenant, id: row.id})
SET c += row.properties
SET c:$(row.labels)`,
  identifiers: `
UNWIND $rows AS row
MERGE (:Identifier {tenant: $tenant, kind: row.kind, value: row.value})`,
  held: `
UNWIND $rows AS row
MATCH (c:CI {tenant: $tenant, id: row.id})
MATCH (i:Identifier {tenant: $tenant, kind: row.kind, value: row.value})
MERGE (c)-[:IDENTIFIED_BY]->(i)`,
  installed: `
UNWIND $rows AS row
MATCH (a:CI {tenant: $tenant, id: row.source})
MATCH (b:CI {tenant: $tenant, id: row.target})
MERGE (a)-[r:INSTALLED_ON {key: row.key}]->(b)
SET r += row.properties`,
} as const;

/** Writes the rows by UNWIND and MERGE, a transaction a batch, and nothing else. Answers the seconds that it took. */
export async function mergeGraph(driver: Driver, tenant: string, copy: CopiedGraph, batch: number): Promise<number> {
  const started = performance.now();
  const session = driver.session({ database: "neo4j" });
  try {
    for (const part of ["nodes", "identifiers", "held", "installed"] as const) {
      for (let start = 0; start < copy[part].length; start += batch) {
        const rows = copy[part].slice(start, start + batch);
        await session.executeWrite((tx) => tx.run(STATEMENTS[part], { rows, tenant }));
      }
    }
  } finally {
    await session.close();
  }
  return (performance.now() - started) / 1000;
}
