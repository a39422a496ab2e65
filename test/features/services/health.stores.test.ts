import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServicesWorld, servicesWorld } from "./support.ts";

let world: ServicesWorld;
beforeAll(async () => {
  world = await servicesWorld();
});
afterAll(() => world?.http.close());

const HEALTHY = { status: "healthy", score: 100, contributors: [] };

describe("health of a service", () => {
  test("is unknown without components, and 100 without issues", async () => {
    expect((await world.service()).health).toEqual({ status: "unknown", score: 0, contributors: [] });
    expect((await world.service([await world.ci()])).health).toEqual(HEALTHY);
  });

  test("falls with the most severe open event of a component, and rises when it is resolved", async () => {
    const web = await world.ci({ name: `web ${newId()}`, type: "application" });
    const { id } = await world.service([web]);
    const scores: number[] = [];
    for (const severity of ["low", "medium", "high", "critical"]) {
      const event = await world.event(web, severity);
      const health = await world.health(id);
      scores.push(health.score);
      expect(health.contributors).toMatchObject([
        {
          ci_id: web,
          type: "application",
          reason: "event",
          severity,
          event_id: event,
          event_status: "open",
          distance: 1,
          path: [id, web],
          suppressed: false,
          redundancy: "none",
        },
      ]);
    }
    expect(scores).toEqual([95, 85, 65, 40]);
    const before = await world.health(id);
    expect(before).toMatchObject({ status: "critical", contributors: [{ open_events: 4, effect: 60 }] });
    await world.ok("PATCH", `/v1/events/${before.contributors[0].event_id}/status`, { status: "acknowledged" });
    expect(await world.health(id)).toMatchObject({ score: 40, contributors: [{ event_status: "acknowledged" }] });
    const { data } = await world.ok("GET", `/v1/events?ci_id=${web}`);
    for (const { id: event } of data) await world.ok("PATCH", `/v1/events/${event}/status`, { status: "resolved" });
    expect(await world.health(id)).toEqual(HEALTHY);
  });

  test("counts an old open event behind a thousand newer resolved ones", async () => {
    const web = await world.ci({ attributes: { hostname: `web-${newId()}` } });
    const { hostname } = (await world.ok("GET", `/v1/cmdb/ci/${web}`)).attributes;
    const { id } = await world.service([web]);
    const old = await world.event(web, "critical");
    const tell = (status: string) => {
      const labels = (i: number) => ({ alertname: `alert ${i}`, instance: hostname, severity: "warning" });
      const alerts = Array.from({ length: 1_001 }, (_, i) => ({ status, labels: labels(i), annotations: {} }));
      return world.ok("POST", "/api/events/webhook/prometheus", { version: "4", status, alerts });
    };
    expect(await tell("firing")).toMatchObject({ data: { created: 1_001 } });
    expect(await tell("resolved")).toMatchObject({ data: { updated: 1_001 } });
    expect(await world.health(id)).toMatchObject({ contributors: [{ event_id: old, open_events: 1 }] });
  });

  test("counts dependencies of components, less with each step, and returns the path", async () => {
    const [web, db, host] = [await world.ci(), await world.ci(), await world.ci()];
    await world.link("depends_on", web, db);
    await world.link("runs_on", db, host);
    const { id } = await world.service([web]);
    await world.event(host, "critical");
    expect(await world.health(id)).toMatchObject({
      status: "degraded",
      score: 51,
      contributors: [{ ci_id: host, distance: 3, path: [id, web, db, host], effect: 49 }],
    });
    const direct = await world.service([host]);
    expect(direct.health).toMatchObject({ status: "critical", score: 40 });
    // What needs a component does not count.
    const other = await world.service([await world.ci()]);
    await world.link("depends_on", host, other.components[0].ci_id);
    expect(await world.health(other.id)).toEqual(HEALTHY);
  });

  test("is weighted by role, criticality, and declared or observed dependency", async () => {
    const host = await world.ci();
    await world.event(host, "critical");
    const scoreAs = async (component: object) => (await world.service([{ ci_id: host, ...component }])).health.score;
    expect(await scoreAs({ role: "primary" })).toBe(40);
    expect(await scoreAs({ role: "hot-standby" })).toBe(70);
    expect(await scoreAs({ role: "monitoring" })).toBe(85);
    expect(await scoreAs({ criticality: "medium" })).toBe(55);
    expect(await scoreAs({ criticality: "low" })).toBe(70);
    expect(await scoreAs({ criticality: "optional" })).toBe(85);
    const web = await world.ci();
    await world.link("Connected To", web, host);
    expect((await world.service([web])).health.score).toBe(73);
  });

  test("is one level milder while a redundant peer is healthy", async () => {
    const [web, one, two] = [await world.ci(), await world.ci(), await world.ci()];
    await world.link("depends_on", web, one, { redundancy_group: "db" });
    await world.link("depends_on", web, two, { redundancy_group: "db" });
    const { id } = await world.service([web]);
    await world.event(one, "critical");
    expect(await world.health(id)).toMatchObject({
      status: "degraded",
      score: 69,
      contributors: [{ ci_id: one, severity: "critical", redundancy: "covered" }],
    });
    await world.event(two, "medium");
    const both = await world.health(id);
    expect(both.contributors).toMatchObject([
      { ci_id: one, redundancy: "none", effect: 54 },
      { ci_id: two, redundancy: "none" },
    ]);
    expect(both.status).toBe("critical");
  });

  test("finds no redundancy if both peers depend on the failing CI", async () => {
    const [web, one, two, host] = [await world.ci(), await world.ci(), await world.ci(), await world.ci()];
    for (const db of [one, two]) {
      await world.link("depends_on", web, db, { redundancy_group: "db" });
      await world.link("runs_on", db, host);
    }
    const { id } = await world.service([web]);
    await world.event(host, "critical");
    expect((await world.health(id)).contributors).toMatchObject([{ ci_id: host, redundancy: "none" }]);
    const apart = await world.ci();
    await world.link("depends_on", web, apart, { redundancy_group: "db" });
    expect((await world.health(id)).contributors).toMatchObject([{ ci_id: host, redundancy: "covered" }]);
  });

  test("applies redundancy to components of one group", async () => {
    const [one, two] = [await world.ci(), await world.ci()];
    const { id } = await world.service([one, two].map((ci_id) => ({ ci_id, redundancy_group: "web" })));
    await world.event(one, "critical");
    expect(await world.health(id)).toMatchObject({ score: 65, contributors: [{ redundancy: "covered" }] });
  });

  test("lists issues suppressed by maintenance without effect", async () => {
    const [web, db] = [await world.ci(), await world.ci()];
    const { id } = await world.service([web, db]);
    await world.event(web, "critical");
    await world.event(db, "high");
    await world.ok("POST", "/v1/maintenance-windows", {
      ci_ids: [web],
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 600_000).toISOString(),
    });
    const health = await world.health(id);
    expect(health.score).toBe(65);
    expect(health.contributors).toMatchObject([
      { ci_id: db, suppressed: false, effect: 35 },
      { ci_id: web, severity: "critical", suppressed: true, effect: 0 },
    ]);
    await world.ok("PUT", `/v1/cmdb/ci/${db}`, { status: "maintenance" });
    expect(await world.health(id)).toMatchObject({ status: "healthy", score: 100 });
  });

  test("counts inactive components", async () => {
    const web = await world.ci();
    const { id } = await world.service([web]);
    await world.ok("PUT", `/v1/cmdb/ci/${web}`, { status: "inactive" });
    expect(await world.health(id)).toMatchObject({
      status: "degraded",
      score: 65,
      contributors: [{ ci_id: web, reason: "status", ci_status: "inactive", event_id: null, open_events: 0 }],
    });
  });

  test("handles cycles of CIs and of services", async () => {
    const [a, b] = [await world.ci(), await world.ci()];
    await world.link("depends_on", a, b);
    await world.link("depends_on", b, a);
    const one = await world.service([a]);
    const two = await world.service([one.id, b]);
    await world.ok("PUT", `/v1/services/${one.id}/components`, { components: [{ ci_id: a }, { ci_id: two.id }] });
    await world.event(b, "critical");
    for (const id of [one.id, two.id]) expect((await world.health(id)).contributors).toMatchObject([{ ci_id: b }]);
    await world.ok("GET", `/v1/services/${one.id}/dependencies`);
    expect((await world.call("GET", `/v1/services/${one.id}/dependency-map.svg?depth=6`)).status).toBe(200);
  });

  test("of many services takes as many round trips as of one", async () => {
    const host = await world.ci();
    const made = await Promise.all(Array.from({ length: 12 }, () => world.service([host])));
    await world.event(host, "critical");
    const statements = async (work: () => Promise<unknown>) => {
      const { graph, postgres } = world.http.app;
      const [read, query] = [graph.read, postgres.query];
      let count = 0;
      // What runs beside, jobs and deliveries of changes, is not counted; nor are kinds of relationships, which these ask for too.
      graph.read = ((...args: Parameters<typeof read>) => {
        if (/^(impact|reach|services)\//.test(args[0].file.name)) count++;
        return read.apply(graph, args);
      }) as typeof read;
      postgres.query = ((...args: Parameters<typeof query>) => {
        if (String(args[0]).startsWith("with mine")) count++;
        return query.apply(postgres, args);
      }) as typeof query;
      try {
        await work();
      } finally {
        Object.assign(graph, { read });
        Object.assign(postgres, { query });
      }
      return count;
    };
    const { tenantId, app } = world.http;
    const ids = made.map(({ id }: { id: string }) => id);
    let healths = await app.services.serviceHealth(tenantId, ids);
    const alone = await statements(() => app.services.serviceHealth(tenantId, ids.slice(0, 1)));
    const together = await statements(async () => {
      healths = await app.services.serviceHealth(tenantId, ids);
    });
    expect(together).toBe(alone);
    expect(together).toBeGreaterThan(2);
    expect([...healths.values()].map(({ score }) => score)).toEqual(ids.map(() => 40));
  });

  test("is the same in impact, and ignores another tenant's events", async () => {
    const web = await world.ci();
    const { id } = await world.service([web]);
    await world.event(web, "critical");
    const impact = await world.ok("GET", `/v1/cmdb/ci/${web}/impact`);
    expect(impact.services).toMatchObject([{ id, health: "critical" }]);
    expect(await world.http.app.services.serviceHealth(newId(), [id])).toEqual(new Map());
  });
});

describe("dependencies of a service", () => {
  const dependenciesOf = async (id: string) => (await world.ok("GET", `/v1/services/${id}/dependencies`)).dependencies;

  test("follow the dependencies of components, in both directions, with the path", async () => {
    const [web, api, db] = [await world.ci({ name: `web ${newId()}` }), await world.ci(), await world.ci()];
    await world.link("depends_on", web, api);
    await world.link("uses", api, db);
    const [shop, data] = [await world.service([web]), await world.service([db])];
    const answer = await world.ok("GET", `/v1/services/${shop.id}/dependencies`);
    expect(answer.service_id).toBe(shop.id);
    expect(answer.dependency_map.visualization_url).toMatch(
      new RegExp(`^http://[^/]+/v1/services/${shop.id}/dependency-map\\.svg$`),
    );
    expect(answer.dependencies).toMatchObject({
      upstream: [
        {
          service_id: data.id,
          name: data.name,
          type: "required",
          impact: "high",
          via: [
            { ci_id: web, relationship: "part_of" },
            { ci_id: api, relationship: "depends_on" },
            { ci_id: db, relationship: "uses" },
          ],
        },
      ],
      downstream: [],
    });
    expect(await dependenciesOf(data.id)).toMatchObject({
      upstream: [],
      downstream: [{ service_id: shop.id, type: "required", impact: "high" }],
    });
    const { pathname } = new URL(answer.dependency_map.visualization_url);
    expect((await world.call("GET", pathname)).headers.get("content-type")).toMatch(/^image\/svg\+xml/);
  });

  test("are optional if every path has an optional step, and weighted by criticality", async () => {
    const [web, mail, search, db] = [await world.ci(), await world.ci(), await world.ci(), await world.ci()];
    await world.link("depends_on", web, mail, { criticality: "optional" });
    await world.link("depends_on", web, search, { criticality: "low" });
    await world.link("depends_on", web, db, { criticality: "optional" });
    await world.link("depends_on", search, db);
    const shop = await world.service([web]);
    const [mails, searches, data] = [
      await world.service([mail]),
      await world.service([search]),
      await world.service([db]),
    ];
    const found = new Map(
      (await dependenciesOf(shop.id)).upstream.map((one: { service_id: string }) => [one.service_id, one]),
    );
    expect(found.get(mails.id)).toMatchObject({ type: "optional", impact: "low" });
    expect(found.get(searches.id)).toMatchObject({ type: "required", impact: "medium" });
    expect(found.get(data.id)).toMatchObject({ type: "required", impact: "medium" });
    expect(found.size).toBe(3);
  });

  test("ignore CIs that are components of both, and shared dependencies", async () => {
    const [one, two, both, host] = [await world.ci(), await world.ci(), await world.ci(), await world.ci()];
    for (const ci of [one, two, both]) await world.link("runs_on", ci, host);
    const [a, b] = [await world.service([one, both]), await world.service([two, both])];
    for (const { id } of [a, b]) expect(await dependenciesOf(id)).toEqual({ upstream: [], downstream: [] });
    await world.link("depends_on", one, two);
    expect(await dependenciesOf(a.id)).toMatchObject({ upstream: [{ service_id: b.id }], downstream: [] });
    expect(await dependenciesOf(b.id)).toMatchObject({ upstream: [], downstream: [{ service_id: a.id }] });
  });

  test("include services that are components or direct dependencies", async () => {
    const inner = await world.service([await world.ci()]);
    const outer = await world.service([inner.id]);
    const web = await world.ci();
    const third = await world.service([web]);
    await world.link("depends_on", web, outer.id);
    expect(
      (await dependenciesOf(third.id)).upstream.map((one: { service_id: string }) => one.service_id).sort(),
    ).toEqual([inner.id, outer.id].sort());
    expect((await dependenciesOf(inner.id)).downstream.length).toBe(2);
    expect((await dependenciesOf(outer.id)).downstream).toMatchObject([{ service_id: third.id }]);
  });
});
