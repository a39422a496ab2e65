import { ciWrites, labelsOf, type StoredCi, toNode } from "../../src/features/ci/index.ts";
import { identifiersOf } from "../../src/model/identifiers.ts";
import type { Graph } from "../../src/platform/graph/graph.ts";
import { newId } from "../../src/platform/ids.ts";

const BATCH = 1_000;
const TYPES = ["server", "workstation", "network_device", "virtual_machine", "database", "application"];

/** The i-th of a tenant's CIs: no two share a name, an address or a serial number. */
export function sampleCi(i: number): StoredCi {
  const at = new Date(Date.UTC(2026, 0, 1) + i * 1_000).toISOString();
  const [high, middle, low] = [(i >> 16) & 255, (i >> 8) & 255, i & 255];
  return {
    id: newId(),
    type: TYPES[i % TYPES.length]!,
    name: `host-${i}.example.com`,
    description: `Node ${i} of rack ${i % 97}`,
    status: i % 10 === 0 ? "maintenance" : "active",
    attributes: {
      ip_address: `10.${high}.${middle}.${low}`,
      serial_number: `SN${1_000_000 + i}`,
      os: "Debian GNU/Linux 12",
      cpu_cores: 1 << (i % 6),
      memory_gb: 4 << (i % 5),
    },
    customFields: { site: `site-${i % 23}`, cost_center: 1000 + (i % 40) },
    version: 1,
    createdAt: at,
    createdBy: "system",
    updatedAt: at,
    updatedBy: "system",
    source: "human",
    observedAt: at,
    provenance: {},
  };
}

const RELATE = `
UNWIND $rows AS row
MATCH (a:CI {tenant: $tenant, id: row.source})
MATCH (b:CI {tenant: $tenant, id: row.target})
CREATE (a)-[r:DEPENDS_ON {id: row.id, tenant: $tenant, key: row.key, attributes: '{}', createdAt: $at, createdBy: 'system'}]->(b)
RETURN count(r) AS n`;

/** Writes CIs with the product's own code, each depending on the previous one. Returns their ids in order. */
export async function seedCis(graph: Graph, tenant: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const cis = Array.from({ length: Math.min(BATCH, count - start) }, (_, i) => sampleCi(start + i));
    await graph.write(async (tx) => {
      const items = cis.map((ci) => ({
        properties: toNode(ci),
        labels: labelsOf(ci.type),
        identifiers: identifiersOf(ci),
      }));
      const identifiers = items
        .flatMap((item) => item.identifiers)
        .sort((a, b) => order(a.kind, b.kind) || order(a.value, b.value));
      await ciWrites.lockIdentifiers(tx, tenant, identifiers, []);
      await ciWrites.create(tx, tenant, items);
    });
    const from = ids.at(-1);
    const chain = from === undefined ? cis.map((ci) => ci.id) : [from, ...cis.map((ci) => ci.id)];
    const pairs = chain.slice(1).map((id, i) => [id, chain[i]!] as const);
    await relate(graph, tenant, pairs, cis[0]!.createdAt);
    ids.push(...cis.map((ci) => ci.id));
  }
  return ids;
}

/** Lets each first CI depend on the second. */
async function relate(graph: Graph, tenant: string, pairs: readonly (readonly [string, string])[], at: string) {
  const rows = pairs.map(([source, target]) => ({ id: newId(), source, target, key: `${tenant}|${source}|${target}` }));
  await graph.raw(RELATE, { rows, tenant, at });
}

/** Lets each CI depend on `perCi` others that come after it in the list, at distances that no two share. */
export async function seedLinks(graph: Graph, tenant: string, ids: readonly string[], perCi: number): Promise<void> {
  const at = sampleCi(0).createdAt;
  for (let start = 0; start < ids.length; start += BATCH) {
    const pairs = ids
      .slice(start, start + BATCH)
      .flatMap((id, i) =>
        Array.from({ length: perCi }, (_, k) => [id, ids[(start + i + 7 * 13 ** k) % ids.length]!] as const),
      );
    await relate(graph, tenant, pairs, at);
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
