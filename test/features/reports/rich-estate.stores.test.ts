import neo4j from "neo4j-driver";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { lastSeenOf } from "../../../src/features/inventory/index.ts";
import { parseParameters } from "../../../src/features/reports/parameters/parse-parameters.ts";
import { renderReport } from "../../../src/features/reports/rendering/render-report.ts";
import { createReportTemplates } from "../../../src/features/reports/templates/report-templates.ts";
import { contextOf } from "../../support/context.ts";
import { stores } from "../../support/stores.ts";
import { type ServicesWorld, servicesWorld } from "../services/support.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const started = Date.now();
const ago = (ms: number) => new Date(started - ms).toISOString();
const ids: Record<string, string> = {};
let world: ServicesWorld;
let templates: ReturnType<typeof createReportTemplates>;
/** When the reports are made: after the estate. */
let now: Date;

/** Six programs on three servers; nobody maps the last. */
const HOSTS = [
  {
    name: "edge-01",
    serial: "RX-1",
    programs: [
      ["nginx", "1.24.0"],
      ["OpenSSH", "9.6"],
    ],
  },
  {
    name: "edge-02",
    serial: "RX-2",
    programs: [
      ["nginx", "1.24.0"],
      ["OpenSSH", "9.7"],
    ],
  },
  {
    name: "store-01",
    serial: "RX-3",
    programs: [
      ["nginx", "1.26.1"],
      ["Apache Tomcat", "9.0.80"],
    ],
  },
] as const;
const NGINX = "cpe:2.3:a:f5:nginx:1.24.0:*:*:*:*:*:*:*";

beforeAll(async () => {
  world = await servicesWorld();
  const { app, postgres } = world.http;
  templates = createReportTemplates({
    query: app.query.verbs,
    maps: app.maps.verbs,
    componentsOf: app.services.reads.components,
    lastSeenOf: (tenantId, ciIds) => lastSeenOf(postgres, tenantId, ciIds),
    savedQueries: { list: async () => [], find: async () => undefined },
  });
  await scans();
  await records();
  await services();
  await events();
  await world.http.changesDelivered();
  await backdate();
  now = new Date();
}, 240_000);
afterAll(() => world?.http.close());

async function scans() {
  const discovered_hosts = HOSTS.map(({ name, serial, programs }) => ({
    hostname: name,
    hardware: { serial_number: serial },
    installed_applications: programs.map(([program, version]) => ({ name: program, version })),
  }));
  const scan = (hosts: object[], scanner_id: string) =>
    world.ok("POST", "/v1/discovery/scan-data", {
      scanner_id,
      scan_type: "full",
      timestamp: new Date().toISOString(),
      data: { discovered_hosts: hosts },
    });
  await scan(discovered_hosts, "agents");
  // Nothing identifies the second: it is parked.
  await scan([{ hostname: "old-01", hardware: { serial_number: "RX-9" } }, { ip_address: null }], "sweep");
  const linked = async () => {
    const form = { entity: "software", filters: [{ field: "product", op: "exists" }], aggregate: [{ fn: "count" }] };
    expect((await world.ok("POST", "/v1/query", form)).rows).toEqual([{ count: 6 }]);
    for (const name of ["edge-01", "edge-02", "store-01", "old-01"]) {
      const { rows } = await world.ok("POST", "/v1/query", {
        entity: "ci",
        filters: [
          { field: "name", op: "eq", value: name },
          { field: "type", op: "ne", value: "software_instance" },
        ],
      });
      ids[name] = rows[0]?.id;
      expect(ids[name]).toBeDefined();
    }
  };
  await vi.waitFor(linked, { timeout: 120_000, interval: 500 });
  const { rows } = await world.ok("POST", "/v1/query", {
    entity: "software",
    filters: [{ field: "version", op: "eq", value: "1.24.0" }],
  });
  for (const { id } of rows) await world.ok("PUT", `/v1/cmdb/ci/${id}/cpe`, { name: NGINX });
}

/** Entered by hand: two that share an address, an orphan with an owner, and one that is inactive. */
async function records() {
  ids.twin1 = await world.ci({ name: "twin-1", attributes: { ip_address: "10.7.7.7", owner: "db team" } });
  ids.twin2 = await world.ci({ name: "twin-2", attributes: { ip_address: "10.7.7.7" } });
  ids.orphan = await world.ci({ name: "orphan", type: "application", attributes: { owner: "nobody" } });
  ids.retired = await world.ci({ name: "retired", type: "application", status: "inactive" });
  await world.link("depends_on", ids["edge-01"]!, ids["store-01"]!);
  await world.link("depends_on", ids["edge-02"]!, ids["store-01"]!);
  await world.link("depends_on", ids.twin1, ids.twin2);
  await world.link("connects_to", ids["old-01"]!, ids["store-01"]!);
}

/** One redundant service, one that stands on a single server, one without an agreed level. */
async function services() {
  const pair = [ids["edge-01"], ids["edge-02"]].map((ci_id) => ({ ci_id, redundancy_group: "edge" }));
  const portal = { name: "Portal", criticality: "critical", sla: { availability: 99.9 } };
  ids.portal = (await world.service(pair, portal)).id;
  const storage = { name: "Storage", criticality: "high", sla: { availability: 90 } };
  ids.storage = (await world.service([ids["store-01"]!], storage)).id;
  ids.wiki = (await world.service([], { name: "Wiki", criticality: "low" })).id;
}

/** Each with when it happened, and after how long it was acknowledged and resolved; null: never. */
const EVENTS: [string, string, string, string, number, number | null, number | null][] = [
  ["Host down", "critical", "zabbix", "edge-01", 10 * HOUR, 30, 120],
  ["Host down", "critical", "zabbix", "edge-02", 9.5 * HOUR, 10, 60],
  ["Disk full", "high", "nagios", "store-01", 5 * HOUR, 20, null],
  ["Disk full", "high", "nagios", "store-01", 3 * HOUR, null, null],
  ["Store down", "critical", "zabbix", "store-01", 2 * HOUR, null, 60],
  ["Fan", "low", "zabbix", "twin1", 40 * DAY, 5, 10],
];

async function events() {
  for (const [title, severity, source, ci, before, acknowledged, resolved] of EVENTS) {
    const fields = { title, severity, source, affected_cis: [ids[ci]], occurred_at: ago(before) };
    const { id } = await world.ok("POST", "/v1/events", fields);
    const patch = (status: string) => world.ok("PATCH", `/v1/events/${id}/status`, { status });
    if (acknowledged !== null) await patch("acknowledged");
    if (resolved !== null) await patch("resolved");
    const at = (minutes: number | null) => (minutes === null ? null : new Date(started - before + minutes * MINUTE));
    await world.http.postgres.query("update events set resolved_at = $2 where id = $1", [id, at(resolved)]);
    const text = "update event_history set at = $2 where event_id = $1 and to_status = 'acknowledged'";
    await world.http.postgres.query(text, [id, at(acknowledged)]);
  }
}

/** Lets some be old: no interface sets when something changed, or was seen. */
async function backdate() {
  const { uri, username, password, database } = stores().neo4j;
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  const old = ["orphan", "retired", "old-01"].map((name) => ids[name]);
  const parameters = { tenant: world.http.tenantId, old, at: ago(100 * DAY) };
  const text = "UNWIND $old AS id MATCH (c:CI {tenant: $tenant, id: id}) SET c.updatedAt = $at";
  await driver.executeQuery(text, parameters, { database: database ?? "neo4j" });
  await driver.close();
  await world.http.postgres.query("update sightings set last_seen = $2 where ci_id = $1", [
    ids["old-01"],
    ago(60 * DAY),
  ]);
}

async function report(id: string, given: Record<string, unknown> = {}) {
  const ctx = contextOf(world.http.tenantId);
  const template = (await templates.find(ctx, id))!;
  const { parameters } = parseParameters(template, given);
  const { signal } = new AbortController();
  const content = await template.build({ ctx, tenant: "Acme", parameters, now, signal });
  const pieces: Uint8Array[] = [];
  for await (const piece of renderReport(content, "json", { signal }).bytes) pieces.push(piece);
  const body = JSON.parse(Buffer.concat(pieces).toString());
  const entries = body.figures.map(({ key, value }: { key: string; value: unknown }) => [key, value]);
  const table = (key: string): Record<string, unknown>[] =>
    body.tables.find((one: { key: string }) => one.key === key).rows;
  const chart = (key: string) => body.charts.find((one: { key: string }) => one.key === key);
  return { body, figures: Object.fromEntries(entries), table, chart };
}

describe("a rich estate", () => {
  test("software_inventory", async () => {
    const { figures, table, chart } = await report("software_inventory");
    expect(figures).toMatchObject({ installations: 6, products: 3, unidentified: 0 });
    expect(table("installations").map(({ name, version, "server.name": server }) => [name, version, server])).toEqual([
      ["Apache Tomcat", "9.0.80", "store-01"],
      ["nginx", "1.24.0", "edge-01"],
      ["nginx", "1.24.0", "edge-02"],
      ["nginx", "1.26.1", "store-01"],
      ["OpenSSH", "9.6", "edge-01"],
      ["OpenSSH", "9.7", "edge-02"],
    ]);
    const counts = table("groups").map((row) => [row.version, row.count, row["count_distinct(server.id)"]]);
    expect(counts[0]).toEqual(["1.24.0", 2, 2]);
    expect(counts).toHaveLength(5);
    expect(chart("products").series[0].values).toEqual([3, 2, 1]);
    const families = chart("families").series[0].values as number[];
    expect(families.reduce((sum, one) => sum + one, 0)).toBe(6);
    const byServer = await report("software_inventory", { grouping: "server.name" });
    expect(byServer.table("groups").map((row) => row.count)).toEqual([2, 2, 2]);
  });

  test("vulnerability_exposure", async () => {
    const { figures, table } = await report("vulnerability_exposure");
    const withCpe = table("cpes").reduce((sum, { instances }) => sum + Number(instances), 0);
    expect(table("cpes")).toContainEqual(expect.objectContaining({ cpe: NGINX, instances: 2, servers: 2, cves: null }));
    expect(figures).toMatchObject({ cves: null, instances_with_cpe: withCpe, cpe_names: table("cpes").length });
    expect(figures.cpe_coverage).toBeCloseTo((withCpe / 6) * 100, 1);
    expect(table("without_cpe")).toHaveLength(6 - withCpe);
  });

  test("discovery_coverage", async () => {
    const { figures, table, chart } = await report("discovery_coverage", { ci_type: ["server"] });
    // Three hosts of today, one of two months ago, the twins never.
    expect(figures).toMatchObject({ coverage: 50, not_seen: 1, never_seen: 2, scans: 2 });
    expect(table("not_covered").map(({ name, coverage }) => [name, coverage])).toEqual([
      ["old-01", "no longer seen"],
      ["twin-1", "never seen"],
      ["twin-2", "never seen"],
    ]);
    expect(chart("by_group").series.map(({ values }: { values: number[] }) => values)).toEqual([[3], [1], [2]]);
    expect(table("scanners").map((row) => [row.scanner_id, row.count, row["sum(hosts.total)"]])).toEqual([
      ["agents", 1, 3],
      ["sweep", 1, 2],
    ]);
    const lost = table("scanners").map((row) => Number(row["sum(hosts.failed)"]) + Number(row["sum(hosts.parked)"]));
    expect([lost, figures.hosts_not_processed]).toEqual([[0, 1], 1]);
  });

  test("data_quality", async () => {
    const { figures, table } = await report("data_quality");
    // Four scanned servers, the twins, the orphan and three services; owners have one twin and the orphan.
    expect(figures).toEqual({ missing_owner: 8, stale: 1, duplicates: 2, orphans: 2 });
    expect(table("missing_owner").map(({ name }) => name)).toEqual([
      "Portal",
      "Storage",
      "Wiki",
      "edge-01",
      "edge-02",
      "old-01",
      "store-01",
      "twin-2",
    ]);
    // The old host was seen 60 days ago.
    expect(table("stale").map(({ name, last_seen }) => [name, last_seen])).toEqual([["orphan", null]]);
    expect(table("duplicates").map(({ name, shares, value }) => [name, shares, value])).toEqual([
      ["twin-1", "IP address", "10.7.7.7"],
      ["twin-2", "IP address", "10.7.7.7"],
    ]);
    expect(table("orphans").map(({ name }) => name)).toEqual(["orphan", "Wiki"]);
    const sooner = await report("data_quality", { stale_days: 50 });
    expect(sooner.table("stale").map(({ name }) => name)).toEqual(["old-01", "orphan"]);
  });

  test("event_summary", async () => {
    const { figures, table, chart } = await report("event_summary", { grouping: "source" });
    expect(figures).toEqual({
      events: 5,
      open: 2,
      // Of 30, 10 and 20 minutes.
      mean_time_to_acknowledge: 20 * 60,
      // Of 120, 60 and 60 minutes.
      mean_time_to_resolve: 80 * 60,
      recurring: 2,
    });
    expect(table("worst_unresolved").map(({ title, severity, status }) => [title, severity, status])).toEqual([
      ["Disk full", "high", "acknowledged"],
      ["Disk full", "high", "open"],
    ]);
    expect(table("worst_unresolved")[0]).toMatchObject({ "ci.name": ["store-01"], occurred_at: ago(5 * HOUR) });
    expect(table("recurring").map(({ title, events: count }) => [title, count])).toEqual([
      ["Disk full", 2],
      ["Host down", 2],
    ]);
    expect(table("groups")).toEqual([
      { source: "zabbix", count: 3, "avg(time_to_acknowledge)": 1_200, "avg(time_to_resolve)": 4_800 },
      { source: "nagios", count: 2, "avg(time_to_acknowledge)": 1_200, "avg(time_to_resolve)": null },
    ]);
    const sums = chart("by_day").series.map(({ values }: { values: number[] }) => values.reduce((a, b) => a + b, 0));
    expect(sums).toEqual([3, 2, 0, 0]);
    const older = await report("event_summary", { date_range: { from: ago(41 * DAY), to: ago(39 * DAY) } });
    expect(older.figures).toMatchObject({ events: 1, mean_time_to_acknowledge: 300, mean_time_to_resolve: 600 });
  });

  test("service_health", async () => {
    const from = new Date(now.getTime() - 20 * HOUR).toISOString();
    const { figures, table, chart } = await report("service_health", { date_range: { from, to: now.toISOString() } });
    // Portal: both of the pair were down from 9.5 to 8.5 hours ago, one of 20 hours. Storage: an hour.
    expect(
      table("services").map((row) => [row.name, row.availability, row.sla_met, row.downtime, row.outages]),
    ).toEqual([
      ["Portal", 95, false, 3_600, 1],
      ["Storage", 95, true, 3_600, 1],
      ["Wiki", 100, null, 0, 0],
    ]);
    expect(figures).toMatchObject({ services: 3, mean_availability: 96.667, below_target: 1 });
    expect(chart("availability_by_day").series.map(({ name }: { name: string }) => name)).toEqual([
      "Portal",
      "Storage",
      "Wiki",
    ]);
  });

  test("change_risk", async () => {
    const url = `/v1/cmdb/ci/${ids.twin2}`;
    await world.ok("PUT", url, { status: "maintenance" });
    await world.ok("PUT", url, { status: "active" });
    await world.ok("POST", "/v1/events", {
      title: "Twin fails",
      severity: "critical",
      source: "zabbix",
      affected_cis: [ids.twin2],
    });
    await world.http.changesDelivered();
    const range = { from: ago(HOUR), to: new Date(Date.now() + HOUR).toISOString() };
    const { figures, table, chart } = await report("change_risk", { date_range: range, ci_type: ["server"] });
    const rows = table("followed_changes");
    // It was created, changed, and changed back; an event came after each.
    expect(rows.map(({ name, action, event }) => [name, action, event])).toEqual([
      ["twin-2", "created", "Twin fails"],
      ["twin-2", "updated", "Twin fails"],
      ["twin-2", "updated", "Twin fails"],
    ]);
    expect(figures).toMatchObject({ followed_by_events: 3, rolled_back: 1, failed_changes: null });
    expect(table("most_changed").find(({ name }) => name === "twin-2")).toMatchObject({ changes: 3, followed: 3 });
    const total = chart("by_day").series.flatMap(({ values }: { values: number[] }) => values);
    expect(total.reduce((a: number, b: number) => a + b, 0)).toBe(figures.changes);
  });

  test.each(["') DETACH DELETE n //", "`) RETURN 1 //", "'; drop table events; --", "$tenantId", "{{v}}", "__proto__"])(
    "%s is a plain text, as a type and as a grouping",
    async (text) => {
      const { figures } = await report("ci_inventory", { ci_type: [text] });
      expect(figures.cis).toBe(0);
      for (const id of ["ci_inventory", "software_inventory", "event_summary"]) {
        const template = (await templates.find(contextOf(world.http.tenantId), id))!;
        const { parameters } = parseParameters(template, { grouping: [text] });
        await expect(template.check?.(contextOf(world.http.tenantId), parameters)).rejects.toMatchObject({
          violations: [{ field: "parameters.grouping.0" }],
        });
      }
      expect((await report("event_summary")).figures.events).toBeGreaterThan(0);
    },
  );

  test("relationship_map", async () => {
    const { figures, table, body, chart } = await report("relationship_map");
    expect(table("most_connected")[0]).toMatchObject({ name: "store-01" });
    expect(body.pictures.map(({ title }: { title: string }) => title)).toEqual([
      "Map of Portal",
      "Map of Storage",
      "Map of Wiki",
    ]);
    expect(body.pictures[0].svg).toContain("edge-01");
    const byType = Object.fromEntries(
      chart("types").labels.map((label: string, i: number) => [label, chart("types").series[0].values[i]]),
    );
    expect(byType).toMatchObject({ depends_on: 3, connects_to: 1, part_of: 3 });
    expect(figures.relationships).toBe(
      Object.values(byType as Record<string, number>).reduce((sum, one) => sum + one, 0),
    );
    const one = await report("relationship_map", { ci_id: ids["edge-01"], depth: 2 });
    expect(one.table("dependencies").map(({ name }) => name)).toContain("store-01");
  });
});
