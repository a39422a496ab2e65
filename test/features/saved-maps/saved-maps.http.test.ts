import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSavedMaps } from "../../../src/features/saved-maps/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

type Header = Record<string, string>;

let service: ServiceApp;
let admin: Header;
let owner: Header;
let colleague: Header;
const SCOPES = ["reports.create", "cmdb.read"] as const;

beforeAll(async () => {
  service = await sharedServiceApp();
  admin = await service.login();
  [owner, colleague] = [await service.loginWith(...SCOPES), await service.loginWith(...SCOPES)];
});
afterAll(() => service.close());

const newCi = async (headers = admin) => {
  const name = `host ${newId()}`;
  const { body } = await service.call("POST", "/v1/cmdb/ci", { headers, body: { name, type: "server" } });
  return { id: body.id as string, name };
};
const send = (method: string, path: string, body?: object, headers = owner) =>
  service.call(method, `/v1/maps${path}`, { headers, ...(body && { body }) });
const save = async (more: object = {}, headers = owner) => {
  const answer = await send("POST", "", { name: `map ${newId()}`, roots: [], ...more }, headers);
  expect(answer.status, answer.text).toBe(201);
  return answer;
};

describe("a saved map", () => {
  test("comes back exactly as it was left", async () => {
    const [shop, db] = [await newCi(), await newCi()];
    const content = {
      name: "Shop: \u202egnp\u202c <script>alert(1)</script>",
      roots: [shop.id, db.id],
      depth: 4,
      direction: "downstream",
      filters: { types: ["software_instance"], statuses: ["active", "maintenance"] },
      group_by: "attributes.location",
      view: {
        healths: ["critical"],
        expanded: [db.id],
        folded: [shop.id],
        include_software: true,
        limit: 2_000,
        viewport: { x: -12.25, y: 1e6, zoom: 0.031_25 },
      },
      positions: { [shop.id]: [-12.25, 1e6], [db.id]: [0, -0.5] },
      shared: true,
    };
    const made = await save({ ...content, filters: { ...content.filters, types: ["Software Instance"] } });
    expect(made.headers.get("location")).toBe(`/v1/maps/${made.body.id}`);
    expect(made.body).toMatchObject({ ...content, missing: [] });
    expect((await send("GET", `/${made.body.id}`)).body).toEqual(made.body);
  });

  test("has defaults for all but its name and roots", async () => {
    expect((await save()).body).toMatchObject({
      depth: 3,
      direction: "either",
      filters: { types: [], statuses: [] },
      group_by: null,
      view: { healths: [], expanded: [], folded: [], include_software: false, limit: null, viewport: null },
      positions: {},
      shared: false,
    });
  });

  test("leaves out what was deleted meanwhile, by name, and has it again once it is restored", async () => {
    const [shop, db, spare] = [await newCi(), await newCi(), await newCi()];
    const positions = { [shop.id]: [1, 2], [spare.id]: [3, 4] };
    const { id } = (await save({ roots: [shop.id, db.id], positions })).body;
    for (const ci of [db, spare]) await service.call("DELETE", `/v1/cmdb/ci/${ci.id}`, { headers: admin });
    const { body } = await send("GET", `/${id}`);
    expect([body.roots, body.positions, body.missing]).toEqual([[shop.id], { [shop.id]: [1, 2] }, [db, spare]]);
    // A page that still shows what was deleted saves what it shows.
    const kept = await send("PUT", `/${id}`, { roots: [shop.id, db.id], positions: { ...positions, [db.id]: [5, 6] } });
    expect([kept.status, kept.body.missing]).toEqual([200, [db, spare]]);
    await service.call("POST", `/v1/cmdb/ci/${db.id}/restore`, { headers: admin });
    const restored = (await send("GET", `/${id}`)).body;
    expect(restored).toMatchObject({ roots: [shop.id, db.id], missing: [spare] });
    expect(restored.positions[db.id]).toEqual([5, 6]);
  });

  test("begins at CIs of its tenant alone; positions of others are left out", async () => {
    const [here, elsewhere] = [await newCi(), await newCi(await service.loginElsewhere())];
    for (const unknown of [elsewhere.id, newId()]) {
      const answer = await send("POST", "", { name: "m", roots: [here.id, unknown] });
      expect([answer.status, answer.body.error.details]).toEqual([
        404,
        [{ field: "roots.1", error: "there is no such CI" }],
      ]);
    }
    const positions = { [here.id]: [1, 1], [elsewhere.id]: [2, 2] };
    const { body } = await save({ roots: [here.id], positions });
    expect([body.positions, body.missing]).toEqual([{ [here.id]: [1, 1] }, []]);
  });

  test("is changed in part, and sent back as it was read", async () => {
    const ci = await newCi();
    const { body: made } = await save({ roots: [ci.id], positions: { [ci.id]: [1, 2] }, group_by: "type" });
    const renamed = await send("PUT", `/${made.id}`, { name: "Renamed", group_by: null });
    expect(renamed.body).toEqual({ ...made, name: "Renamed", group_by: null, updated_at: renamed.body.updated_at });
    const back = await send("PUT", `/${made.id}`, renamed.body);
    expect(back.body).toEqual({ ...renamed.body, updated_at: back.body.updated_at });
  });

  test("forgets CIs that were purged", async () => {
    const [stays, goes] = [await newCi(), await newCi()];
    const positions = { [stays.id]: [1, 2], [goes.id]: [3, 4] };
    const { id } = (await save({ roots: [goes.id, stays.id], positions })).body;
    const { onCisPurged } = createSavedMaps({
      graph: service.app.graph,
      postgres: service.postgres,
      clock: systemClock,
    });
    await onCisPurged!(service.tenantId, [goes.id]);
    await service.call("DELETE", `/v1/cmdb/ci/${goes.id}`, { headers: admin });
    expect((await send("GET", `/${id}`)).body).toMatchObject({
      roots: [stays.id],
      positions: { [stays.id]: [1, 2] },
      missing: [],
    });
  });
});

describe("whose a saved map is", () => {
  test("nobody else finds a private one, but an administrator", async () => {
    const { id } = (await save()).body;
    for (const headers of [colleague, await service.loginElsewhere()]) {
      for (const method of ["GET", "DELETE"])
        expect((await send(method, `/${id}`, undefined, headers)).status).toBe(404);
      expect((await send("PUT", `/${id}`, { shared: true }, headers)).status).toBe(404);
      const { body } = await send("GET", "?limit=100", undefined, headers);
      expect(body.data.map((map: { id: string }) => map.id)).not.toContain(id);
    }
    expect((await send("GET", `/${id}`, undefined, admin)).status).toBe(200);
  });

  test("others read a shared one, and its owner and an administrator alone change and delete it", async () => {
    const { id } = (await save({ shared: true })).body;
    expect((await send("GET", `/${id}`, undefined, colleague)).status).toBe(200);
    expect((await send("PUT", `/${id}`, { name: "mine" }, colleague)).status).toBe(403);
    expect((await send("DELETE", `/${id}`, undefined, colleague)).status).toBe(403);
    expect((await send("GET", `/${id}`, undefined, await service.loginElsewhere())).status).toBe(404);
    const changed = await send("PUT", `/${id}`, { name: "tidy" }, admin);
    expect([changed.status, changed.body.owner]).toEqual([200, (await send("GET", `/${id}`)).body.owner]);
    expect((await send("DELETE", `/${id}`, undefined, admin)).status).toBe(200);
    expect((await send("GET", `/${id}`)).status).toBe(404);
  });

  test("reading needs cmdb.read, saving reports.create as well", async () => {
    const { id } = (await save({ shared: true })).body;
    const [reader, writer] = [await service.loginWith("cmdb.read"), await service.loginWith("reports.create")];
    expect((await send("GET", `/${id}`, undefined, reader)).status).toBe(200);
    for (const [headers, scope] of [
      [reader, "reports.create"],
      [writer, "cmdb.read"],
    ] as const) {
      const refused = await send("POST", "", { name: "m", roots: [] }, headers);
      expect([refused.status, refused.body.required_scope]).toEqual([403, scope]);
    }
    expect((await send("GET", "", undefined, writer)).status).toBe(403);
  });

  test("every change is in the audit log, without the positions", async () => {
    const ci = await newCi();
    const { id } = (await save({ roots: [ci.id], positions: { [ci.id]: [1, 2] } })).body;
    await send("PUT", `/${id}`, { name: "Renamed" });
    await send("DELETE", `/${id}`);
    const { body } = await service.call("GET", `/v1/admin/audit?target=${id}`, { headers: admin });
    const entries = body.data.map(({ action, after }: { action: string; after: { positions: number } | null }) => [
      action,
      after?.positions,
    ]);
    expect(entries).toEqual([
      ["saved_map.deleted", undefined],
      ["saved_map.updated", 1],
      ["saved_map.created", 1],
    ]);
  });
});

describe("the list of saved maps", () => {
  test("is paged, and searched by name, in which no sign is a pattern", async () => {
    const word = newId();
    const ids: string[] = [];
    for (const name of [`Shop ${word} 100%`, `DB ${word}`, `shop ${word} 100`]) {
      ids.push((await save({ name })).body.id);
    }
    const found = async (search: string) => {
      const { body } = await send("GET", `?search=${encodeURIComponent(search)}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await found(word.toUpperCase())).toEqual(ids.toReversed());
    expect(await found(`SHOP ${word}`)).toEqual([ids[2], ids[0]]);
    expect(await found(`${word} 100%`)).toEqual([ids[0]]);
    expect(await found(`${word.slice(0, 8)}_`)).toEqual([]);
    const first = (await send("GET", `?search=${word}&limit=2`)).body;
    expect(first.pagination).toMatchObject({ total: 3, pages: 2 });
    const next = (await send("GET", `?search=${word}&limit=2&cursor=${first.pagination.next_cursor}`)).body;
    expect([...first.data, ...next.data].map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  });

  test("tells how many CIs each has, and names none of them", async () => {
    const ci = await newCi();
    const { body: made } = await save({ roots: [ci.id], positions: { [ci.id]: [1, 2] } });
    const [item] = (await send("GET", "?limit=1")).body.data;
    const { roots: _, positions: __, missing: ___, ...shown } = made;
    expect(item).toEqual({ ...shown, root_count: 1, position_count: 1 });
  });
});

describe("a map that cannot be saved", () => {
  const faults = async (body: object) => {
    const answer = await send("POST", "", { name: "m", roots: [], ...body });
    expect(answer.status, answer.text).toBe(400);
    return answer.body.error.details.map(({ field }: { field: string }) => field);
  };
  const positionsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, () => [newId(), [1, 2]]));

  test.each([
    ["a blank name", { name: " " }, ["name"]],
    ["a long name", { name: "x".repeat(256) }, ["name"]],
    ["a depth beyond the most", { depth: 11 }, ["depth"]],
    ["an unknown direction", { direction: "sideways" }, ["direction"]],
    ["an unknown status", { filters: { statuses: ["broken"] } }, ["filters.statuses.0"]],
    ["a type without a letter", { filters: { types: ["--"] } }, ["filters.types.0"]],
    ["a field that is none", { group_by: "a; drop table" }, ["group_by"]],
    ["an unknown member", { zoom: 2 }, ["zoom"]],
    ["a root that is no id", { roots: ["../x"] }, ["roots.0"]],
    ["the name of a prototype's member", { positions: { constructor: [1, 2] } }, ["positions.constructor"]],
    ["a name of such a member", { positions: { toString: [1, 2] } }, ["positions.toString"]],
  ])("says so of %s", async (_, body, fields) => {
    expect(await faults(body)).toEqual(fields);
  });

  test("says so of positions that are no pair of finite numbers", async () => {
    const id = newId();
    for (const position of [[1], [1, 2, 3], ["1", 2], [null, 0], [1e8, 0], {}, "1,2"]) {
      const [field] = await faults({ positions: { [id]: position } });
      expect(field).toMatch(new RegExp(`^positions\\.${id}`));
    }
    const infinite = `{"name":"m","roots":[],"positions":{"${id}":[1e999,0]}}`;
    const headers = { ...owner, "content-type": "application/json" };
    expect((await service.call("POST", "/v1/maps", { headers, body: infinite })).status).toBe(400);
    const proto = `{"name":"m","roots":[],"positions":{"__proto__":[1,0]}}`;
    expect((await service.call("POST", "/v1/maps", { headers, body: proto })).status).toBe(400);
  });

  test("says so of too many roots and positions, and takes as many as are allowed", async () => {
    expect(await faults({ roots: Array.from({ length: 201 }, () => newId()) })).toEqual(["roots"]);
    expect(await faults({ positions: positionsOf(5_001) })).toEqual(["positions"]);
    const { body } = await save({ positions: positionsOf(5_000) });
    expect([body.positions, body.missing]).toEqual([{}, []]);
    const huge = await send("POST", "", { name: "m", roots: [], positions: positionsOf(30_000) });
    expect(huge.status).toBe(413);
  });

  test("an idempotency key saves it once", async () => {
    const key = { ...owner, "idempotency-key": newId() };
    const body = { name: "once", roots: [] };
    const [first, second] = [await send("POST", "", body, key), await send("POST", "", body, key)];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  });
});
