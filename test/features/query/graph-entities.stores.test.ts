import { afterAll, beforeAll, expect, test } from "vitest";
import type { QueryRow } from "../../../src/features/query/query.model.ts";
import { createGraphWorld, type GraphWorld } from "./graph-world.ts";

/** When scans last confirmed every collection. */
const COLLECTED = "2999-01-02T03:04:05.000Z";
let world: GraphWorld;
beforeAll(async () => {
  world = await createGraphWorld(
    async (_tenantId, ids) => new Map(ids.map((id) => [id, { status: "degraded", score: 60 }])),
    async (_tenantId, asked) => new Map(asked.map(({ ciId, kind }) => [`${ciId} ${kind}`, COLLECTED])),
  );
});
afterAll(() => world.close());

async function installations() {
  const t = world.tenant();
  const [web, mail] = [await t.ci("web", { attributes: { os: "Linux" } }), await t.ci("mail")];
  const instance = (name: string, version: string, vendor?: string) =>
    t.ci(name, { type: "software_instance", attributes: { version, ...(vendor && { vendor }) } });
  const nginx = await instance("nginx", "1.26", "F5");
  const postfix = await instance("postfix", "3.8");
  const old = await instance("nginx", "1.0");
  const product = await t.ci("Postfix", { type: "software", attributes: { vendor: "Venema" } });
  const family = await t.ci("Mail Servers", { type: "software_family" });
  await t.link(nginx, "Installed On", web);
  await t.link(postfix, "Installed On", mail);
  await t.link(postfix, "Instance Of", product);
  await t.link(product, "Member Of", family);
  return { ...t, web, nginx, old };
}

test("software has a row for each current installation, with its server, product and family", async () => {
  const t = await installations();
  const { rows, total } = await t.ask({ entity: "software", order: [{ field: "name" }] });
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    {
      name: "nginx",
      version: "1.26",
      vendor: "F5",
      family: null,
      ci_id: t.nginx,
      "server.id": t.web,
      "server.name": "web",
    },
    { name: "postfix", version: "3.8", vendor: "Venema", family: "Mail Servers", "server.name": "mail" },
  ]);
  const filters = [{ field: "server.attributes.os", op: "eq" as const, value: "linux" }];
  expect(await t.rows({ entity: "software", filters, fields: ["name"] })).toEqual([{ name: "nginx" }]);
  const onWeb = [{ field: "server.name", op: "eq" as const, value: "WEB" }];
  expect(await t.rows({ entity: "software", filters: onWeb, fields: ["id"] })).toEqual([{ id: t.nginx }]);
  expect(await t.rows({ entity: "software", group_by: ["family"] })).toEqual([
    { family: "Mail Servers", count: 1 },
    { family: null, count: 1 },
  ]);
});

test("relationships show their ends and attributes; what a model found only where a form asks who found it", async () => {
  const t = world.tenant();
  const [a, b] = [await t.ci("a"), await t.ci("b", { attributes: { os: "Linux" } })];
  const uses = await t.link(a, "Connected To", b, {
    attributes: { port: 443, tls: { version: "1.3" } },
    confidence: 0.5,
  });
  const feeds = await t.link(b, "feeds into", a);
  await t.link(b, "depends_on", a, { discoveredBy: "ai:model" });
  const rows = (form: object): Promise<QueryRow[]> => t.rows({ entity: "relationship", ...form });
  expect(await rows({})).toEqual([
    { id: uses, type: "Connected To", "source.id": a, "source.name": "a", "target.id": b, "target.name": "b" },
    { id: feeds, type: "feeds into", "source.id": b, "source.name": "b", "target.id": a, "target.name": "a" },
  ]);
  const only = async (field: string, op: string, value?: unknown) =>
    (await rows({ filters: [{ field, op, ...(value !== undefined && { value }) }], fields: ["id"] })).map(
      ({ id }) => id,
    );
  expect(await only("type", "eq", "connected_to")).toEqual([uses]);
  expect(await only("type", "in", ["Feeds-Into", "runs_on"])).toEqual([feeds]);
  expect(await only("type", "starts_with", "FEEDS")).toEqual([feeds]);
  expect(await only("attributes.port", "gte", 443)).toEqual([uses]);
  expect(await only("attributes.tls.version", "eq", "1.3")).toEqual([uses]);
  expect(await only("confidence", "eq", 1)).toEqual([feeds]);
  expect(await only("source.name", "ne", "A")).toEqual([feeds]);
  expect(await only("target.id", "eq", b)).toEqual([uses]);
  expect(await only("target.attributes.os", "missing")).toEqual([feeds]);
  expect(await rows({ group_by: ["discovered_by"] })).toHaveLength(2);
});

test("services show what they promise, and their health", async () => {
  const t = world.tenant();
  const attributes = { criticality: "High", sla: { availability: 99.5 } };
  const shop = await t.ci("shop", { type: "business_service", attributes });
  await t.ci("plain", { type: "business_service" });
  await t.link(await t.ci("web"), "part_of", shop);
  const fields = ["name", "criticality", "sla.availability", "components.count", "health.status", "health.score"];
  expect(await t.rows({ entity: "service", fields, order: [{ field: "name", direction: "desc" }] })).toEqual([
    Object.fromEntries(["shop", "high", 99.5, 1, "degraded", 60].map((value, i) => [fields[i], value])),
    Object.fromEntries(["plain", "medium", null, 0, "degraded", 60].map((value, i) => [fields[i], value])),
  ]);
  const filters = [{ field: "sla.availability", op: "gt" as const, value: 99 }];
  expect(
    await t.rows({ entity: "service", filters, aggregate: [{ fn: "count" }, { fn: "p50", field: "health.score" }] }),
  ).toEqual([{ count: 1, "p50(health.score)": 60 }]);
});

test("figures order groups, and parts of times make groups", async () => {
  const t = world.tenant();
  for (const [i, type] of ["server", "server", "database"].entries())
    await t.ci(`ci ${i}`, { type, attributes: { n: i } });
  const aggregate = [{ fn: "count" as const }, { fn: "max" as const, field: "attributes.n" }];
  const form = { entity: "ci" as const, group_by: ["type"], aggregate };
  const by = async (field: string, limit = 10) => {
    const { rows, total } = await t.ask({ ...form, order: [{ field, direction: "desc" }], limit });
    return [rows.map(({ type }) => type), total];
  };
  expect(await by("count")).toEqual([["server", "database"], 2]);
  expect(await by("max(attributes.n)", 1)).toEqual([["database"], 2]);
  const day = new Date().toISOString().slice(0, 7);
  expect(await t.rows({ entity: "ci", group_by: ["created_at.month"] })).toEqual([
    { "created_at.month": day, count: 3 },
  ]);
});

test("a stream gives all rows and ends when it is left; an explanation runs nothing", async () => {
  const t = world.tenant();
  for (let i = 0; i < 3; i++) await t.ci(`ci ${i}`);
  const { columns, pages } = await world.verbs.streamQuery(
    t.ctx,
    { entity: "ci", fields: ["name"], limit: 1 },
    { limit: 5, timeoutMs: 60_000 },
  );
  const rows: QueryRow[] = [];
  for await (const page of pages) rows.push(...page);
  expect(columns).toEqual([{ name: "name", type: "text" }]);
  expect(rows).toEqual([{ name: "ci 0" }, { name: "ci 1" }, { name: "ci 2" }]);
  const plan = JSON.stringify(
    await world.verbs.explainQuery(t.ctx, { entity: "ci", path: { of: "nobody", direction: "upstream" } }),
  );
  expect(plan).toContain("Pruning,BFS");
  await expect(
    world.verbs.streamQuery(t.ctx, { entity: "ci", path: { of: "nobody", direction: "upstream" } }),
  ).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
  });
});

test("what scans found was last seen with the newest collection that holds it, in columns, conditions and groups", async () => {
  const t = world.tenant();
  const [web, nginx, db] = [await t.ci("web"), await t.ci("nginx", { type: "software_instance" }), await t.ci("db")];
  const scanned = { discoveredBy: "scan:agents" };
  const installed = await t.link(nginx, "Installed On", web, scanned);
  const connected = await t.link(web, "Connected To", db, scanned);
  const declared = await t.link(web, "depends_on", db, scanned);
  const byHand = await t.link(web, "Connected To", nginx, {});
  const rows = await t.rows({ entity: "relationship", fields: ["id", "last_seen", "last_seen.day"] });
  const seen = new Map(rows.map((row) => [row.id, [row.last_seen, row["last_seen.day"]]]));
  for (const id of [installed, connected]) expect(seen.get(id)).toEqual([COLLECTED, "2999-01-02"]);
  for (const id of [declared, byHand]) expect(seen.get(id)?.[0]).not.toBe(COLLECTED);
  const idsOf = async (form: object) =>
    (await t.rows({ entity: "relationship", fields: ["id"], ...form })).map(({ id }) => id).sort();
  const both = [installed, connected].sort();
  expect(await idsOf({ filters: [{ field: "last_seen", op: "eq", value: COLLECTED }] })).toEqual(both);
  expect(await idsOf({ filters: [{ field: "last_seen", op: "gte", value: "2990-01-01" }] })).toEqual(both);
  expect(await idsOf({ time: { field: "last_seen", from: "2990-01-01" } })).toEqual(both);
  const ordered = await t.rows({
    entity: "relationship",
    fields: ["id"],
    order: [{ field: "last_seen", direction: "desc" }],
  });
  expect(
    ordered
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(both);
  const groups = await t.rows({ entity: "relationship", group_by: ["last_seen.day"], aggregate: [{ fn: "count" }] });
  expect(groups).toContainEqual({ "last_seen.day": "2999-01-02", count: 2 });
  const software = await t.rows({ entity: "software", fields: ["name", "last_seen"] });
  expect(software).toEqual([{ name: "nginx", last_seen: COLLECTED }]);
});
