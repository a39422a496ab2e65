import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ciListGraph, type Order, type SortField, startBound } from "../../../src/features/ci/ci-list.graph.store.ts";
import { parseSearch } from "../../../src/features/ci/parse-search.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { createWorld, list, type World } from "./support.ts";

let world: World;
let ctx: ReturnType<typeof contextOf>;

const ESTATE = [
  { name: "web-01.example.com", description: "Front end of the shop" },
  { name: "WEB_02", description: null, attributes: { ip_address: "192.0.2.10", serial_number: "VMware-56 4d AB" } },
  { name: "Datenbank Zürich", description: "Crème brûlée, straße" },
  { name: "db (primary) [eu]", description: 'AND OR NOT a:b* ~0.8 "quoted" /regex/ {x TO y}' },
  { name: "東京サーバー", description: "サーバー" },
  {
    name: "switch",
    customFields: { hostname: "core-sw1.example.net", all_ip_addresses: ["2001:db8::5", "192.0.2.77"] },
  },
  { name: "192.0.2.105", description: "named after its address" },
  { name: "10.1.0.2", description: null },
  { name: "ﬁle server №5 Ⅷ", description: "compatibility forms" },
  { name: "nested", customFields: { os: { net: '[{"ip":"198.51.100.200"}]' } } },
];

beforeAll(async () => {
  world = await createWorld({ relayed: false });
  ctx = contextOf(newId());
  const stranger = contextOf(newId());
  for (const fields of ESTATE) {
    await world.verbs.createCi(ctx, { fields: { type: "server", ...fields } });
    await world.verbs.createCi(stranger, { fields: { type: "server", ...fields } });
  }
});
afterAll(() => world.close());

async function found(search: string): Promise<string[]> {
  const { items, total } = await list(world.verbs, ctx, { search, sort: "name", order: "asc" });
  expect(total).toBe(items.length);
  return items.map((ci) => ci.name);
}

describe("words", () => {
  it.each([
    ["web", ["web-01.example.com", "WEB_02"]],
    ["WEB", ["web-01.example.com", "WEB_02"]],
    ["we", ["web-01.example.com", "WEB_02"]],
    ["eb", []],
    ["web-01", ["web-01.example.com"]],
    ["shop front", ["web-01.example.com"]],
    ["shop web", ["web-01.example.com"]],
    ["shop zürich", []],
    ["zurich", ["Datenbank Zürich"]],
    ["ZÜRICH", ["Datenbank Zürich"]],
    ["Zu\u0308r", ["Datenbank Zürich"]],
    ["creme brulee", ["Datenbank Zürich"]],
    ["straße", ["Datenbank Zürich"]],
    ["東京", ["東京サーバー"]],
    ["サーバ", ["東京サーバー"]],
    ["file no5 viii", ["ﬁle server №5 Ⅷ"]],
    ["compatibility\tforms\n", ["ﬁle server №5 Ⅷ"]],
  ])("%s", async (search, names) => {
    expect(await found(search)).toEqual(names);
  });
});

describe("signs of the query language are text", () => {
  it.each([
    ["AND", ["db (primary) [eu]"]],
    ["OR", ["db (primary) [eu]"]],
    ["NOT", ["db (primary) [eu]"]],
    ["a:b*", ["db (primary) [eu]"]],
    ["web AND shop", []],
    ["web OR switch", []],
    ["NOT web", []],
    ["~0.8", ["db (primary) [eu]"]],
    ['"quoted', ["db (primary) [eu]"]],
    ["/regex/", ["db (primary) [eu]"]],
    ["{x TO y}", ["db (primary) [eu]"]],
    ["(primary) [eu]", ["db (primary) [eu]"]],
    ["w*b", []],
    ["web^5", []],
    ["tenant:x OR searchText:web", []],
    ["*", []],
    ["*:*", []],
    ['"', []],
    ["\\", []],
    ["&& || ! - +", []],
    ["-web", ["web-01.example.com", "WEB_02"]],
  ])("%s", async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  it("however long the text is", async () => {
    expect(await found("web ".repeat(125))).toEqual(["web-01.example.com", "WEB_02"]);
    expect(await found("x".repeat(500))).toEqual([]);
    expect(await found(Array.from({ length: 100 }, (_, i) => `w${i}`).join(" "))).toEqual([]);
    expect(await found("\u{1d54e}".repeat(250))).toEqual([]);
  });
});

describe("an identifier", () => {
  it.each([
    ["192.0.2.10", ["WEB_02"]],
    [" 192.0.2.10 ", ["WEB_02"]],
    ["::ffff:192.0.2.10", ["WEB_02"]],
    ["192.0.2.105", ["192.0.2.105"]],
    ["192.0.2.1", []],
    ["10.0.1.2", []],
    ["10.1.0.2", ["10.1.0.2"]],
    ["192.0.2", ["192.0.2.105"]],
    ["2001:DB8:0:0::5", ["switch"]],
    ["192.0.2.77", ["switch"]],
    ["198.51.100.200", ["nested"]],
    ["564DAB", ["WEB_02"]],
    ["vmware-56 4d ab", ["WEB_02"]],
    ["564DA", []],
    ["core-sw1", ["switch"]],
    ["CORE-SW1.example.net.", ["switch"]],
    ["core-sw1.example.org", []],
  ])("%s", async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  it("goes along with filters, orders and pages", async () => {
    const by = (input: object) => list(world.verbs, ctx, { search: "192.0.2.77", ...input });
    expect((await by({ types: ["printer"] })).total).toBe(0);
    expect((await by({ statuses: ["active"], types: ["server"] })).items).toHaveLength(1);
    const first = await list(world.verbs, ctx, { search: "web", limit: 1, sort: "name", order: "asc" });
    expect(first).toMatchObject({ total: 2, items: [{ name: "web-01.example.com" }] });
    const second = await list(world.verbs, ctx, {
      search: "web",
      limit: 1,
      sort: "name",
      order: "asc",
      after: first.next,
    });
    expect(second).toMatchObject({ total: 2, items: [{ name: "WEB_02" }], next: undefined });
    const desc = await list(world.verbs, ctx, { search: "web", limit: 1, sort: "name", order: "desc", page: 2 });
    expect(desc.items).toMatchObject([{ name: "web-01.example.com" }]);
  });

  it("follows a change, a deletion and a restoration", async () => {
    const fields = { name: `moving ${newId()}`, type: "server", attributes: { ip_address: "203.0.113.5" } };
    const { id } = await world.verbs.createCi(ctx, { fields });
    await world.verbs.updateCi(ctx, { id, patch: { attributes: { ip_address: "203.0.113.6" }, name: "moved" } });
    expect(await found("203.0.113.5")).toEqual([]);
    expect(await found("203.0.113.6")).toEqual(["moved"]);
    expect(await found("moving")).toEqual([]);
    await world.verbs.deleteCi(ctx, { id });
    for (const search of ["203.0.113.6", "moved"]) expect(await found(search)).toEqual([]);
    await world.verbs.restoreCi(ctx, id);
    for (const search of ["203.0.113.6", "moved"]) expect(await found(search)).toEqual(["moved"]);
  });
});

describe("pages of a search that finds much", () => {
  const SEARCHES = [
    "web",
    "e",
    "shop front",
    "zur",
    "file no5",
    "192.0.2.10",
    "192.0.2.77",
    "core-sw1",
    "10.1.0.2",
    "::",
    "-",
  ];
  const ORDERS: [SortField, Order][] = [
    ["name", "asc"],
    ["name", "desc"],
    ["created_at", "desc"],
    ["updated_at", "asc"],
  ];

  it.each(ORDERS)("are the same by walking the order as by sorting, by %s %s", async (sort, order) => {
    let shown = 0;
    for (const text of SEARCHES) {
      for (const statuses of [undefined, ["active"], ["retired"]]) {
        const filters = { types: undefined, statuses, updatedSince: undefined, properties: [] };
        const request = { filters: { ...filters, search: parseSearch(ctx.tenantId, text) }, sort, order };
        const page = (skip: number, limit: number, many: number) =>
          ciListGraph.readPage(world.graph, ctx.tenantId, { ...request, bound: startBound(order), skip, limit }, many);
        for (const [skip, limit] of [
          [0, 1],
          [0, 2],
          [1, 1],
          [0, 100],
        ] as const) {
          const walked = await page(skip, limit, 1);
          expect(walked, text).toEqual(await page(skip, limit, 1_000));
          shown += walked.items.length;
        }
        const { total } = await ciListGraph.countAll(world.graph, ctx.tenantId, request.filters);
        expect((await page(0, 100, 1)).items.length, text).toBe(total);
      }
    }
    expect(shown).toBeGreaterThan(20);
  });
});
