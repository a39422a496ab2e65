import neo4j, { type Driver, type Plan } from "neo4j-driver";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import { eventsGraph } from "../../../src/features/events/events.graph.store.ts";
import { type EmbeddedStores, startEmbedded } from "../../../src/platform/embedded/index.ts";
import { loadCypher } from "../../../src/platform/graph/catalogue.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { createPlanRenewal } from "../../../src/platform/graph/plan-renewal.ts";
import { createLogger } from "../../../src/platform/log.ts";
import type { Repeated } from "../../../src/platform/repeat.ts";
import { nameOf, operators } from "../../support/plans.ts";
import { removeHome } from "../../support/stores.global.ts";
import { freshFolder, optionsFor } from "../embedded/support.ts";

const log = createLogger("silent");
let home: string;
let stores: EmbeddedStores;
let graph: Graph;
let driver: Driver;
let renewal: Repeated | undefined;

beforeAll(async () => {
  home = await freshFolder("plans");
  // Neo4j samples nothing by itself, as in the seconds after a first scan.
  const neo4jSettings = ["db.index_sampling.background_enabled=false"];
  stores = await startEmbedded({ ...optionsFor(home, "neo4j"), neo4jSettings });
  const { uri, username, password } = stores.neo4j!;
  graph = createGraph({ ...stores.neo4j!, log });
  driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  await migrateGraph(graph, log);
});
afterAll(async () => {
  await driver?.close();
  await graph?.close();
  await stores?.stop();
  await removeHome(home);
});
afterEach(async () => {
  await renewal?.stop();
  renewal = undefined;
});

/** Starts the renewal on a graph that may answer otherwise, and waits for its first look. Counts what it does. */
async function start(answers: Partial<Record<string, () => Promise<never>>> = {}) {
  const counts = { looks: 0, plannedAhead: 0, renewals: 0 };
  const read: Graph["read"] = async (query, params) => {
    const { name } = query.file;
    if (name === "plans/renew") counts.renewals++;
    const rows = await (answers[name]?.() ?? graph.read(query, params));
    if (name === "plans/size") counts.looks++;
    return rows;
  };
  const planAhead = async () => void counts.plannedAhead++;
  const { signal } = new AbortController();
  renewal = createPlanRenewal({ graph: { ...graph, read }, planAhead, signal, log, pauseMs: 20 });
  renewal.start();
  await expect.poll(() => counts.looks).toBeGreaterThan(0);
  return counts;
}

const hostName = (i: number) => `host-${i}.example.com`;

/** Hosts as a scan leaves them, in one transaction. */
async function addHosts(from: number, to: number): Promise<void> {
  await graph.raw(
    `UNWIND range($from, $to - 1) AS i
     CREATE (c:CI {tenant: 'scanned', id: 'ci-' + i, type: 'server', status: 'active', version: 1})
     FOREACH (kind IN ['fqdn', 'hostname', 'ip'] |
       CREATE (c)-[:IDENTIFIED_BY]->(:Identifier {tenant: 'scanned', kind: kind, value: 'host-' + i + '.example.com'}))`,
    { from: neo4j.int(from), to: neo4j.int(to) },
  );
}

const findHosts = () => eventsGraph.byFullName(graph, "scanned", [hostName(1), hostName(2)]);

/** How the plan that Neo4j has kept of a statement, or makes now, reads its index, and how many rows it expects of that. */
async function indexReadOf(name: string): Promise<{ operator: string; rows: number }> {
  const { summary } = await driver.executeQuery(`EXPLAIN ${loadCypher(name).text}`, { tenantId: "scanned", names: [] });
  const found = operators(summary.plan as Plan).find((operator) => nameOf(operator).includes("Index"))!;
  return { operator: nameOf(found), rows: Number(found.arguments.EstimatedRows) };
}

describe("plans of statements", () => {
  it("made just after the first scan take an index for empty, and seek in it once they are renewed", async () => {
    const counts = await start();
    await renewal!.stop();
    await addHosts(0, 1_000);
    expect((await findHosts()).get(hostName(2))).toMatchObject({ id: "ci-2" });
    // A scan of what is empty costs no more than a seek: which of them Neo4j takes is left to chance.
    expect((await indexReadOf("events/by-full-name")).rows).toBeLessThan(1);
    renewal!.start();
    await expect.poll(() => counts.plannedAhead).toBe(1);
    expect((await findHosts()).get(hostName(2))).toMatchObject({ id: "ci-2" });
    const { operator, rows } = await indexReadOf("events/by-full-name");
    expect(operator).toBe("NodeUniqueIndexSeek");
    expect(rows).toBeGreaterThanOrEqual(1);
  });

  it("are left alone by a start, and until the graph is ten times as large", async () => {
    const counts = await start();
    await addHosts(1_000, 9_000);
    const { looks } = counts;
    await expect.poll(() => counts.looks).toBeGreaterThan(looks + 3);
    expect(counts.renewals).toBe(0);
    await addHosts(9_000, 10_000);
    await expect.poll(() => counts.plannedAhead).toBe(1);
    expect(counts.renewals).toBe(1);
  });

  it("are renewed once Neo4j can be reached again", async () => {
    let isAway = true;
    const away = async () => {
      if (isAway) throw unavailable("The graph store cannot be reached");
      return undefined as never;
    };
    await graph.raw("MATCH (n:CI|Identifier) DETACH DELETE n");
    const counts = await start({ "plans/renew": away });
    await addHosts(0, 100);
    await expect.poll(() => counts.renewals).toBeGreaterThan(2);
    expect(counts.plannedAhead).toBe(0);
    isAway = false;
    await expect.poll(() => counts.plannedAhead).toBe(1);
  });

  it("are not asked for again and again where Neo4j refuses", async () => {
    await graph.raw("MATCH (n:CI|Identifier) DETACH DELETE n");
    const counts = await start({ "plans/renew": () => Promise.reject(new Error("not allowed")) });
    await addHosts(0, 100);
    await expect.poll(() => counts.renewals).toBe(1);
    const { looks } = counts;
    await expect.poll(() => counts.looks).toBeGreaterThan(looks + 3);
    expect(counts).toMatchObject({ renewals: 1, plannedAhead: 0 });
  });
});
