import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServicesWorld, servicesWorld } from "./support.ts";

let world: ServicesWorld;
beforeAll(async () => {
  world = await servicesWorld();
});
afterAll(() => world?.http.close());

const idsOf = (service: { components: { ci_id: string }[] }) => service.components.map(({ ci_id }) => ci_id);
const faultsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);

describe("a business service", () => {
  test("is created with its components, and read back unchanged", async () => {
    const [web, db] = [await world.ci({ type: "application" }), await world.ci({ type: "database" })];
    const name = `shop ${newId()}`;
    const body = {
      name,
      description: "sells",
      criticality: "critical",
      sla: { availability: 99.95, response_time: 250 },
      components: [
        { ci_id: web, role: "frontend" },
        { ci_id: db, role: "database", criticality: "high", redundancy_group: "db" },
      ],
    };
    const made = await world.call("POST", "/v1/services", body);
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/v1/services/${made.body.id}`);
    expect(made.body).toMatchObject({ name, description: "sells", criticality: "critical", status: "active" });
    expect(made.body.sla).toEqual({ availability: 99.95, response_time: 250 });
    expect(made.body.health).toEqual({ status: "healthy", score: 100, contributors: [] });
    expect(made.body.components).toMatchObject([
      { ci_id: web, role: "frontend", criticality: null, redundancy_group: null, type: "application" },
      { ci_id: db, role: "database", criticality: "high", redundancy_group: "db", status: "active" },
    ]);
    const read = await world.call("GET", `/v1/services/${made.body.id}`);
    expect(read.body).toEqual(made.body);
    expect(read.headers.get("etag")).toBe(made.headers.get("etag"));
    const held = { "if-none-match": read.headers.get("etag")! };
    expect((await world.call("GET", `/v1/services/${made.body.id}`, undefined, held)).status).toBe(304);
  });

  test("is a CI, and a CI of that type is a service", async () => {
    const web = await world.ci();
    const { id } = await world.service([{ ci_id: web, role: "frontend" }]);
    const ci = await world.ok("GET", `/v1/cmdb/ci/${id}`);
    expect(ci).toMatchObject({ type: "business_service", attributes: { criticality: "medium" } });
    expect(ci.relationships).toMatchObject([{ type: "part_of", target_ci: web, direction: "incoming" }]);
    const other = await world.ci({ type: "Business Service", attributes: { criticality: "HIGH", sla: "soon" } });
    await world.link("part_of", web, other, { role: 7 });
    expect(await world.ok("GET", `/v1/services/${other}`)).toMatchObject({
      criticality: "high",
      sla: { availability: null, response_time: null },
      components: [{ ci_id: web, role: null }],
    });
    await world.ok("PUT", `/v1/cmdb/ci/${other}`, { type: "application" });
    expect((await world.call("GET", `/v1/services/${other}`)).status).toBe(404);
  });

  test("with a taken name is refused, also when renamed", async () => {
    const first = await world.service();
    const second = await world.service();
    const again = await world.call("POST", "/v1/services", { name: first.name.toUpperCase() });
    expect(again.status).toBe(409);
    expect(again.body.error.details).toMatchObject([{ field: "name" }]);
    expect(JSON.stringify(again.body)).toContain(first.id);
    expect((await world.call("PUT", `/v1/services/${second.id}`, { name: first.name })).status).toBe(409);
  });

  test("with an invalid component is not created; the error names the component", async () => {
    const web = await world.ci();
    const name = `shop ${newId()}`;
    const post = (...ids: string[]) =>
      world.call("POST", "/v1/services", { name, components: ids.map((ci_id) => ({ ci_id })) });
    const unknown = await post(web, newId(), "no id at all");
    expect(unknown.status).toBe(404);
    expect(faultsOf(unknown)).toEqual(["components.1.ci_id", "components.2.ci_id"]);
    const twice = await post(web, web);
    expect(twice.status).toBe(400);
    expect(faultsOf(twice)).toEqual(["components.1.ci_id"]);
    const { data } = await world.ok("GET", `/v1/services?search=${encodeURIComponent(name)}`);
    expect(data).toEqual([]);
    expect((await post(web)).status).toBe(201);
  });

  test.each([
    [{}, "name"],
    [{ name: " " }, "name"],
    [{ name: "x", criticality: "urgent" }, "criticality"],
    [{ name: "x", sla: { availability: 101 } }, "sla.availability"],
    [{ name: "x", sla: { response_time: -1 } }, "sla.response_time"],
    [{ name: "x", sla: { uptime: 1 } }, "sla.uptime"],
    [{ name: "x", components: [{}] }, "components.0.ci_id"],
    [{ name: "x", components: [{ ci_id: "a", role: "r".repeat(65) }] }, "components.0.role"],
    [{ name: "x", components: [{ ci_id: "a", weight: 1 }] }, "components.0.weight"],
    [{ name: "x", components: {} }, "components"],
    [{ name: "x", components: new Array(1_001).fill({ ci_id: "a" }) }, "components"],
    [{ name: "x", owner: "y" }, "owner"],
    [{ name: "x\u0000" }, "name"],
  ] as [object, string][])("malformed is refused naming the field, case %#", async (body, field) => {
    const answer = await world.call("POST", "/v1/services", body);
    expect(answer.status, answer.text).toBe(400);
    expect(faultsOf(answer)).toContain(field);
  });

  test("is updated in part, and accepts the body of GET", async () => {
    const web = await world.ci();
    const service = await world.service([web], { sla: { availability: 99, response_time: 100 } });
    const put = (body: unknown, headers = {}) => world.call("PUT", `/v1/services/${service.id}`, body, headers);
    const tag = (await world.call("GET", `/v1/services/${service.id}`)).headers.get("etag")!;
    const same = await put(service);
    expect(same.body).toEqual(service);
    expect(same.headers.get("etag")).toBe(tag);
    const changed = await put({ criticality: "low", sla: { availability: null } }, { "if-match": tag });
    expect(changed.body).toMatchObject({ criticality: "low", sla: { availability: null, response_time: 100 } });
    expect(idsOf(changed.body)).toEqual([web]);
    expect((await put({ description: "x" }, { "if-match": tag })).status).toBe(412);
    expect((await put({ name: null })).status).toBe(400);
    const history = await world.ok("GET", `/v1/cmdb/ci/${service.id}`);
    expect(history.attributes).toMatchObject({ criticality: "low", sla: { response_time: 100 } });
  });

  test("is deleted without its components, and restored as a CI", async () => {
    const web = await world.ci();
    const { id } = await world.service([web]);
    const stale = await world.call("DELETE", `/v1/services/${id}`, undefined, { "if-match": '"99"' });
    expect(stale.status).toBe(412);
    expect(await world.ok("DELETE", `/v1/services/${id}`)).toEqual({ message: "Service deleted with 1 relationship" });
    expect((await world.call("GET", `/v1/services/${id}`)).status).toBe(404);
    expect((await world.call("DELETE", `/v1/services/${web}`)).status).toBe(404);
    await world.ok("GET", `/v1/cmdb/ci/${web}`);
    await world.ok("POST", `/v1/cmdb/ci/${id}/restore`);
    expect(idsOf(await world.ok("GET", `/v1/services/${id}`))).toEqual([web]);
  });

  test("is created once per Idempotency-Key", async () => {
    const key = { "idempotency-key": newId() };
    const body = { name: `shop ${newId()}`, components: [{ ci_id: await world.ci() }] };
    const first = await world.call("POST", "/v1/services", body, key);
    const second = await world.call("POST", "/v1/services", body, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await world.call("POST", "/v1/services", { ...body, name: "other" }, key)).status).toBe(422);
  });
});

describe("components of a service", () => {
  test("are replaced as a whole; kept components keep their relationship", async () => {
    const [a, b, c] = [await world.ci(), await world.ci(), await world.ci()];
    const { id } = await world.service([{ ci_id: a, role: "old" }, b]);
    const kept = (await world.ok("GET", `/v1/cmdb/relationships?target_ci=${id}&source_ci=${a}`)).data[0].id;
    const put = (components: object[], headers = {}) =>
      world.call("PUT", `/v1/services/${id}/components`, { components }, headers);
    const { body } = await put([{ ci_id: c, redundancy_group: "x" }, { ci_id: a }]);
    expect(body.components).toMatchObject([
      { ci_id: a, role: null },
      { ci_id: c, redundancy_group: "x" },
    ]);
    const links = await world.ok("GET", `/v1/cmdb/relationships?target_ci=${id}&order=asc`);
    expect(links.data.map((link: { id: string }) => link.id)).toContain(kept);
    expect(links.pagination.total).toBe(2);
    const refused = await put([{ ci_id: b }, { ci_id: id }]);
    expect([refused.status, faultsOf(refused)]).toEqual([400, ["components.1.ci_id"]]);
    const unknown = await put([{ ci_id: newId() }, { ci_id: b }]);
    expect([unknown.status, faultsOf(unknown)]).toEqual([404, ["components.0.ci_id"]]);
    expect(idsOf(await world.ok("GET", `/v1/services/${id}`))).toEqual([a, c]);
    expect((await put([])).body).toMatchObject({ components: [], health: { status: "unknown", score: 0 } });
  });

  test("publish their changes as relationship changes, in one transaction", async () => {
    const [a, b] = [await world.ci(), await world.ci()];
    const { id } = await world.service([a]);
    await world.ok("PUT", `/v1/services/${id}/components`, { components: [{ ci_id: b }] });
    const told = () =>
      world.http.postgres.query<{ kind: string; request_id: string }>(
        `select kind, request_id from history
         where tenant_id = $1 and coalesce(after, before) ->> 'target_ci' = $2 order by id`,
        [world.http.tenantId, id],
      );
    await expect.poll(async () => (await told()).length, { timeout: 10_000 }).toBe(3);
    const [first, ...later] = await told();
    expect(first?.kind).toBe("relationship.created");
    expect(later.map(({ kind }) => kind).sort()).toEqual(["relationship.created", "relationship.deleted"]);
    expect(new Set(later.map(({ request_id }) => request_id)).size).toBe(1);
  });

  test("exclude AI-found links, which a declared component replaces", async () => {
    const a = await world.ci();
    const { id } = await world.service();
    const guess = { type: "part_of", source_ci: a, target_ci: id, discovered_by: "ai:test", confidence: 0.6 };
    await world.ok("POST", "/v1/cmdb/relationships", guess);
    expect(idsOf(await world.ok("GET", `/v1/services/${id}`))).toEqual([]);
    const { components } = await world.ok("PUT", `/v1/services/${id}/components`, {
      components: [{ ci_id: a, role: "web" }],
    });
    expect(components).toMatchObject([{ ci_id: a, role: "web" }]);
  });

  test("keep one complete list when 12 callers replace them at once", async () => {
    const cis = await Promise.all(Array.from({ length: 12 }, () => world.ci()));
    const { id } = await world.service([cis[0]!]);
    const lists = Array.from({ length: 12 }, (_, i) => cis.filter((_, j) => (i * 7 + j * 5) % 4 < 2));
    // A busy machine may send some away for a while: they come again, as they are told to.
    const put = async (body: object) => {
      let answer = await world.call("PUT", `/v1/services/${id}/components`, body);
      for (let tries = 0; tries < 5 && answer.status === 503; tries++) {
        await sleep(1_000 * Number(answer.headers.get("retry-after")));
        answer = await world.call("PUT", `/v1/services/${id}/components`, body);
      }
      return answer;
    };
    const answers = await Promise.all(
      lists.map((list, i) => put({ components: list.map((ci_id) => ({ ci_id, role: `role ${i}` })) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200));
    const { components } = await world.ok("GET", `/v1/services/${id}`);
    const roles = new Set(components.map(({ role }: { role: string }) => role));
    expect(roles.size).toBe(1);
    const winner = Number([...roles].join("").slice("role ".length));
    expect(new Set(idsOf({ components }))).toEqual(new Set(lists[winner]));
  });

  test("are replaced by only one of the callers with the same entity tag", async () => {
    const cis = await Promise.all(Array.from({ length: 6 }, () => world.ci()));
    const { id } = await world.service([cis[0]!]);
    const tag = (await world.call("GET", `/v1/services/${id}`)).headers.get("etag")!;
    const answers = await Promise.all(
      cis
        .slice(1)
        .map((ci_id) =>
          world.call("PUT", `/v1/services/${id}/components`, { components: [{ ci_id }] }, { "if-match": tag }),
        ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
  });
});

describe("GET /v1/services", () => {
  test("pages through services with health, newest first", async () => {
    const mark = newId().slice(-12);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await world.service([], { name: `listed${mark} ${i}` })).id);
    const first = await world.call("GET", `/v1/services?search=listed${mark}&limit=2`);
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual([ids[4], ids[3]]);
    expect(first.body.pagination).toMatchObject({ page: 1, limit: 2, total: 5, pages: 3 });
    expect(first.headers.get("link")).toContain('rel="next"');
    expect(first.body.data[0].health.status).toBe("unknown");
    const cursor = first.body.pagination.next_cursor;
    const next = await world.ok("GET", `/v1/services?search=listed${mark}&limit=2&cursor=${cursor}`);
    expect(next.data.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    const sorted = await world.ok("GET", `/v1/services?search=listed${mark}&sort=name&fields=name`);
    expect(sorted.data[0]).toEqual({ id: ids[0], name: `listed${mark} 0` });
    for (const query of ["limit=101", "page=0", "sort=owner", "status=gone"]) {
      expect((await world.call("GET", `/v1/services?${query}`)).status, query).toBe(400);
    }
  });
});

describe("access to business services", () => {
  test("is refused to other tenants and without the scope", async () => {
    const { id } = await world.service([await world.ci()]);
    const elsewhere = await world.http.loginElsewhere();
    const paths = ["", "/dependencies", "/dependency-map.svg"].map((rest) => `/v1/services/${id}${rest}`);
    for (const path of [...paths, `/v1/cmdb/ci/${id}/dependency-map.svg`]) {
      expect((await world.http.call("GET", path, { headers: elsewhere })).status, path).toBe(404);
    }
    for (const [method, rest, body] of [
      ["PUT", "", { description: "mine" }],
      ["PUT", "/components", { components: [] }],
      ["DELETE", "", undefined],
    ] as const) {
      const answer = await world.http.call(method, `/v1/services/${id}${rest}`, {
        headers: elsewhere,
        ...(body && { body }),
      });
      expect(answer.status, method).toBe(404);
    }
    const { body } = await world.http.call("GET", "/v1/services", { headers: elsewhere });
    expect(body.data).toEqual([]);
    const foreign = { name: newId(), components: [{ ci_id: await world.ci() }] };
    expect((await world.http.call("POST", "/v1/services", { headers: elsewhere, body: foreign })).status).toBe(404);
  });

  test("services.write alone writes, services.read alone reads, and neither reads CIs", async () => {
    const { id } = await world.service();
    const [reader, writer] = [
      await world.http.loginWith("services.read"),
      await world.http.loginWith("services.write"),
    ];
    const as = (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
      world.http.call(method, path, { headers, ...(body !== undefined && { body }) });
    expect((await as(reader, "GET", `/v1/services/${id}`)).status).toBe(200);
    expect((await as(reader, "GET", "/v1/services")).status).toBe(200);
    expect((await as(reader, "GET", `/v1/services/${id}/dependency-map.svg`)).status).toBe(200);
    const map = await as(reader, "GET", `/v1/cmdb/ci/${id}/dependency-map.svg`);
    expect([map.status, map.body.error.required_scope]).toEqual([403, "cmdb.read"]);
    expect((await as(reader, "DELETE", `/v1/services/${id}`)).body.error.required_scope).toBe("services.write");
    expect((await as(writer, "GET", `/v1/services/${id}`)).status).toBe(403);
    expect((await as(writer, "PUT", `/v1/services/${id}`, { description: "x" })).status).toBe(200);
    expect((await as(writer, "POST", "/v1/services", { name: newId() })).status).toBe(201);
    expect((await as(writer, "GET", `/v1/cmdb/ci/${id}`)).status).toBe(403);
    expect((await as(writer, "DELETE", `/v1/services/${id}`)).status).toBe(200);
  });
});
