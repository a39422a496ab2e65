import { describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { MAPPINGS, mappingService, named } from "./mapping-service.ts";

const { service, admin, stranger, send } = await mappingService();
const create = async (more: object = {}, path = MAPPINGS) => {
  const answer = await send("POST", path, named(`Program ${newId()}`, more));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data ?? answer.body;
};
const fields = (body: { error: { details: { field: string }[] } }) => body.error.details.map(({ field }) => field);

/** A built-in mapping of a product of any platform. */
async function builtIn() {
  const { body } = await send("GET", `${MAPPINGS}?source=system&search=${encodeURIComponent("010 Editor")}&limit=1`);
  return body.data[0];
}

describe("/software-mappings", () => {
  it("creates a mapping with all members, readable at its Location", async () => {
    const sent = {
      instance_name: `  Example Tool 12.1 (x64) ${newId()} `,
      instance_patterns: ["^Example Tool \\d+"],
      software: { name: "Example Tool", vendor: "Example" },
      family: { name: "Utilities" },
      process_names: { windows: ["tool.exe"], linux: ["toold"] },
      windows_services: ["ToolSvc"],
      process_type: "service",
      confidence: 80,
      notes: "seen on desktops",
    };
    const { status, body, headers } = await send("POST", MAPPINGS, sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...sent,
      instance_name: sent.instance_name.trim(),
      process_names: { windows: ["tool.exe"], macos: [], linux: ["toold"] },
      status: "active",
      source: "manual",
      usage_count: 0,
      last_verified: null,
    });
    expect(body.normalized_instance_name).not.toMatch(/x64|12\.1/);
    expect(headers.get("location")).toBe(`${MAPPINGS}/${body.id}`);
    const read = await send("GET", `${MAPPINGS}/${body.id}`);
    expect(read.body).toEqual(body);
    expect(read.headers.get("etag")).toBe(headers.get("etag"));
  });

  it("shows the mapping in camel case in variant A", async () => {
    const sent = { instanceName: `Camel ${newId()}`, instancePatterns: ["camel"], software: { name: "Camel" } };
    const { status, body, headers } = await send("POST", "/api/software-mappings", sent);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ ...sent, processNames: { windows: [], macos: [], linux: [] }, usageCount: 0 });
    expect(headers.get("location")).toBe(`/api/software-mappings/${body.data._id}`);
    const bad = await send("POST", "/api/software-mappings", { ...sent, instancePatterns: ["ok", "(a)\\1"] });
    expect(bad.body.error.details.field).toBe("instancePatterns.1");
  });

  it.each([
    [{ software: { name: "P" } }, "instance_name"],
    [{ instance_name: "x", instance_patterns: [] }, "software"],
    [{ instance_name: "x", software: {} }, "software.name"],
    [named("x", { family: { name: "Games" } }), "family.name"],
    [named("x", { confidence: 101 }), "confidence"],
    [named("x", { confidence: -1 }), "confidence"],
    [named("x", { status: "gone" }), "status"],
    [named("x", { process_type: "driver" }), "process_type"],
    [named("x", { instance_patterns: ["("] }), "instance_patterns.0"],
    [named("x", { instance_patterns: ["a(?=b)"] }), "instance_patterns.0"],
    [named("x", { instance_patterns: ["ok", "(?<!a)b"] }), "instance_patterns.1"],
    [named("x", { instance_patterns: ["(a)\\1"] }), "instance_patterns.0"],
    [named("x", { instance_patterns: ["a".repeat(501)] }), "instance_patterns.0"],
    [named("x".repeat(513)), "instance_name"],
    [named("x", { owner: 1 }), "owner"],
    [named("x", { process_names: { solaris: [] } }), "process_names.solaris"],
  ])("refuses a faulty body, naming the field: %j", async (body, field) => {
    const answer = await send("POST", MAPPINGS, body);
    expect(answer.status).toBe(400);
    expect(fields(answer.body)).toContain(field);
  });

  it("accepts patterns without an instance name, and refuses neither", async () => {
    const { status, body } = await send("POST", MAPPINGS, { instance_patterns: ["^zz only"], software: { name: "P" } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ instance_name: "", normalized_instance_name: "" });
    const emptied = await send("PUT", `${MAPPINGS}/${body.id}`, { instance_patterns: [] });
    expect([emptied.status, fields(emptied.body)]).toEqual([400, ["instance_name"]]);
  });

  it("creates one mapping per Idempotency-Key", async () => {
    const headers = { ...admin, "idempotency-key": newId() };
    const body = named(`Once ${newId()}`);
    const [one, two] = [await send("POST", MAPPINGS, body, headers), await send("POST", MAPPINGS, body, headers)];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.id).toBe(one.body.id);
  });

  it("updates member by member, makes the mapping manual, and audits the change", async () => {
    const made = await create({ source: "ai", family: { name: "Utilities" }, software: { name: "P", vendor: "V" } });
    expect(made.source).toBe("ai");
    const { body, status } = await send("PUT", `${MAPPINGS}/${made.id}`, {
      ...made,
      software: { vendor: null },
      family: null,
      process_names: { macos: ["P"] },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ source: "manual", family: null, software: { name: "P", vendor: null } });
    expect(body.process_names).toEqual({ windows: [], macos: ["P"], linux: [] });
    const audit = await send("GET", `/v1/admin/audit?target=${made.id}`);
    expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual([
      "software_mapping.updated",
      "software_mapping.created",
    ]);
  });

  it("changes nothing for equal content, and answers 412 for a stale If-Match", async () => {
    const made = await create({ source: "import" });
    const same = await send("PUT", `${MAPPINGS}/${made.id}`, made);
    expect(same.body).toEqual(made);
    const etag = same.headers.get("etag") ?? "";
    const fresh = { ...admin, "if-match": etag };
    expect((await send("PUT", `${MAPPINGS}/${made.id}`, { notes: "new" }, fresh)).status).toBe(200);
    expect((await send("PUT", `${MAPPINGS}/${made.id}`, { notes: "newer" }, fresh)).status).toBe(412);
    expect((await send("DELETE", `${MAPPINGS}/${made.id}`, undefined, fresh)).status).toBe(412);
  });

  it("deletes a mapping", async () => {
    const { id } = await create();
    expect((await send("DELETE", `${MAPPINGS}/${id}`)).status).toBe(200);
    for (const method of ["GET", "DELETE"]) expect((await send(method, `${MAPPINGS}/${id}`)).status).toBe(404);
    expect((await send("PUT", `${MAPPINGS}/${id}`, { notes: "x" })).status).toBe(404);
    expect((await send("POST", `${MAPPINGS}/${id}/verify`)).status).toBe(404);
  });
});

describe("status of /software-mappings/{id}", () => {
  it.each([
    ["pending", "review", 200],
    ["pending", "active", 200],
    ["review", "active", 200],
    ["review", "pending", 200],
    ["active", "review", 200],
    ["active", "pending", 409],
  ])("answers a change from %s to %s with %i", async (from, to, expected) => {
    const { id } = await create({ status: from });
    const answer = await send("PUT", `${MAPPINGS}/${id}`, { status: to });
    expect(answer.status).toBe(expected);
    if (expected === 409) expect(answer.body.error.details).toMatchObject([{ field: "status" }]);
    expect((await send("GET", `${MAPPINGS}/${id}`)).body.status).toBe(expected === 200 ? to : from);
  });

  it("becomes active by /verify", async () => {
    const { id } = await create({ status: "pending" });
    const { body } = await send("POST", `${MAPPINGS}/${id}/verify`);
    expect(body).toMatchObject({ status: "active", last_verified: expect.stringMatching(/Z$/) });
  });
});

describe("the instance name of /software-mappings", () => {
  it("has one active mapping, without regard to case", async () => {
    const name = `Unique ${newId()}`;
    expect((await send("POST", MAPPINGS, named(name))).status).toBe(201);
    const again = await send("POST", MAPPINGS, named(` ${name.toUpperCase()}`));
    expect([again.status, again.body.error.code]).toEqual([409, "CONFLICT"]);
    const other = await send("POST", MAPPINGS, named(name, { status: "pending" }));
    expect(other.status).toBe(201);
    expect((await send("POST", `${MAPPINGS}/${other.body.id}/verify`)).status).toBe(409);
    expect((await send("POST", MAPPINGS, named(name), stranger)).status).toBe(201);
  });

  it("has one active mapping after twenty concurrent creations", async () => {
    const name = `Race ${newId()}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("POST", MAPPINGS, named(name))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });
});

describe("built-in mappings in /software-mappings", () => {
  it("can be read, counted and searched, but not changed", async () => {
    const record = await builtIn();
    expect(record).toMatchObject({ source: "system", status: "active" });
    expect((await send("GET", `${MAPPINGS}/${record.id}`)).body).toEqual(record);
    const changes = [
      await send("PUT", `${MAPPINGS}/${record.id}`, { notes: "mine" }),
      await send("DELETE", `${MAPPINGS}/${record.id}`),
      await send("POST", `${MAPPINGS}/${record.id}/verify`),
    ];
    expect(changes.map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  it("have the same ids for every tenant, and a tenant's own mappings take precedence", async () => {
    const record = await builtIn();
    expect((await send("GET", `${MAPPINGS}/${record.id}`, undefined, stranger)).body).toEqual(record);
    const overlay = await send("POST", MAPPINGS, { ...record, software: { name: "Ours" } });
    expect(overlay.status, overlay.text).toBe(201);
    expect(overlay.body.source).toBe("manual");
    const { mappings } = service.app.software;
    const subject = { name: record.instance_name, normalizedName: record.normalized_instance_name };
    expect((await mappings.catalogue.matcherOf(service.tenantId)).match(subject)?.mapping.id).toBe(overlay.body.id);
    expect((await mappings.catalogue.matcherOf(newId())).match(subject)?.mapping.id).toBe(record.id);
  });
});

describe("GET /software-mappings", () => {
  const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

  it("lists the tenant's own before the built-in ones, newest first", async () => {
    const [one, two] = [await create(), await create()];
    const { body } = await send("GET", `${MAPPINGS}?limit=2`);
    expect(ids(body)).toEqual([two.id, one.id]);
    const theirs = await send("GET", `${MAPPINGS}?limit=100`, undefined, stranger);
    expect(ids(theirs.body)).not.toContain(one.id);
    const own = await send("GET", `${MAPPINGS}?source=manual`);
    const system = await send("GET", `${MAPPINGS}?source=system`);
    expect(system.body.pagination.total).toBeGreaterThan(1_000);
    const others = await send("GET", `${MAPPINGS}?source=ai`);
    const imported = await send("GET", `${MAPPINGS}?source=import`);
    const total = [own, system, others, imported].reduce((sum, { body }) => sum + body.pagination.total, 0);
    expect(body.pagination.total).toBe(total);
  });

  it.each(["instance_name", "created_at"])("by %s has the same order by page number and by cursor", async (sort) => {
    const word = `q${newId().replaceAll("-", "")}`;
    const made: { id: string }[] = [];
    for (const name of ["b", "C", "a"]) made.push(await create({ instance_name: `${name} ${word}` }));
    const query = `${MAPPINGS}?sort=${sort}&order=desc&search=${word}`;
    const whole = await send("GET", query);
    const expected = sort === "created_at" ? [2, 1, 0] : [1, 0, 2];
    expect(ids(whole.body)).toEqual(expected.map((at) => made[at]?.id));
    const second = await send("GET", `${query}&limit=1&page=2`);
    expect(ids(second.body)).toEqual([made[expected[1]!]?.id]);
    const after = await send("GET", `${query}&limit=1&cursor=${second.body.pagination.next_cursor}`);
    expect(ids(after.body)).toEqual([made[expected[2]!]?.id]);
    expect(after.body.pagination.next_cursor).toBeUndefined();
  });

  it("by name merges own and built-in mappings across pages, by number and by cursor", async () => {
    await create({ instance_name: `Firefox ours ${newId()}` });
    const query = `${MAPPINGS}?sort=instance_name&search=firefox`;
    const whole = (await send("GET", `${query}&limit=100`)).body;
    const names = whole.data.map(({ instance_name: name }: { instance_name: string }) => name.toLowerCase());
    expect(names).toEqual([...names].sort());
    expect(new Set(whole.data.map(({ source }: { source: string }) => source)).size).toBeGreaterThan(1);
    const byNumber: string[] = [];
    const byCursor: string[] = [];
    let cursor = "";
    for (let page = 1; byNumber.length < whole.data.length; page++) {
      byNumber.push(...ids((await send("GET", `${query}&limit=2&page=${page}`)).body));
      const { body } = await send("GET", `${query}&limit=2${cursor && `&cursor=${cursor}`}`);
      byCursor.push(...ids(body));
      cursor = body.pagination.next_cursor ?? "";
    }
    expect(byNumber).toEqual(ids(whole));
    expect(byCursor).toEqual(ids(whole));
  });

  it("filters by family, process type and status, and selects fields", async () => {
    const made = await create({ family: { name: "Multimedia" }, process_type: "library", status: "review" });
    const { body } = await send(
      "GET",
      `${MAPPINGS}?family=Multimedia&process_type=library&status=review&fields=status`,
    );
    expect(body.data).toEqual([{ id: made.id, status: "review" }]);
    for (const query of ["family=Games", "status=x", "source=x", "process_type=x", "sort=usage"]) {
      expect((await send("GET", `${MAPPINGS}?${query}`)).status, query).toBe(400);
    }
    const none = await send("GET", `${MAPPINGS}?page=1000000`);
    expect([none.status, none.body.data]).toEqual([200, []]);
  });
});

describe("scopes of /software-mappings", () => {
  it("are software.read and software.write", async () => {
    const [reader, writer] = [await service.loginWith("software.read"), await service.loginWith("software.write")];
    const { id } = await create();
    expect((await send("GET", `${MAPPINGS}/${id}`, undefined, reader)).status).toBe(200);
    const refused = await send("PUT", `${MAPPINGS}/${id}`, { notes: "x" }, reader);
    expect([refused.status, refused.body.error.required_scope]).toEqual([403, "software.write"]);
    expect((await send("PUT", `${MAPPINGS}/${id}`, { notes: "x" }, writer)).status).toBe(200);
    expect((await send("GET", MAPPINGS, undefined, writer)).body.error.required_scope).toBe("software.read");
  });
});
