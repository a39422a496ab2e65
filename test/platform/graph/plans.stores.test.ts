import neo4j, { type Driver, type Plan } from "neo4j-driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkQuery } from "../../../src/features/query/check-query.ts";
import { QUERY_ENTITIES } from "../../../src/features/query/fields/index.ts";
import { createScope } from "../../../src/features/query/graph/scope.ts";
import { composeStatements } from "../../../src/features/query/graph/statements.ts";
import type { QueryForm } from "../../../src/features/query/query.model.ts";
import { GRAPH_RELATIONSHIP_TYPES } from "../../../src/model/relationships.ts";
import { createGraph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { bodyOf, catalogue, textsOf } from "../../support/cypher-files.ts";
import { nameOf, operators } from "../../support/plans.ts";
import { stores } from "../../support/stores.ts";

/** Operators whose cost grows with the database and not with what was asked for. */
const SCANS =
  /^(AllNodesScan|(Union|Intersection|Subtraction)?NodeByLabels?Scan|NodeIndexScan|NodeIndex(Contains|EndsWith)Scan|((Un)?[Dd]irected|Partitioned)\w*Scan|\w*AllRelationshipsScan)$/;
/** What finds at most one. */
const ONE =
  /^(Node(Unique)?IndexSeek(\(Locking\))?|(Multi)?NodeIndexSeek|Argument|DirectedRelationshipUniqueIndexSeek|(Node|Relationship)CountFromCountStore)$/;
const TRAVERSAL = /\)\s*\{\d+,\d+\}|\*\d*\.\.\d+|->\s*\{\d+,\d+\}/;

let driver: Driver;
const TENANTS = Array.from({ length: 8 }, () => newId());

beforeAll(async () => {
  const { uri, username, password } = stores().neo4j;
  const log = createLogger("silent");
  const graph = createGraph({ ...stores().neo4j, log });
  await migrateGraph(graph, log);
  await graph.close();
  driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  for (const tenant of TENANTS) await load(tenant);
  // Else a plan is made for what was known of the indexes before.
  await run("CALL db.prepareForReplanning()");
}, 300_000);
afterAll(async () => {
  const tenants = { tenants: TENANTS };
  await run("MATCH (n:CI) WHERE n.tenant IN $tenants CALL (n) { DETACH DELETE n } IN TRANSACTIONS", tenants);
  await run("MATCH (n:Identifier) WHERE n.tenant IN $tenants CALL (n) { DETACH DELETE n } IN TRANSACTIONS", tenants);
  await driver.close();
});

const files = catalogue();

test("every built-in relationship type has the same indexes, so that the plan for one shows that for all", async () => {
  const indexes = await run(
    `SHOW INDEXES YIELD entityType, labelsOrTypes, properties, type WHERE entityType = 'RELATIONSHIP' AND type <> 'LOOKUP'
     RETURN labelsOrTypes[0] AS of, type, properties`,
  );
  const indexesOf = (type: string) =>
    indexes.flatMap((index) => (index.of === type ? [JSON.stringify([index.type, index.properties])] : [])).sort();
  const [first, ...others] = GRAPH_RELATIONSHIP_TYPES.filter((type) => type !== "RELATED");
  expect(indexesOf(first!).length).toBeGreaterThan(2);
  for (const type of others) expect(indexesOf(type), type).toEqual(indexesOf(first!));
});

describe("plan of each Cypher file on a loaded graph", () => {
  test.each(files.map((file) => [file.name, file] as const))("%s", (_name, file) => checkPlans(file), 120_000);
});

/** Statements of forms are composed: here those of the forms that people ask, each from another start. */
const FORMS: QueryForm[] = [
  { entity: "ci" },
  { entity: "ci", order: [{ field: "name" }, { field: "attributes.os", direction: "desc" }] },
  { entity: "ci", filters: [{ field: "id", op: "in", value: ["a", "b"] }] },
  { entity: "ci", filters: [{ field: "name", op: "eq", value: "web" }] },
  { entity: "ci", filters: [{ field: "type", op: "in", value: ["server", "database"] }], group_by: ["attributes.os"] },
  { entity: "ci", filters: [{ field: "type", op: "eq", value: "server" }], path: { of: "a", direction: "upstream" } },
  { entity: "ci", path: { of: "a", direction: "upstream", negate: true } },
  { entity: "ci", impact: { of: "a" }, fields: ["name", "impact.redundancy"] },
  { entity: "ci", time: { from: "2026-01-01" }, group_by: ["created_at.month", "type", "status"] },
  { entity: "ci", time: { field: "updated_at", from: "2026-01-01", to: "2026-02-01" } },
  {
    entity: "ci",
    match: "any",
    filters: [
      { field: "attributes.os", op: "contains", value: "x" },
      { field: "relationships.count", op: "gt", value: 3 },
    ],
    aggregate: [{ fn: "count" }, { fn: "p95", field: "attributes.cpu" }],
  },
  { entity: "service" },
  {
    entity: "service",
    filters: [{ field: "sla.availability", op: "lt", value: 99 }],
    fields: ["name", "health.status"],
  },
  { entity: "software" },
  { entity: "software", group_by: ["family", "vendor", "server.type"] },
  { entity: "software", filters: [{ field: "server.name", op: "eq", value: "web" }] },
  { entity: "software", filters: [{ field: "name", op: "eq", value: "nginx" }] },
  { entity: "relationship" },
  { entity: "relationship", filters: [{ field: "id", op: "eq", value: "a" }] },
  { entity: "relationship", filters: [{ field: "type", op: "in", value: ["depends_on", "feeds"] }] },
  { entity: "relationship", filters: [{ field: "source.id", op: "eq", value: "a" }] },
  {
    entity: "relationship",
    filters: [{ field: "target.name", op: "eq", value: "web" }],
    group_by: ["attributes.port"],
  },
];

describe("plan of each statement of a query form on a loaded graph", () => {
  test.each(FORMS.map((form) => [JSON.stringify(form), form] as const))(
    "%s",
    async (_form, form) => {
      const query = await checkQuery(
        { entities: QUERY_ENTITIES, unknownKeys: async () => [], relationshipTypes: async () => [] },
        form,
      );
      const scope = createScope();
      const place = form.path ?? form.impact;
      const reached = place && { ids: scope.param({}), negate: form.path?.negate ?? false };
      const statements = composeStatements(scope, query, { reached });
      const lookups = scope.lookups.map((lookup) => statements.lookup(lookup));
      const faults: string[] = [];
      for (const text of [statements.rows, statements.total, ...lookups]) faults.push(...faultsOf(await explain(text)));
      expect(faults).toEqual([]);
    },
    60_000,
  );
});

describe("faultsOf a plan", () => {
  test.each([
    ["MATCH (n) RETURN n", /AllNodesScan/],
    ["MATCH (c:CI) RETURN c", /NodeByLabelScan/],
    ["MATCH (c:CI) WHERE c.tenant = $t RETURN c", /Scan/],
    ["MATCH ()-[r]->() RETURN r", /AllRelationshipsScan/],
    ["MATCH ()-[r:USES]->() RETURN r", /RelationshipTypeScan/],
    ["MATCH ()-[r:USES]->() WHERE r.key IS NOT NULL RETURN r", /Scan/],
    [
      "MATCH (c:CI) WHERE c.tenant = $t AND c.id > '' MATCH (d:CI) WHERE d.tenant = $t AND d.id > '' RETURN c, d",
      /CartesianProduct/,
    ],
  ])("refuses %s", async (text, fault) => {
    expect(faultsOf(await explain(text)).join(" ")).toMatch(fault);
  });

  test("accepts a product of two keys, and of a single row with a list", async () => {
    const pair = "MATCH (a:CI {tenant: $t, id: $a}) MATCH (b:CI {tenant: $t, id: $b}) RETURN a, b";
    const beside = `CALL { MATCH (s:ChangeStamp) WHERE s.tenant = $t AND s.shard >= 0 RETURN sum(s.n) AS n }
      CALL { MATCH (c:CI) WHERE c.tenant = $t AND c.id > '' RETURN c } RETURN n, c`;
    expect(faultsOf(await explain(pair))).toEqual([]);
    expect(faultsOf(await explain(beside))).toEqual([]);
  });
});

async function checkPlans(file: (typeof files)[number]): Promise<void> {
  const traversal = TRAVERSAL.test(bodyOf(file)) && !/shortestPath|SHORTEST/.test(bodyOf(file));
  const faults: string[] = [];
  await sideBySide(textsOf(file, files.indexOf(file)), async ({ literals, text }) => {
    const plan = await explain(text);
    const found = file.scan === undefined ? faultsOf(plan) : [];
    if (traversal && !operators(plan).some(({ operatorType }) => operatorType.includes("Pruning,BFS"))) {
      found.push("a traversal that enumerates paths");
    }
    faults.push(...found.map((fault) => `${fault} with ${JSON.stringify(literals)}`));
  });
  expect(faults).toEqual([]);
}

/** Planning is all that this file does, and Neo4j plans one statement on one core. */
async function sideBySide<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const rest = things.values();
  const worker = async () => {
    for (const thing of rest) await work(thing);
  };
  await Promise.all([worker(), worker()]);
}

function faultsOf(plan: Plan): string[] {
  return operators(plan).flatMap((operator) => {
    const name = nameOf(operator);
    if (SCANS.test(name)) return [`${name} ${details(operator)}`];
    if (name !== "CartesianProduct") return [];
    const many = operator.children.filter((side) => !isOneRow(side));
    return many.length > 0 && !operator.children.some(isOneRow)
      ? [`CartesianProduct of ${many.map(leaf).join(" and ")}`]
      : [];
  });
}

/** Whether a side of a product gives one row at most: a unique key, or one figure over all. */
function isOneRow(operator: Plan): boolean {
  const name = nameOf(operator);
  if (name === "EagerAggregation") return !/^[^(]*,/.test(details(operator)) && /^\s*\w+\(/.test(details(operator));
  if (name === "NodeIndexSeek") return false;
  if (ONE.test(name)) return !/[<>]|IS NOT NULL| IN /.test(details(operator));
  if (name === "CartesianProduct" || name === "Apply") return operator.children.every(isOneRow);
  const passing =
    /^(Projection|Filter|CacheProperties|Limit|Top|Sort|Distinct|OptionalExpand|SetProperty|Eager|Optional)/;
  return passing.test(name) && operator.children.length === 1 && isOneRow(operator.children[0]!);
}

function leaf(operator: Plan): string {
  const child = operator.children[0];
  return child ? leaf(child) : `${nameOf(operator)} ${details(operator)}`;
}

function details({ arguments: given }: Plan): string {
  return String((given as Record<string, unknown>).Details ?? "");
}

async function explain(text: string): Promise<Plan> {
  const session = driver.session({ database: stores().neo4j.database });
  try {
    const { summary } = await session.run(`EXPLAIN ${text}`);
    if (!summary.plan) throw new Error("The server gave no plan");
    return summary.plan;
  } finally {
    await session.close();
  }
}

async function run(text: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> {
  const session = driver.session({ database: stores().neo4j.database });
  try {
    return (await session.run(text, params)).records.map((record) => record.toObject());
  } finally {
    await session.close();
  }
}

/** 500 CIs with an address each and 100 relationships of every type, one CI being the hub of a quarter of them. */
async function load(tenant: string): Promise<void> {
  await run(
    `UNWIND range(0, 499) AS i
     CREATE (c:CI:Server {tenant: $tenant, id: 'ci' + i, type: 'server', name: 'ci ' + i, nameKey: 'ci ' + i, status: 'active',
             createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', searchText: 'ci ' + i})
     CREATE (c)-[:IDENTIFIED_BY]->(:Identifier {tenant: $tenant, kind: 'ip', value: '' + i})`,
    { tenant },
  );
  for (const [n, type] of GRAPH_RELATIONSHIP_TYPES.entries()) {
    await run(
      `UNWIND range(0, 99) AS i
       MATCH (a:CI {tenant: $tenant, id: 'ci' + (1 + (i * 7 + $n) % 499)})
       MATCH (b:CI {tenant: $tenant, id: CASE WHEN i % 4 = 0 THEN 'ci0' ELSE 'ci' + ((i * 11 + $n) % 500) END})
       CREATE (a)-[r:$($type)]->(b)
       SET r = {tenant: $tenant, id: $type + i, key: $tenant + $type + i, createdAt: '2026-01-01T00:00:00.000Z', attributes: '{}'}`,
      { tenant, n: neo4j.int(n), type },
    );
  }
}
