import { createImpact, type ServiceHealth } from "../../../src/features/impact/index.ts";
import { createReach } from "../../../src/features/reach/index.ts";
import { BUILT_IN_TYPES } from "../../../src/model/relationships.ts";
import { type Clock, systemClock } from "../../../src/platform/clock.ts";
import { type Cmdb, createCmdb } from "../../support/cmdb.ts";
import type { SmallGraph } from "./reference.ts";

/** CIs, relationships and their impact on the real stores; health as the test says. */
export async function createImpactCmdb(
  serviceHealth: ServiceHealth = async () => new Map(),
  { clock = systemClock }: { clock?: Clock } = {},
) {
  const cmdb = await createCmdb({ clock });
  const deps = { graph: cmdb.graph, clock, failureKinds: cmdb.relationships.failureKinds };
  const reach = createReach(deps);
  return { ...cmdb, reach, impact: createImpact({ ...deps, reach: reach.verbs, serviceHealth }) };
}

const AT = "2026-01-01T00:00:00.000Z";

const NODES = `
UNWIND $rows AS row
CREATE (c:CI {tenant: $tenant, id: row.id, type: row.type, name: 'ci ' + row.id, nameKey: 'ci ' + row.id,
  status: row.status, attributes: '{}', customFields: '{}', version: 1, createdAt: $at, updatedAt: $at})
SET c:$(row.labels)`;
const RELATIONSHIPS = `
UNWIND $rows AS row
MATCH (a:CI {tenant: $tenant, id: row.source})
MATCH (b:CI {tenant: $tenant, id: row.target})
CREATE (a)-[r:$(row.graphType)]->(b)
SET r = row.properties, r.tenant = $tenant, r.key = $tenant + row.properties.id, r.createdAt = $at
FOREACH (_ IN CASE WHEN r.aiFound IS NULL THEN [] ELSE [1] END | SET a:AiLinked, b:AiLinked)
FOREACH (_ IN CASE WHEN r.redundancyGroup IS NULL THEN [] ELSE [1] END | SET a:Grouped, b:Grouped)`;
const KINDS = `
UNWIND $rows AS row
CREATE (:RelationshipType {tenant: $tenant, name: row.name, spelling: row.name, failure: row.failure, createdAt: $at})`;

/** Writes a graph as it stands, with what the verbs refuse: loops, and thousands of relationships at once. */
export async function writeGraph(graph: Cmdb["graph"], tenant: string, small: SmallGraph): Promise<void> {
  const nodes = small.cis.map((ci) => ({
    ...ci,
    labels: [
      ...(ci.type === "software_instance" ? ["SoftwareInstance"] : []),
      ...(ci.status === "inactive" ? ["Inactive"] : []),
    ],
  }));
  const relationships = small.relationships.map(({ source, target, kind, discoveredBy, ...more }) => {
    const builtIn = BUILT_IN_TYPES.some(({ graphType }) => graphType === kind);
    const aiFound = discoveredBy?.startsWith("ai") ? true : null;
    const own = builtIn ? {} : { kind, spelling: kind };
    return {
      source,
      target,
      graphType: builtIn ? kind : "RELATED",
      properties: { ...more, ...own, discoveredBy, aiFound, attributes: "{}" },
    };
  });
  const kinds = Object.entries(small.ownKinds).map(([name, failure]) => ({ name, failure }));
  for (const [text, rows] of [
    [NODES, nodes],
    [RELATIONSHIPS, relationships],
    [KINDS, kinds],
  ] as const) {
    for (let i = 0; i < rows.length; i += 5_000) {
      await graph.raw(text, { tenant, at: AT, rows: rows.slice(i, i + 5_000) });
    }
  }
}
