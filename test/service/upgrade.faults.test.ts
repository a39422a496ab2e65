import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { SCOPES } from "../../src/model/scopes.ts";
import { graphMigrations } from "../../src/platform/graph/migrate.ts";
import { createLogger } from "../../src/platform/log.ts";
import { postgresMigrations } from "../../src/platform/postgres/migrate.ts";
import { cypher, sql } from "../platform/embedded/support.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { type OlderInstallation, olderInstallation } from "./faults/older-installation.ts";

/** A run by hand may ask for more: UPGRADE_CIS=100000. It shows how long the upgrade took. */
const CIS = Number(process.env.UPGRADE_CIS ?? 2_000);

/** What is asked here is what the answers say, not how fast stores give them that have planned nothing yet. */
const DEADLINE_MS = 60_000;

let stores: LabStores;
let older: OlderInstallation;
let app: App;
let headers: Record<string, string>;
let upgraded: Awaited<ReturnType<App["migrate"]>>;

beforeAll(async () => {
  stores = await labStores();
  older = await olderInstallation(stores, CIS);
  const config = loadConfig({
    ORRERY_SECRET: "a root secret of the upgrade, long enough",
    ORRERY_RATE_LIMIT_FACTOR: "1000",
  });
  const { neo4j, postgres } = stores;
  app = createApp(config, {
    log: createLogger("silent"),
    stores: { neo4j, postgresUrl: postgres.url },
    deadlineMs: DEADLINE_MS,
  });
  const began = performance.now();
  upgraded = await app.migrate();
  console.log(JSON.stringify({ cis: CIS, upgrade_ms: Math.round(performance.now() - began), ...older.missing }));
  await app.prepare();
  await app.startWork({ work: true });
  const { secret } = await app.access.createKeyForTenant("api_key", {
    tenant: older.tenant,
    name: "after",
    scopes: [...SCOPES],
  });
  headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
}, 1_800_000);

afterAll(async () => {
  await app?.stopWork(5_000);
  await app?.close();
});

async function call(method: string, path: string, body?: object) {
  const answer = await app.http.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  const content = (await answer.json()) as any;
  expect(answer.status, JSON.stringify(content)).toBeLessThan(300);
  return content;
}
const totalOf = async (path: string) =>
  (await call("GET", `${path}${path.includes("?") ? "&" : "?"}limit=1`)).pagination.total;

describe("an installation of the version before", () => {
  it("gets what it lacks, once, and keeps what it holds", async () => {
    expect([upgraded.postgres.length, upgraded.graph.length]).toEqual([older.missing.postgres, older.missing.graph]);
    expect(upgraded.graph.length).toBeGreaterThan(0);
    const applied = await sql(stores.postgres.url, "select count(*)::int as n from schema_migrations");
    expect(applied).toEqual([{ n: postgresMigrations().length }]);
    const inGraph = await cypher(stores.neo4j, "MATCH (m:SchemaMigration) RETURN count(m) AS n");
    expect(inGraph).toEqual([{ n: graphMigrations().length }]);
    expect(await cypher(stores.neo4j, "SHOW INDEXES YIELD state RETURN DISTINCT state")).toEqual([{ state: "ONLINE" }]);
    expect(await app.migrate()).toEqual({ postgres: [], graph: [] });
  });

  it("has every CI, relationship and event in its lists", async () => {
    expect(await totalOf("/v1/cmdb/ci")).toBe(older.cis);
    expect(await totalOf("/v1/cmdb/ci?status=inactive")).toBe(older.inactive);
    expect(await totalOf("/v1/cmdb/ci?type=database")).toBe(older.cis / 100);
    expect(await totalOf("/v1/cmdb/relationships?include_ai=true")).toBe(older.relationships);
    expect(await totalOf("/v1/cmdb/relationships")).toBe(older.relationships - older.aiFound);
    expect(await totalOf("/v1/events")).toBe(older.events);
    expect(await totalOf(`/v1/events?ci_id=${older.database}`)).toBe(1);
  });

  it("has the labels that traversals read", async () => {
    const [labelled] = await cypher(
      stores.neo4j,
      `RETURN COUNT { (:CI:Inactive) } AS inactive, COUNT { (:CI:AiLinked)-[:DEPENDS_ON {aiFound: true}]->(:CI:AiLinked) } AS ai`,
    );
    expect(labelled).toEqual({ inactive: older.inactive, ai: older.aiFound });
  });

  it("is searched, and walked along its dependencies", async () => {
    const found = await call("GET", "/v1/cmdb/ci?search=database%200");
    expect(found.data).toContainEqual(expect.objectContaining({ id: older.database, name: "database 0" }));
    const impact = await call("GET", `/v1/cmdb/ci/${older.database}/impact`);
    // A hundred CIs share a database: itself, an inactive one, and one found by a model are left out.
    expect(impact.affected).toHaveLength(97);
  });

  it("is written to: CIs change, events repeat and end, what is new is grouped", async () => {
    await call("PUT", `/v1/cmdb/ci/${older.database}`, { attributes: { upgraded: true } });
    expect(await call("GET", `/v1/cmdb/ci/${older.database}`)).toMatchObject({ attributes: { n: 1, upgraded: true } });
    const report = (status: string) =>
      call("POST", "/v1/events", {
        ...{ title: "again", severity: "high", source: "older", source_id: older.database },
        ...{ affected_cis: [older.database], status },
      });
    const again = await report("open");
    expect(await call("GET", `/v1/events/${again.id}`)).toMatchObject({ occurrences: 2, status: "open" });
    const ended = await report("resolved");
    expect(ended.id).toBe(again.id);
    expect(await totalOf("/v1/events")).toBe(older.events);
    expect(await totalOf("/v1/events?status=resolved")).toBe(1);
    const fresh = { title: "fresh", severity: "high", source: "newer", source_id: "1", affected_cis: [older.database] };
    await call("POST", "/v1/events", fresh);
    await expect.poll(() => totalOf("/v1/incidents"), { timeout: 60_000 }).toBeGreaterThan(0);
  });
});
