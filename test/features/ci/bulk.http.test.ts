import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkSchema } from "../../../src/features/ci/bulk.wire.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type CiApp, ciApp } from "./ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const unique = () => `ci ${newId()}`;
const bulk = (body: unknown, headers: Record<string, string> = {}) => app.post("/v1/cmdb/ci/bulk", body, { headers });
const exists = async (name: string) =>
  (await app.get(`/v1/cmdb/ci?search=${encodeURIComponent(name)}`)).body.pagination.total;

describe("POST /v1/cmdb/ci/bulk", () => {
  it("creates up to 1,000 CIs and returns results in their order", async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => ({
      name: unique(),
      type: i % 2 ? "server" : "printer",
      attributes: { i },
    }));
    const { status, body } = await bulk({ mode: "atomic", items });
    expect(status).toBe(200);
    expect(bulkSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({ created: 1_000, failed: 0 });
    for (const place of [0, 1, 499, 999]) {
      const result = body.results[place];
      expect(result).toEqual({ index: place, id: expect.any(String), status: "created", error: null });
      const { name, type, attributes } = items[place]!;
      expect((await app.get(`/v1/cmdb/ci/${result.id}`)).body).toMatchObject({ name, type, attributes });
    }
    expect((await bulk({ items: [...items, { name: unique(), type: "server" }] })).status).toBe(400);
  });

  it("in mode per_item reports duplicates and invalid items, and creates the rest", async () => {
    const [taken, once] = [unique(), unique()];
    const id = await app.create({ name: taken });
    const items = [
      { name: unique(), type: "server" },
      { name: taken.toUpperCase(), type: "Server" },
      { name: "", type: "server", colour: 1 },
      "no object",
      { name: once, type: "server" },
      { name: once, type: "server" },
      { name: once, type: "software_instance" },
      { name: once, type: "software_instance" },
    ];
    const { status, body } = await bulk({ mode: "per_item", items });
    expect(status).toBe(200);
    expect(bulkSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({ created: 4, failed: 2 });
    expect(body.results.map((result: { status: string }) => result.status)).toEqual([
      "created",
      "exists",
      "failed",
      "failed",
      "created",
      "exists",
      "created",
      "created",
    ]);
    expect(body.results[1]).toEqual({ index: 1, id, status: "exists", error: null });
    expect(body.results[5].id).toBe(body.results[4].id);
    const { error } = body.results[2];
    expect(error.code).toBe("VALIDATION_ERROR");
    const fields = error.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(["items.2.colour", "items.2.name"]);
    expect(body.results[3]).toMatchObject({ id: null, error: { details: [{ field: "items.3" }] } });
  });

  it("in mode atomic writes nothing for one fault, and lists every fault, duplicates included", async () => {
    const [name, taken] = [unique(), unique()];
    await app.create({ name: taken });
    const items = [
      { name, type: "server" },
      { name: 1, type: "server" },
      { type: "server", x: 1 },
      { name: taken, type: "server" },
      { name, type: "server" },
    ];
    const answer = await bulk({ mode: "atomic", items });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    const fields = answer.body.error.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(["items.1.name", "items.2.name", "items.2.x", "items.3.name", "items.4.name"]);
    expect(await exists(name)).toBe(0);
  });

  it("in mode atomic writes nothing for one duplicate, and lists every duplicate", async () => {
    const [name, taken, serial] = [unique(), unique(), newId()];
    const first = await app.create({ name: taken });
    const second = await app.create({ attributes: { serial_number: serial } });
    const items = [
      { name, type: "server" },
      { name: taken, type: "server" },
      { name: unique(), type: "server", attributes: { serial_number: serial } },
      { name, type: "server" },
    ];
    const { status, body } = await bulk({ items });
    expect(status).toBe(400);
    const faults = body.error.details as { field: string; error: string }[];
    expect(faults.map(({ field }) => field)).toEqual([
      "items.1.name",
      "items.2.attributes.serial_number",
      "items.3.name",
    ]);
    expect(faults[0]!.error).toContain(first);
    expect(faults[1]!.error).toContain(second);
    expect(await exists(name)).toBe(0);
    expect(app.world.changes().filter((change) => (change.after as { name: string } | null)?.name === name)).toEqual(
      [],
    );
  });

  it.each([
    [{}, "items"],
    [{ items: [] }, "items"],
    [{ items: {} }, "items"],
    [{ mode: "some", items: [{ name: "x", type: "server" }] }, "mode"],
    [{ items: [{ name: "x", type: "server" }], extra: 1 }, "extra"],
  ])("refuses %j naming %s", async (body, field) => {
    expect(await bulk(body)).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
  });

  it("reports hostile items at their index", async () => {
    const { body } = await bulk({
      mode: "per_item",
      items: [null, [], { name: unique(), type: "server", attributes: null }],
    });
    expect(body.results.map((result: { status: string }) => result.status)).toEqual(["failed", "failed", "failed"]);
  });

  it("creates each name once when bulk and single requests race", async () => {
    const names = Array.from({ length: 30 }, unique);
    const items = names.map((name) => ({ name, type: "server" }));
    const [one, two, ...singles] = await Promise.all([
      bulk({ mode: "per_item", items }),
      bulk({ mode: "per_item", items: items.toReversed() }),
      ...items.map((item) => app.post("/v1/cmdb/ci", item)),
    ]);
    const made = one!.body.created + two!.body.created + singles.filter(({ status }) => status === 201).length;
    expect(made).toBe(30);
    for (const { status } of singles) expect([201, 409]).toContain(status);
    const idsOf = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id);
    expect(idsOf(two!.body).toReversed()).toEqual(idsOf(one!.body));
  });

  it("returns the first response to a repeat with the same Idempotency-Key", async () => {
    const body = {
      mode: "per_item",
      items: [
        { name: unique(), type: "server" },
        { name: "", type: "server" },
      ],
    };
    const key = { "idempotency-key": newId() };
    const first = await bulk(body, key);
    const again = await bulk(body, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await exists(body.items[0]!.name)).toBe(1);
  });
});
