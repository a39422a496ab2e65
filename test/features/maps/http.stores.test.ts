import { XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServicesWorld, servicesWorld } from "../services/support.ts";

let world: ServicesWorld;
beforeAll(async () => {
  world = await servicesWorld();
});
afterAll(() => world?.http.close());

const titlesOf = (svg: string) =>
  [...svg.matchAll(/<g class="node[^>]*><title>([^<]*)<\/title>/g)].map(([, title]) => title!);
const mapOf = async (path: string) => {
  const answer = await world.call("GET", path);
  expect(answer.status, answer.text).toBe(200);
  expect(XMLValidator.validate(answer.text)).toBe(true);
  return answer.text;
};

describe("GET dependency-map.svg", () => {
  test("shows dependencies and dependents of a service, with health and types, safe to embed", async () => {
    const name = (what: string) => `${what} ${newId().slice(-6)}`;
    const web = await world.ci({ name: name("web"), type: "application" });
    const db = await world.ci({ name: name("db"), type: "database" });
    const host = await world.ci({ name: name("host") });
    await world.link("depends_on", web, db);
    await world.link("runs_on", db, host, { criticality: "optional" });
    const shop = await world.service([{ ci_id: web, role: "frontend" }], { name: name("shop") });
    const outer = await world.service([shop.id], { name: name("outer") });
    await world.event(db, "critical");
    const answer = await world.call("GET", `/v1/services/${shop.id}/dependency-map.svg`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(answer.headers.get("content-security-policy")).not.toContain("script-src");
    expect(XMLValidator.validate(answer.text)).toBe(true);
    const titles = titlesOf(answer.text).sort().join("\n");
    expect(titles).toMatch(/web \w+ \(application\): Healthy/);
    expect(titles).toMatch(/db \w+ \(database\): Critical/);
    expect(titles).toMatch(/host \w+ \(server\): Healthy/);
    expect(titles).toMatch(/shop \w+ \(business service\): Critical/);
    expect(titles).toContain(`${outer.name} (business service)`);
    for (const label of ["part_of: frontend", "depends_on", "runs_on"])
      expect(answer.text).toContain(`>${label}</text>`);
    const tag = answer.headers.get("etag")!;
    const again = await world.call("GET", `/v1/services/${shop.id}/dependency-map.svg`, undefined, {
      "if-none-match": tag,
    });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await world.call("HEAD", `/v1/services/${shop.id}/dependency-map.svg`)).status).toBe(200);
  });

  test("shows the services that a service depends on and that depend on it, with the CIs between", async () => {
    const name = (what: string) => `${what} ${newId().slice(-6)}`;
    const [web, api, db] = [
      await world.ci({ name: name("web") }),
      await world.ci({ name: name("api") }),
      await world.ci(),
    ];
    await world.link("depends_on", web, api);
    await world.link("depends_on", api, db);
    const shop = await world.service([web], { name: name("shop") });
    const data = await world.service([db], { name: name("data") });
    for (const { id } of [shop, data]) {
      const titles = titlesOf(await mapOf(`/v1/services/${id}/dependency-map.svg`));
      expect(titles).toHaveLength(5);
      for (const one of [shop, data]) expect(titles).toContain(`${one.name} (business service): Healthy`);
    }
    expect(titlesOf(await mapOf(`/v1/services/${shop.id}/dependency-map.svg?depth=2`))).toHaveLength(3);
  });

  test("follows the requested depth, for any CI", async () => {
    const chain = [];
    for (let i = 0; i < 8; i++) chain.push(await world.ci({ name: `link ${i} ${newId()}` }));
    for (let i = 1; i < 8; i++) await world.link("depends_on", chain[i - 1]!, chain[i]!);
    for (const depth of [1, 2, 6]) {
      expect(titlesOf(await mapOf(`/v1/cmdb/ci/${chain[0]}/dependency-map.svg?depth=${depth}`))).toHaveLength(
        depth + 1,
      );
    }
    const middle = await mapOf(`/v1/cmdb/ci/${chain[3]}/dependency-map.svg`);
    expect(titlesOf(middle)).toHaveLength(7);
    expect(middle).toContain("More lies beyond");
    expect(titlesOf(await mapOf(`/v1/cmdb/ci/${await world.ci()}/dependency-map.svg`))).toHaveLength(1);
    for (const depth of ["0", "7", "x", "-1", "1.5", ""]) {
      const answer = await world.call("GET", `/v1/cmdb/ci/${chain[0]}/dependency-map.svg?depth=${depth}`);
      expect([answer.status, answer.body.error.details[0].field], depth).toEqual([400, "query.depth"]);
    }
    expect((await world.call("GET", `/v1/services/${chain[0]}/dependency-map.svg`)).status).toBe(404);
    expect((await world.call("GET", `/v1/cmdb/ci/${newId()}/dependency-map.svg`)).status).toBe(404);
  });

  test("places dependencies right of dependents, on any path", async () => {
    const names = ["web", "api", "worker", "host"].map((what) => `${what} ${newId()}`);
    const [web, api, worker, host] = (await Promise.all(names.map((name) => world.ci({ name })))) as [
      string,
      string,
      string,
      string,
    ];
    await world.link("runs_on", web, host);
    await world.link("depends_on", web, api);
    await world.link("runs_on", api, worker);
    await world.link("runs_on", worker, host);
    const svg = await mapOf(`/v1/cmdb/ci/${web}/dependency-map.svg`);
    const places = names.map((name) =>
      Number(svg.match(new RegExp(`translate\\((\\S+) \\S+\\)"><title>${name} `))?.[1]),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(4);
  });

  test("is the same again, also after a CI was added and removed", async () => {
    const [web, db] = [await world.ci(), await world.ci()];
    await world.link("depends_on", web, db);
    const { id } = await world.service([web]);
    const path = `/v1/services/${id}/dependency-map.svg?depth=6`;
    const first = await mapOf(path);
    expect(await mapOf(path)).toBe(first);
    const other = await world.ci();
    const link = await world.link("uses", web, other);
    expect(await mapOf(path)).not.toBe(first);
    await world.ok("DELETE", `/v1/cmdb/relationships/${link}`);
    expect(await mapOf(path)).toBe(first);
  });

  test("is independent of the order in which CIs were created", async () => {
    const mark = newId().slice(-8);
    const names = ["app", "cache", "db", "host", "switch"].map((what) => `${what}-${mark}`);
    const links = [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
      [3, 4],
    ] as const;
    const enter = async (order: readonly number[]) => {
      const ids: string[] = [];
      for (const i of order) ids[i] = await world.ci({ name: names[i]!, type: "application" });
      for (const i of order) await world.link("depends_on", ids[links[i]![0]]!, ids[links[i]![1]]!);
      const svg = await mapOf(`/v1/cmdb/ci/${ids[0]}/dependency-map.svg?depth=6`);
      for (const id of ids) await world.ok("DELETE", `/v1/cmdb/ci/${id}`);
      return svg;
    };
    expect(await enter([4, 2, 0, 3, 1])).toBe(await enter([0, 1, 2, 3, 4]));
  });

  test("escapes hostile names", async () => {
    const evil = `</title><script>alert(1)</script>"'& \u202e${newId()}`;
    const web = await world.ci({ name: evil, type: "<b>type" });
    const { id } = await world.service([{ ci_id: web, role: "<i>role" }], { name: `${evil}2` });
    const svg = await mapOf(`/v1/services/${id}/dependency-map.svg`);
    expect(svg).not.toMatch(/<script|<b>|<i>|\u202e/);
    expect(titlesOf(svg)).toHaveLength(2);
  });

  test("folds 700 CIs to 500 nodes, and excludes AI-found relationships", async () => {
    const hub = await world.ci({ name: `hub ${newId()}` });
    const items = Array.from({ length: 700 }, (_, i) => ({ name: `leaf ${i} ${newId()}`, type: "server" }));
    const made = await world.ok("POST", "/v1/cmdb/ci/bulk", { mode: "atomic", items });
    const ids: string[] = made.results.map(({ id }: { id: string }) => id);
    const links = ids.map((target_ci) => ({ type: "depends_on", source_ci: hub, target_ci }));
    await world.ok("POST", "/v1/cmdb/relationships/bulk", { mode: "atomic", items: links });
    const guess = { type: "uses", source_ci: hub, target_ci: await world.ci(), discovered_by: "ai:test" };
    await world.ok("POST", "/v1/cmdb/relationships", guess);
    const svg = await mapOf(`/v1/cmdb/ci/${hub}/dependency-map.svg?depth=1`);
    expect(titlesOf(svg)).toHaveLength(500);
    expect(svg).toContain("701 items");
    expect(titlesOf(svg).filter((title) => /^\d+ × server \(server\): Healthy$/.test(title))).toEqual([
      "202 × server (server): Healthy",
    ]);
    expect(svg).toContain("depends_on ×202");
  });
});
