import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { systemContext } from "../../../src/context.ts";
import { readCsv } from "../../../src/features/software/mappings/csv.ts";
import { newId } from "../../../src/platform/ids.ts";
import { MAPPINGS, mappingService, named } from "./mapping-service.ts";

const { service, admin, stranger, send } = await mappingService();
const importFile = (body: string, type = "application/x-ndjson", who = admin) =>
  send("POST", `${MAPPINGS}/import`, body, { ...who, "content-type": type });
const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join("\n");
const find = async (name: string) => {
  const { body } = await send("GET", `${MAPPINGS}?search=${encodeURIComponent(name)}&limit=100`);
  return body.data.filter((record: { instance_name: string }) => record.instance_name === name);
};

describe("POST /software-mappings/import", () => {
  it("imports valid lines, reports faulty ones by line and field, and is idempotent", async () => {
    const [one, two] = [`One ${newId()}`, `Two ${newId()}`];
    const file = [
      lines(named(one, { family: { name: "Databases" } })),
      "",
      '{"instance_name":',
      lines(named("x", { instance_patterns: ["ok", "(a)\\1"] })),
      lines({ instanceName: two, software: { name: "Two" }, processNames: { linux: ["two"] } }),
      lines(named(one.toUpperCase())),
      '{"__proto__":{}}',
    ].join("\r\n");
    const first = await importFile(file);
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({ total: 6, created: 2, updated: 0, unchanged: 0, kept: 0, failed: 4 });
    const faults = first.body.faults.map(({ line, field }: { line: number; field: string }) => [line, field]);
    expect(faults).toEqual(
      expect.arrayContaining([
        [3, "body"],
        [4, "instance_patterns.1"],
        [6, "instance_name"],
      ]),
    );
    const again = await importFile(file);
    expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 4 });
    expect(await find(one)).toMatchObject([{ source: "import", status: "active", family: { name: "Databases" } }]);
  });

  it("overwrites mappings by files and models, and never one that a person created or edited", async () => {
    const [byFile, byModel, byHand] = [`File ${newId()}`, `Model ${newId()}`, `Hand ${newId()}`];
    await importFile(lines(named(byFile)));
    await send("POST", MAPPINGS, named(byModel, { source: "ai" }));
    await send("POST", MAPPINGS, named(byHand, { notes: "ours" }));
    const changed = [byFile, byModel, byHand].map((name) => named(name, { notes: "theirs" }));
    const { body } = await importFile(lines(...changed));
    expect(body).toMatchObject({ created: 0, updated: 2, kept: 1, failed: 0 });
    expect(await find(byFile)).toMatchObject([{ notes: "theirs", source: "import" }]);
    expect(await find(byModel)).toMatchObject([{ notes: "theirs", source: "import" }]);
    expect(await find(byHand)).toMatchObject([{ notes: "ours", source: "manual" }]);
  });

  it("activates a pending proposal", async () => {
    const name = `Waiting ${newId()}`;
    await service.app.software.mappings.catalogue.propose(service.postgres, service.tenantId, [{ name, vendor: null }]);
    expect(await find(name)).toMatchObject([{ status: "pending", source: "pending" }]);
    expect((await importFile(lines(named(name)))).body).toMatchObject({ updated: 1 });
    expect(await find(name)).toMatchObject([{ status: "active", source: "import" }]);
  });

  it("reads CSV with quotes, line breaks and several values in a cell", async () => {
    const name = `Quoted, "12" ${newId()}`;
    const head = "instance_name,software_name,instance_patterns,family,linux_processes,confidence,notes\r\n";
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const row = [cell(name), "Q", cell("^q\n[qQ]uoted"), "Utilities", cell('["a","b"]'), "70", cell("two\r\nlines")];
    const bad = ["", "P", "", "Games", "", "many", ""];
    const { body } = await importFile(`${head}${row.join()}\r\n${bad.join()}\r\nshort\r\n`, "text/csv");
    expect(body).toMatchObject({ total: 3, created: 1, failed: 2 });
    const faults = body.faults.map(({ line, field }: { line: number; field: string }) => [line, field]);
    expect(faults).toEqual(
      expect.arrayContaining([
        [5, "family"],
        [5, "confidence"],
        [6, "line"],
      ]),
    );
    expect(await find(name)).toMatchObject([
      {
        instance_patterns: ["^q", "[qQ]uoted"],
        process_names: { linux: ["a", "b"] },
        confidence: 70,
        notes: "two\r\nlines",
      },
    ]);
  });

  it("accepts a byte order mark and carriage returns, and reports lines that are too long", async () => {
    const [one, two] = [newId(), newId()];
    const csv = `\ufeffinstance_name,software_name\r\n${one},P\r\n${"x".repeat(1_000_000)},P\r\n`;
    const first = await importFile(csv, "text/csv; charset=utf-8");
    expect(first.body).toMatchObject({ created: 1, failed: 1, faults: [{ line: 3, field: "instance_name" }] });
    const ndjson = `\ufeff${lines(named(two))}\r\n${lines(named("x", { notes: "y".repeat(1_000_000) }))}`;
    expect((await importFile(ndjson)).body).toMatchObject({
      created: 1,
      failed: 1,
      faults: [{ line: 2, field: "notes" }],
    });
  });

  it("stops when the client disconnects, even with nothing but faults", async () => {
    const ctx = { ...systemContext(service.tenantId, newId()), signal: AbortSignal.abort(new Error("gone")) };
    let read = 0;
    function* endless() {
      for (;;) yield { line: ++read, faults: [{ field: "line", reason: "none" }] };
    }
    await expect(service.app.software.mappings.verbs.import(ctx, endless())).rejects.toThrow("gone");
    expect(read).toBeLessThan(1_000);
  });

  it("finds mappings without a name by their patterns, and among several of a name the one with the id", async () => {
    const pattern = `^${newId()}$`;
    const name = `Twice ${newId()}`;
    await send("POST", MAPPINGS, { instance_patterns: [pattern, "^b$"], software: { name: "Patterns" } });
    await send("POST", MAPPINGS, named(name, { status: "review", notes: "proposed" }));
    await send("POST", MAPPINGS, named(name));
    for (const [format, type] of [
      ["ndjson", "application/x-ndjson"],
      ["csv", "text/csv"],
    ]) {
      const file = await send("GET", `${MAPPINGS}/export?format=${format}`);
      const { body } = await importFile(file.text, type);
      expect(body, format).toMatchObject({ created: 0, updated: 0, kept: 0, failed: 0, unchanged: body.total });
    }
    const unsorted = lines({ instance_patterns: ["^b$", pattern], software: { name: "Patterns" }, notes: "theirs" });
    expect((await importFile(unsorted)).body).toMatchObject({ kept: 1, created: 0 });
    expect(await find(name)).toHaveLength(2);
  });

  it("refuses a second active mapping of a name, and reports the line", async () => {
    const name = `Active ${newId()}`;
    await importFile(lines(named(name, { status: "review" })));
    const [first] = await find(name);
    await send("POST", MAPPINGS, named(name, { source: "ai" }));
    const { status, body } = await importFile(lines(named(name, { id: first.id })));
    expect(status).toBe(200);
    expect(body).toMatchObject({ failed: 1, faults: [{ line: 1, field: "instance_name" }] });
  });

  it("clears last_verified of mappings that it changes", async () => {
    const name = `Verified ${newId()}`;
    await importFile(lines(named(name)));
    const [{ id }] = await find(name);
    expect((await send("POST", `${MAPPINGS}/${id}/verify`)).body.last_verified).not.toBeNull();
    expect((await importFile(lines(named(name)))).body).toMatchObject({ unchanged: 1 });
    expect((await find(name))[0].last_verified).not.toBeNull();
    expect((await importFile(lines(named(name, { notes: "new" })))).body).toMatchObject({ updated: 1 });
    expect(await find(name)).toMatchObject([{ id, last_verified: null, notes: "new" }]);
  });

  it("does not change a mapping that a person renamed", async () => {
    const name = `Renamed ${newId()}`;
    await importFile(lines(named(name)));
    const [{ id }] = await find(name);
    await send("PUT", `${MAPPINGS}/${id}`, { instance_name: `${name} by hand` });
    expect((await importFile(lines(named(name)))).body).toMatchObject({ kept: 1, created: 0, updated: 0 });
    expect(await find(`${name} by hand`)).toMatchObject([{ id, source: "manual" }]);
  });

  it("names fields of faults in the spelling of the line", async () => {
    const file = lines(
      { instanceName: "x", instancePatterns: ["(a)\\1"], software: { name: "P" } },
      { instance_name: "x", process_type: "?", software: { name: "P" } },
      { instanceName: "x", software: { name: "P" }, processNames: { linux: [""] } },
    );
    const { body } = await importFile(file);
    expect(body.faults.map(({ field }: { field: string }) => field)).toEqual([
      "instancePatterns.0",
      "process_type",
      "processNames.linux.0",
    ]);
  });

  it("repeats its answer for the same Idempotency-Key", async () => {
    const who = { ...admin, "idempotency-key": newId() };
    const file = lines(named(`Key ${newId()}`));
    const first = await importFile(file, "application/x-ndjson", who);
    expect(first.body).toMatchObject({ created: 1 });
    expect((await importFile(file, "application/x-ndjson", who)).body).toEqual(first.body);
    expect((await importFile(lines(named("other")), "application/x-ndjson", who)).status).toBe(422);
  });

  it.each([
    ["text/csv", "software_name,color\r\nP,red"],
    ["text/csv", "vendor\r\n"],
    ["text/csv", ""],
    ["application/x-ndjson", ""],
  ])("refuses the whole file: %s %j", async (type, file) => {
    expect((await importFile(file, type)).status).toBe(400);
  });

  it("refuses other media types and too large files, and accepts gzip", async () => {
    expect((await importFile("{}", "application/json")).status).toBe(415);
    const packed = gzipSync(`${lines(named(`Packed ${newId()}`))}\n`);
    const gzip = { ...admin, "content-type": "application/x-ndjson", "content-encoding": "gzip" };
    const url = `${MAPPINGS}/import`;
    const answer = await service.app.http.request(url, { method: "POST", headers: gzip, body: new Uint8Array(packed) });
    expect(await answer.json()).toMatchObject({ created: 1 });
    const large = gzipSync(Buffer.alloc(33 * 1024 * 1024, "a"));
    const refused = await service.app.http.request(url, { method: "POST", headers: gzip, body: new Uint8Array(large) });
    expect(refused.status).toBe(413);
  });
});

describe("GET /software-mappings/export", () => {
  it.each([
    ["ndjson", "application/x-ndjson"],
    ["csv", "text/csv"],
  ])("writes %s that another tenant imports, idempotently", async (format, type) => {
    const name = `=cmd() ${newId()}`;
    const more = { instance_patterns: ["^[a-z]+$"], notes: '\'-1\n+2, "x"', windows_services: ["@Svc"] };
    await send("POST", MAPPINGS, named(name, { ...more, software: { name: "+Plus", vendor: "@Vendor" } }));
    const file = await send("GET", `${MAPPINGS}/export?format=${format}`);
    expect(file.headers.get("content-type")).toMatch(type);
    expect(file.headers.get("content-disposition")).toContain(`software-mappings.${format}`);
    if (format === "csv") {
      const cells = [...readCsv(file.text)].flatMap((record) => record.cells);
      expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
      expect(file.text).toContain("'=cmd()");
    }
    const first = await importFile(file.text, type, stranger);
    expect(first.body).toMatchObject({ failed: 0 });
    expect(first.body.created + first.body.unchanged).toBe(first.body.total);
    const again = await importFile(file.text, type, stranger);
    expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: first.body.total, failed: 0 });
    const own = await importFile(file.text, type);
    expect(own.body).toMatchObject({ created: 0, updated: 0, kept: 0, unchanged: first.body.total });
  });

  it("uses the spelling of variant A there, which an import accepts", async () => {
    const path = "/api/software-mappings";
    const file = await send("GET", `${path}/export`);
    const [first] = file.text.split("\n").map((line) => line && JSON.parse(line));
    expect(Object.keys(first)).toEqual(expect.arrayContaining(["_id", "instanceName", "processNames", "createdAt"]));
    const types = { ...admin, "content-type": "application/x-ndjson" };
    const { body } = await send("POST", `${path}/import`, file.text, types);
    expect(body.data).toMatchObject({ created: 0, updated: 0, failed: 0, unchanged: body.data.total });
  });

  it("has only the tenant's own mappings, unless source=system", async () => {
    const own = await send("GET", `${MAPPINGS}/export`);
    const sources = own.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).source);
    expect(sources).not.toContain("system");
    const system = await send("GET", `${MAPPINGS}/export?source=system&family=Browsers`);
    const first = JSON.parse(system.text.split("\n")[0]!);
    expect(first).toMatchObject({ source: "system", family: { name: "Browsers" } });
    expect((await send("GET", `${MAPPINGS}/export?status=gone`)).status).toBe(400);
  });
});
