import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServicesWorld, servicesWorld } from "../services/support.ts";

let world: ServicesWorld;
beforeAll(async () => {
  world = await servicesWorld();
});
afterAll(() => world?.http.close());

interface Node {
  id: string;
  hop: number;
  health: string;
  services: { id: string; name: string }[];
  location: { id: string | null; name: string }[];
  hidden_neighbours: number;
}

const graph = (query: Record<string, string>) => world.ok("GET", `/v1/graph?${new URLSearchParams(query)}`);
const path = (query: Record<string, string>) => world.ok("GET", `/v1/graph/path?${new URLSearchParams(query)}`);
const hopsOf = ({ nodes }: { nodes: Node[] }) => Object.fromEntries(nodes.map(({ id, hop }) => [id, hop]));
const nodeOf = ({ nodes }: { nodes: Node[] }, id: string) => nodes.find((node) => node.id === id)!;
const linkIds = ({ links }: { links: { id: string }[] }) => links.map(({ id }) => id).sort();
const chain = async (length: number) => {
  const ids: string[] = [];
  const links: string[] = [];
  for (let i = 0; i < length; i++) ids.push(await world.ci());
  for (let i = 1; i < length; i++) links.push(await world.link("depends_on", ids[i - 1]!, ids[i]!));
  return { ids, links };
};

describe("GET /v1/graph", () => {
  test("shows what lies around a CI, by steps, with all relationships among it", async () => {
    const { ids, links } = await chain(5);
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const across = await world.link("communicates_with", b, d);
    expect(hopsOf(await graph({ roots: c, depth: "1" }))).toEqual({ [c]: 0, [b]: 1, [d]: 1 });
    const answer = await graph({ roots: c });
    expect(hopsOf(answer)).toEqual({ [c]: 0, [b]: 1, [d]: 1, [a]: 2, [e]: 2 });
    expect(linkIds(answer)).toEqual([...links, across].sort());
    expect(answer).toMatchObject({ missing: [], truncated: false, narrow: null });
    expect(linkIds(await graph({ roots: c, depth: "1" }))).toEqual([links[1], links[2], across].sort());
    expect(hopsOf(await graph({ roots: `${a},${e}`, depth: "0" }))).toEqual({ [a]: 0, [e]: 0 });
    expect(hopsOf(await graph({ roots: `${a},${e}`, depth: "1" }))).toEqual({ [a]: 0, [e]: 0, [b]: 1, [d]: 1 });
    expect(hopsOf(await graph({ roots: a, depth: "6" }))).toEqual({ [a]: 0, [b]: 1, [c]: 2, [d]: 2, [e]: 3 });
  });

  test("shows the neighbours of expanded CIs too, and CIs that are asked for beside them", async () => {
    const { ids, links } = await chain(6);
    const [a, b, c, d, e, f] = ids as [string, string, string, string, string, string];
    expect(hopsOf(await graph({ roots: a, depth: "1", expand: `${c},${b}` }))).toEqual({
      [a]: 0,
      [b]: 1,
      [c]: 2,
      [d]: 3,
    });
    expect(hopsOf(await graph({ roots: a, depth: "1", expand: d }))).toEqual({ [a]: 0, [b]: 1 });
    const beside = await graph({ roots: a, depth: "1", also: `${e},${f},${newId()}` });
    expect(hopsOf(beside)).toEqual({ [a]: 0, [b]: 1, [e]: 2, [f]: 2 });
    expect(linkIds(beside)).toEqual([links[0], links[4]].sort());
    const cut = await graph({ roots: a, depth: "1", expand: `${b},${c}`, limit: "3" });
    expect([hopsOf(cut), cut.truncated]).toEqual([{ [a]: 0, [b]: 1, [c]: 2 }, true]);
  });

  test("follows what a CI needs upstream, and what needs it downstream", async () => {
    const [web, db, shop] = [await world.ci(), await world.ci(), await world.service()];
    await world.link("depends_on", web, db);
    await world.link("part_of", web, shop.id);
    expect(hopsOf(await graph({ roots: web, direction: "upstream" }))).toEqual({ [web]: 0, [db]: 1 });
    expect(hopsOf(await graph({ roots: web, direction: "downstream" }))).toEqual({ [web]: 0, [shop.id]: 1 });
    expect(hopsOf(await graph({ roots: shop.id, direction: "upstream" }))).toEqual({ [shop.id]: 0, [web]: 1, [db]: 2 });
  });

  test("follows relationships without failures from the roots alone, unless they are asked for", async () => {
    const [one, two, rack, site] = [await world.ci(), await world.ci(), await world.ci(), await world.ci()];
    for (const [inner, outer] of [
      [one, rack],
      [two, rack],
      [rack, site],
    ]) {
      await world.link("located_in", inner!, outer!);
    }
    const small = await graph({ roots: one });
    expect(hopsOf(small)).toEqual({ [one]: 0, [rack]: 1 });
    expect(nodeOf(small, rack).hidden_neighbours).toBe(2);
    expect(hopsOf(await graph({ roots: rack }))).toEqual({ [rack]: 0, [one]: 1, [two]: 1, [site]: 1 });
    expect(hopsOf(await graph({ roots: one, relationship_types: "Located in" }))).toEqual({
      [one]: 0,
      [rack]: 1,
      [two]: 2,
      [site]: 2,
    });
    expect(hopsOf(await graph({ roots: one, relationship_types: "depends_on,uses" }))).toEqual({ [one]: 0 });
    expect(hopsOf(await graph({ roots: one, direction: "upstream" }))).toEqual({ [one]: 0, [rack]: 1 });
    expect(hopsOf(await graph({ roots: one, direction: "downstream" }))).toEqual({ [one]: 0 });
  });

  test("walks the tenant's own types as they carry failures", async () => {
    const [a, b, c] = [await world.ci(), await world.ci(), await world.ci()];
    const type = `feeds ${newId().slice(-6)}`;
    await world.link(type, a, b);
    await world.link(type, b, c);
    expect(hopsOf(await graph({ roots: a }))).toEqual({ [a]: 0, [b]: 1 });
    await world.ok("PUT", `/v1/cmdb/relationship-types/${encodeURIComponent(type)}`, { failure: "source_to_target" });
    const all = await graph({ roots: a });
    expect(hopsOf(all)).toEqual({ [a]: 0, [b]: 1, [c]: 2 });
    expect(all.links[0]).toMatchObject({ type, failure: "source_to_target", observed: false });
    expect(hopsOf(await graph({ roots: a, direction: "upstream" }))).toEqual({ [a]: 0 });
  });

  test("neither shows nor passes CIs of other types and statuses, and still shows the roots", async () => {
    const [root, app, behind, host] = [
      await world.ci({ status: "inactive" }),
      await world.ci({ type: "Virtual Machine" }),
      await world.ci(),
      await world.ci({ status: "maintenance" }),
    ];
    await world.link("depends_on", root, app);
    await world.link("depends_on", app, behind);
    await world.link("depends_on", root, host);
    const servers = await graph({ roots: root, types: "server" });
    expect(hopsOf(servers)).toEqual({ [root]: 0, [host]: 1 });
    expect(nodeOf(servers, host).health).toBe("maintenance");
    expect(nodeOf(servers, root)).toMatchObject({ health: "inactive", hidden_neighbours: 0 });
    expect(hopsOf(await graph({ roots: root, types: "Virtual-Machine,SERVER", statuses: "active" }))).toEqual({
      [root]: 0,
      [app]: 1,
      [behind]: 2,
    });
  });

  test("counts the neighbours that it does not show", async () => {
    const { ids } = await chain(3);
    const answer = await graph({ roots: ids[0]!, depth: "1" });
    expect(nodeOf(answer, ids[1]!).hidden_neighbours).toBe(1);
    expect(nodeOf(answer, ids[0]!).hidden_neighbours).toBe(0);
  });

  test("says of a CI its health, its services and where it is", async () => {
    const [vm, host, rack, site] = [await world.ci(), await world.ci(), await world.ci(), await world.ci()];
    await world.link("runs_on", vm, host);
    await world.link("located_in", host, rack);
    await world.link("located_in", rack, site);
    const shop = await world.service([vm], { name: `shop ${newId()}` });
    const tagged = await world.ci({ attributes: { location: "Cabinet 7" } });
    await world.link("depends_on", vm, tagged);
    await world.event(vm, "critical");
    const answer = await graph({ roots: vm });
    expect(nodeOf(answer, vm)).toMatchObject({ health: "critical", services: [{ id: shop.id, name: shop.name }] });
    expect(nodeOf(answer, shop.id).health).toBe("critical");
    for (const id of [vm, host])
      expect(
        nodeOf(answer, id).location.map((place) => place.id),
        id,
      ).toEqual([rack, site]);
    expect(nodeOf(answer, tagged).location).toEqual([{ id: null, name: "Cabinet 7", type: null }]);
  });

  test("shows of a relationship what an overlay of redundancy needs", async () => {
    const [a, b] = [await world.ci(), await world.ci()];
    await world.link("depends_on", a, b, { redundancy_group: "db", criticality: "optional" });
    await world.link("Connected To", a, b, { port: 5432, protocol: "tcp" });
    const { links } = await graph({ roots: a });
    expect(links).toEqual([
      expect.objectContaining({ source: a, target: b, redundancy_group: "db", optional: true, observed: false }),
      expect.objectContaining({ type: "Connected To", failure: "target_to_source", optional: false, observed: true }),
    ]);
  });

  test("leaves out software that is only installed, unless asked for", async () => {
    const [host, plain, used, app] = [
      await world.ci(),
      await world.ci({ type: "software_instance" }),
      await world.ci({ type: "software_instance" }),
      await world.ci({ type: "application" }),
    ];
    for (const one of [plain, used]) await world.link("Installed On", one, host);
    await world.link("depends_on", app, used);
    const answer = await graph({ roots: host });
    expect(hopsOf(answer)).toEqual({ [host]: 0, [used]: 1, [app]: 2 });
    expect(nodeOf(answer, host).hidden_neighbours).toBe(0);
    expect(hopsOf(await graph({ roots: host, include_software: "true" }))).toHaveProperty(plain, 1);
    expect(hopsOf(await graph({ roots: host, types: "software_instance" }))).toHaveProperty(plain, 1);
    expect(hopsOf(await graph({ roots: plain }))).toHaveProperty(host, 1);
  });

  test("shows what a model found only where asked for", async () => {
    const [a, b] = [await world.ci(), await world.ci()];
    const proposed = { type: "depends_on", source_ci: a, target_ci: b, discovered_by: "ai:test", confidence: 0.4 };
    await world.ok("POST", "/v1/cmdb/relationships", proposed);
    const without = await graph({ roots: a });
    expect([hopsOf(without), nodeOf(without, a).hidden_neighbours]).toEqual([{ [a]: 0 }, 0]);
    expect((await graph({ roots: `${a},${b}` })).links).toEqual([]);
    const { links } = await graph({ roots: a, include_ai: "true" });
    expect(links).toEqual([expect.objectContaining({ discovered_by: "ai:test", confidence: 0.4 })]);
  });

  test("keeps the nearest CIs where the limit cuts, and says so", async () => {
    const { ids } = await chain(5);
    const answer = await graph({ roots: ids[0]!, depth: "6", limit: "3" });
    expect(hopsOf(answer)).toEqual({ [ids[0]!]: 0, [ids[1]!]: 1, [ids[2]!]: 2 });
    expect(answer.truncated).toBe(true);
    expect(answer.narrow).toMatch(/fewer steps/);
    expect((await graph({ roots: ids[0]!, depth: "6", limit: "5" })).truncated).toBe(false);
  });

  test("answers the same from many roots as from few", async () => {
    const hub = await world.ci();
    const { ids } = await chain(3);
    const roots: string[] = [];
    for (let i = 0; i < 25; i++) {
      const root = await world.ci();
      roots.push(root);
      await world.link("located_in", root, hub);
    }
    const beside = await world.ci();
    await world.link("located_in", beside, hub);
    await world.link("depends_on", roots[0]!, ids[0]!);
    const expected = { ...Object.fromEntries(roots.map((id) => [id, 0])), [hub]: 1, [ids[0]!]: 1, [ids[1]!]: 2 };
    const many = await graph({ roots: roots.join() });
    expect(hopsOf(many)).toEqual(expected);
    expect(hopsOf(await graph({ roots: roots.slice(0, 2).join() }))).toEqual({
      [roots[0]!]: 0,
      [roots[1]!]: 0,
      [hub]: 1,
      [ids[0]!]: 1,
      [ids[1]!]: 2,
    });
    const cut = await graph({ roots: roots.join(), limit: "26" });
    expect([cut.nodes.length, cut.truncated]).toEqual([26, true]);
  });

  test("names roots that do not exist or are deleted", async () => {
    const [here, gone, unknown] = [await world.ci(), await world.ci(), newId()];
    await world.ok("DELETE", `/v1/cmdb/ci/${gone}`);
    const answer = await graph({ roots: `${here},${gone},${unknown}` });
    expect(hopsOf(answer)).toEqual({ [here]: 0 });
    expect(answer.missing).toEqual([gone, unknown]);
  });

  test("shows another tenant nothing: its roots are missing, and its ends unknown", async () => {
    const { ids } = await chain(2);
    const headers = await world.http.loginElsewhere();
    for (const roots of [ids[0]!, `${Array.from({ length: 30 }, () => newId()).join()},${ids[0]}`]) {
      const { body } = await world.http.call("GET", `/v1/graph?roots=${roots}&depth=3`, { headers });
      expect([body.nodes, body.links]).toEqual([[], []]);
      expect(body.missing).toContain(ids[0]);
    }
    const between = await world.http.call("GET", `/v1/graph/path?from=${ids[0]}&to=${ids[1]}`, { headers });
    expect([between.status, between.body.error.details.length]).toEqual([404, 2]);
  });

  test.each([
    ["", "query.roots"],
    ["roots=", "query.roots"],
    ["roots=nonsense", "query.roots"],
    [`roots=${newId()}&depth=7`, "query.depth"],
    [`roots=${newId()}&limit=5001`, "query.limit"],
    [`roots=${newId()}&direction=sideways`, "query.direction"],
    [`roots=${newId()}&statuses=broken`, "query.statuses"],
    [`roots=${newId()}&relationship_types=depends_onn`, "query.relationship_types"],
  ])("refuses %s", async (query, field) => {
    const answer = await world.call("GET", `/v1/graph?${query}`);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
  });
});

describe("GET /v1/graph/path", () => {
  test("finds every shortest path, whichever way the relationships point", async () => {
    const [a, b, c, d, far] = [
      await world.ci(),
      await world.ci(),
      await world.ci(),
      await world.ci(),
      await world.ci(),
    ];
    await world.link("depends_on", a, b);
    await world.link("runs_on", b, d);
    await world.link("uses", c, a);
    await world.link("depends_on", d, c);
    await world.link("Connected To", a, b, { port: 80, protocol: "tcp" });
    await world.link("depends_on", a, far);
    const answer = await path({ from: a, to: d });
    const both = [
      [a, b, d],
      [a, c, d],
    ].sort((x, y) => (x.join() < y.join() ? -1 : 1));
    expect(answer.paths).toEqual(both);
    expect(hopsOf(answer)).toEqual({ [a]: 0, [b]: 1, [c]: 1, [d]: 2 });
    expect(answer.links).toHaveLength(5);
    expect(answer.truncated).toBe(false);
    expect((await path({ from: a, to: d, relationship_types: "depends_on,runs_on" })).paths).toEqual([[a, b, d]]);
    expect((await path({ from: a, to: a })).paths).toEqual([[a]]);
  });

  test("has no path where there is none within the hops, and none over places", async () => {
    const { ids } = await chain(4);
    const [one, two, rack] = [await world.ci(), await world.ci(), await world.ci()];
    for (const each of [one, two]) await world.link("located_in", each, rack);
    expect(await path({ from: ids[0]!, to: ids[3]!, max_hops: "2" })).toEqual({
      paths: [],
      nodes: [],
      links: [],
      truncated: false,
    });
    expect((await path({ from: ids[0]!, to: ids[3]!, max_hops: "3" })).paths).toEqual([ids]);
    expect((await path({ from: one, to: two })).paths).toEqual([]);
    expect((await path({ from: one, to: two, relationship_types: "located_in" })).paths).toEqual([[one, rack, two]]);
  });

  test("shows five of many paths, and ends in a ladder of diamonds", async () => {
    let [from] = [await world.ci()];
    const start = from;
    for (let i = 0; i < 4; i++) {
      const next = await world.ci();
      for (const middle of [await world.ci(), await world.ci()]) {
        await world.link("depends_on", from, middle);
        await world.link("depends_on", middle, next);
      }
      from = next;
    }
    const answer = await path({ from: start, to: from });
    expect(answer.paths).toHaveLength(5);
    expect(new Set(answer.paths.map((each: string[]) => each.join())).size).toBe(5);
    for (const each of answer.paths) expect(each).toHaveLength(9);
    expect(answer.truncated).toBe(true);
  });

  test("names an end that does not exist", async () => {
    const known = await world.ci();
    for (const unknown of [newId(), "nonsense"]) {
      const from = await world.call("GET", `/v1/graph/path?from=${unknown}&to=${known}`);
      expect([from.status, from.body.error.details]).toEqual([404, [expect.objectContaining({ field: "query.from" })]]);
      const to = await world.call("GET", `/v1/graph/path?from=${known}&to=${unknown}`);
      expect([to.status, to.body.error.details[0].field]).toEqual([404, "query.to"]);
    }
    expect((await world.call("GET", `/v1/graph/path?from=${known}`)).status).toBe(400);
  });
});
