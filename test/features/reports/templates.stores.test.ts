import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lastSeenOf } from "../../../src/features/inventory/index.ts";
import { parseParameters } from "../../../src/features/reports/parameters/parse-parameters.ts";
import { renderReport } from "../../../src/features/reports/rendering/render-report.ts";
import type { ReportFormat } from "../../../src/features/reports/report.model.ts";
import { createReportTemplates } from "../../../src/features/reports/templates/report-templates.ts";
import { contextOf } from "../../support/context.ts";
import { type ServicesWorld, servicesWorld } from "../services/support.ts";

const HOUR = 3_600_000;
const now = new Date();
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
let world: ServicesWorld;
let templates: ReturnType<typeof createReportTemplates>;
const ids: Record<string, string> = {};

/** Two servers, a database, a printer that nothing is related to, a service of one server, and three events. */
beforeAll(async () => {
  world = await servicesWorld();
  const { app, postgres } = world.http;
  templates = createReportTemplates({
    query: app.query.verbs,
    maps: app.maps.verbs,
    componentsOf: app.services.reads.components,
    lastSeenOf: (tenantId, ciIds) => lastSeenOf(postgres, tenantId, ciIds),
    savedQueries: { list: async () => [SAVED], find: async (_, id) => (id === SAVED.id ? SAVED : undefined) },
  });
  ids.web1 = await world.ci({ name: "web1", attributes: { owner: "ops", ip_address: "10.1.0.1" } });
  ids.web2 = await world.ci({ name: "web2", attributes: { ip_address: "10.1.0.1" }, status: "maintenance" });
  ids.db = await world.ci({ name: "=db", type: "database" });
  ids.printer = await world.ci({ name: "lone printer", type: "printer" });
  await world.link("depends_on", ids.web1, ids.db);
  await world.link("depends_on", ids.web2, ids.db);
  const service = { name: "Shop", criticality: "critical", sla: { availability: 99.9 } };
  ids.shop = (await world.service([ids.web1], service)).id;
  const event = (fields: object) => world.ok("POST", "/v1/events", { source: "probe", ...fields });
  const outage = await event({ title: "down", severity: "critical", affected_cis: [ids.web1], occurred_at: ago(6) });
  await world.ok("PATCH", `/v1/events/${outage.id}/status`, { status: "acknowledged" });
  await world.ok("PATCH", `/v1/events/${outage.id}/status`, { status: "resolved" });
  await event({ title: "slow", severity: "low", affected_cis: [ids.db], occurred_at: ago(30) });
  await event({ title: "slow", severity: "low", affected_cis: [ids.db], occurred_at: ago(20) });
  // Behind the time of the reports: only the report of changes looks beyond it.
  await event({ title: "jam", severity: "high", affected_cis: [ids.printer] });
  await world.http.changesDelivered();
});
afterAll(() => world?.http.close());

const SAVED = {
  id: "s1",
  name: "Servers",
  description: null,
  query: { entity: "ci" as const, filters: [{ field: "type", op: "eq" as const, value: "server" }], limit: 1 },
};

async function generate(id: string, given: Record<string, unknown> = {}, format: ReportFormat = "json") {
  const ctx = contextOf(world.http.tenantId);
  const template = (await templates.find(ctx, id))!;
  const { parameters } = parseParameters(template, given);
  await template.check?.(ctx, parameters);
  const { signal } = new AbortController();
  const content = await template.build({ ctx, tenant: "Acme", parameters, now, signal });
  const rendered = renderReport(content, format, { signal });
  const pieces: Uint8Array[] = [];
  for await (const piece of rendered.bytes) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), rows: rendered.rows() };
}

async function report(id: string, given: Record<string, unknown> = {}) {
  const { bytes, rows } = await generate(id, given);
  const body = JSON.parse(bytes.toString());
  const figures = Object.fromEntries(
    body.figures.map(({ key, value }: { key: string; value: unknown }) => [key, value]),
  );
  const table = (key: string): Record<string, unknown>[] =>
    body.tables.find((one: { key: string }) => one.key === key).rows;
  return { body, figures, table, rows };
}

describe("templates", () => {
  test("ci_inventory has a row for each CI, grouped and limited as asked", async () => {
    const { figures, table, rows, body } = await report("ci_inventory");
    expect(figures).toMatchObject({ cis: 5, active_percent: 80, in_maintenance: 1, without_relationships: 1 });
    expect(rows).toBe(5);
    expect(table("cis").map(({ name, type, status, owner }) => [name, type, status, owner])).toEqual([
      ["Shop", "business_service", "active", null],
      ["=db", "database", "active", null],
      ["lone printer", "printer", "active", null],
      ["web1", "server", "active", "ops"],
      ["web2", "server", "maintenance", null],
    ]);
    expect(table("groups")[0]).toEqual({ type: "server", count: 2, share: 40 });
    expect(body.report.data_as_of).toMatch(/^\d{4}-/);
    const servers = await report("ci_inventory", { ci_type: "Server", grouping: "status,type" });
    expect([servers.rows, servers.table("groups")]).toEqual([
      2,
      [
        { status: "active", type: "server", count: 1, share: 50 },
        { status: "maintenance", type: "server", count: 1, share: 50 },
      ],
    ]);
    expect((await report("ci_inventory", { date_range: { to: "2020-01-01" } })).rows).toBe(0);
  });

  test("a grouping that no field is called is refused by its place", async () => {
    await expect(report("ci_inventory", { grouping: ["type", "colour"] })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      violations: [{ field: "parameters.grouping.1" }],
    });
  });

  test("event_summary counts, and means are from when events happened", async () => {
    const { figures, table, rows } = await report("event_summary", { date_range: "last_7_days" });
    expect(figures).toMatchObject({ events: 3, open: 2, recurring: 1 });
    expect(figures.mean_time_to_resolve).toBeGreaterThanOrEqual(6 * 3_600);
    expect(figures.mean_time_to_resolve).toBeLessThan(6 * 3_600 + 600);
    expect(figures.mean_time_to_acknowledge).toBeLessThanOrEqual(figures.mean_time_to_resolve as number);
    expect(figures.mean_time_to_acknowledge).toBeGreaterThanOrEqual(6 * 3_600);
    expect(rows).toBe(3);
    expect(table("recurring")).toMatchObject([{ title: "slow", source: "probe", events: 2, last: ago(20) }]);
    const lately = await report("event_summary", { date_range: "last_24_hours", ci_type: "database" });
    expect(lately.figures).toMatchObject({ events: 1, recurring: 0, mean_time_to_resolve: null });
  });

  test("service_health measures availability against what was agreed", async () => {
    const { table, figures, body } = await report("service_health", { date_range: "last_24_hours" });
    const [shop] = table("services");
    expect(shop).toMatchObject({ name: "Shop", sla_availability: 99.9, sla_met: false, outages: 1 });
    // Six of 24 hours down.
    expect(shop?.availability).toBeCloseTo(75, 0);
    expect(shop?.downtime).toBeCloseTo(6 * 3_600, -3);
    expect(figures.below_target).toBe(1);
    expect(body.charts[0].series[0].values.some((value: number | null) => value !== null && value < 1)).toBe(true);
    const before = await report("service_health", { date_range: { from: ago(24), to: ago(12) } });
    expect(before.table("services")).toMatchObject([{ availability: 100, sla_met: true, downtime: 0, outages: 0 }]);
  });

  test("data_quality names what to mend", async () => {
    const { figures, table } = await report("data_quality");
    expect(figures).toEqual({ missing_owner: 4, stale: 0, duplicates: 2, orphans: 1 });
    expect(table("missing_owner").map(({ name }) => name)).toEqual(["Shop", "=db", "lone printer", "web2"]);
    expect(table("duplicates").map(({ name, shares, value }) => [name, shares, value])).toEqual([
      ["web1", "IP address", "10.1.0.1"],
      ["web2", "IP address", "10.1.0.1"],
    ]);
    expect(table("orphans").map(({ name }) => name)).toEqual(["lone printer"]);
  });

  test("discovery_coverage names the machines that no scan saw", async () => {
    const { figures, table } = await report("discovery_coverage", { ci_type: ["server", "printer"] });
    expect(figures).toMatchObject({ coverage: 0, never_seen: 3, not_seen: 0, scans: 0 });
    expect(table("not_covered").map(({ name }) => name)).toEqual(["lone printer", "web1", "web2"]);
  });

  test("change_risk shows what was changed, and leaves unknown what only change records know", async () => {
    const { figures, table } = await report("change_risk", { date_range: { from: ago(24), to: ago(-24) } });
    expect(figures).toMatchObject({ changes: 5, followed_by_events: 1, failed_changes: null, risk_score: null });
    expect(table("followed_changes")).toMatchObject([
      { name: "lone printer", action: "created", event: "jam", severity: "high" },
    ]);
    expect(table("most_changed").map(({ name }) => name)).toContain("web1");
  });

  test("software_inventory and vulnerability_exposure are well without any software, and say what is not known", async () => {
    expect((await report("software_inventory")).figures).toMatchObject({ installations: 0, products: 0 });
    const { figures, body } = await report("vulnerability_exposure");
    expect(figures).toMatchObject({ cves: null, instances_with_cpe: 0, cpe_coverage: null });
    expect(body.notes.join(" ")).toContain("no CVEs");
  });

  test("relationship_map holds maps and counts", async () => {
    const { figures, body, table } = await report("relationship_map");
    expect(figures).toMatchObject({ relationships: 3, cis: 5, without_relationships: 1 });
    expect(body.pictures).toMatchObject([{ title: "Map of Shop" }]);
    expect(body.pictures[0].svg).toContain("web1");
    expect(table("most_connected")[0]).toMatchObject({ "relationships.count": 2 });
    const one = await report("relationship_map", { ci_id: ids.web1, depth: 1 });
    expect(one.table("dependencies").map(({ name }) => name)).toEqual(["=db"]);
    await expect(report("relationship_map", { ci_id: "nothing" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("a saved query is a template without its own limit", async () => {
    const { rows, table } = await report("query:s1");
    expect(rows).toBe(2);
    expect(table("rows").map(({ name }) => name)).toEqual(["web1", "web2"]);
    expect(await templates.find(contextOf(world.http.tenantId), "query:s2")).toBeUndefined();
  });

  test.each(["csv", "json"] as const)("the same data gives the same %s", async (format) => {
    const [one, other] = [await generate("ci_inventory", {}, format), await generate("ci_inventory", {}, format)];
    expect(one.bytes.equals(other.bytes)).toBe(true);
    expect(one.bytes.toString()).toContain("web1");
  });

  test("each template makes each of its formats", async () => {
    for (const template of await templates.list(contextOf(world.http.tenantId))) {
      for (const format of template.formats) {
        const { bytes } = await generate(template.id, {}, format);
        expect(bytes.length, `${template.id} ${format}`).toBeGreaterThan(100);
      }
    }
  });
});
