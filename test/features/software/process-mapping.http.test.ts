import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SOFTWARE_FAMILIES } from "../../../src/features/software/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { mappingService } from "./mapping-service.ts";

const SETTINGS = "/api/cmdb-settings";
const RUN = `${SETTINGS}/process-mapping/run`;
const IDENTIFY = "/api/process-identification";
const APPLY = "/api/process-application-mapping";

const { service, admin, stranger, send } = await mappingService();
const data = async (method: string, path: string, body?: unknown, headers = admin) => {
  const answer = await send(method, path, body, headers);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  expect(answer.body.success).toBe(true);
  return answer.body.data;
};
const newCi = async (fields: object) => (await data("POST", "/api/cmdb/ci", fields))._id as string;
const server = () => newCi({ name: `host ${newId()}`, type: "server", attributes: { os: "Debian GNU/Linux 13" } });
const software = (name: string) => newCi({ name, type: "software" });
const ended = async (jobId: string) => {
  for (let tries = 0; tries < 300; tries++) {
    const run = await data("GET", `${RUN}/${jobId}`);
    if (run.status === "completed" || run.status === "failed") return run;
    await sleep(100);
  }
  throw new Error("the run did not end");
};

describe("/cmdb-settings/process-mapping/run", () => {
  it("names processes of mappings and sets applications of relationships", async () => {
    const [a, b] = [await server(), await server()];
    const attributes = { port: 5432, target_process: "/usr/lib/postgresql/17/bin/postgres -D /data" };
    const link = await data("POST", "/api/cmdb/relationships", {
      type: "Connected To",
      sourceCi: a,
      targetCi: b,
      attributes,
    });
    const mapping = await data("POST", "/api/software-mappings", {
      instanceName: "nginx 1.27",
      software: { name: "nginx" },
    });
    const answer = await send("POST", RUN, { mode: "all", skipAnalysis: false });
    expect(answer.status).toBe(202);
    const { jobId, ...started } = answer.body.data;
    expect(started).toEqual({
      mode: "all",
      status: expect.stringMatching(/^(queued|running)$/),
      statusUrl: `${RUN}/${jobId}`,
    });
    expect(answer.headers.get("location")).toBe(`${RUN}/${jobId}`);
    const run = await ended(jobId);
    expect(run).toMatchObject({
      status: "completed",
      error: null,
      progress: { done: expect.any(Number), total: run.progress.done },
    });
    expect(Object.keys(run.result).sort()).toEqual(["analysis", "apply", "enrich", "fixRelationships"]);
    const shown = await data("GET", `/api/cmdb/relationships/${link._id}`);
    expect(shown.attributes).toEqual({
      ...attributes,
      aiEnhanced: true,
      application: { name: "PostgreSQL", vendor: expect.any(String), family: "Databases" },
    });
    expect((await data("GET", `/api/software-mappings/${mapping._id}`)).processNames.linux).toContain("nginx");
    const families = await data("GET", `${SETTINGS}/software-families`);
    expect(families.map(({ name }: { name: string }) => name)).toEqual([...SOFTWARE_FAMILIES]);
    expect(families.every(({ id }: { id: string | null }) => id !== null)).toBe(true);
    const elsewhere = await data("GET", `${SETTINGS}/software-families`, undefined, stranger);
    expect(elsewhere).toEqual(
      SOFTWARE_FAMILIES.map((name) => ({ id: null, name, softwareCount: 0, instanceCount: 0 })),
    );
    const { body } = await service.call("GET", "/v1/admin/audit?action=process_mapping.*", { headers: admin });
    expect(body.data[0]).toMatchObject({ action: "process_mapping.started" });
  });

  it("starts one run for 32 equal concurrent requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => send("POST", RUN, { mode: "enrich", limit: 99 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const ids = new Set(answers.map(({ body }) => body.data.jobId));
    // One may have ended before the last was asked for.
    expect(ids.size).toBeLessThanOrEqual(3);
    for (const id of ids) expect((await ended(id)).status).toBe("completed");
  });

  it("starts one run per Idempotency-Key", async () => {
    const headers = { ...admin, "idempotency-key": newId() };
    const first = await data("POST", RUN, { mode: "analyze" }, headers);
    await ended(first.jobId);
    expect((await data("POST", RUN, { mode: "analyze" }, headers)).jobId).toBe(first.jobId);
  });

  it("leaves the analysis out with skipAnalysis", async () => {
    const { jobId } = await data("POST", RUN, { mode: "all", skipAnalysis: true, family: "Browsers", limit: 1 });
    expect(Object.keys((await ended(jobId)).result).sort()).toEqual(["apply", "enrich", "fixRelationships"]);
  });

  it.each([
    ["mode", {}],
    ["mode", { mode: "everything" }],
    ["mode", { mode: ["all"] }],
    ["mode", { mode: null }],
    ["family", { mode: "all", family: "Games" }],
    ["family", { mode: "all", family: 7 }],
    ["limit", { mode: "all", limit: 0 }],
    ["limit", { mode: "all", limit: -1 }],
    ["limit", { mode: "all", limit: 1.5 }],
    ["limit", { mode: "all", limit: "10" }],
    ["limit", { mode: "all", limit: 100_001 }],
    ["skipAnalysis", { mode: "all", skipAnalysis: "yes" }],
    ["zz", { mode: "all", zz: 1 }],
  ])("refuses a faulty %s: %j", async (field, body) => {
    const { status, body: answer } = await send("POST", RUN, body);
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: "VALIDATION_ERROR", details: { field } });
  });

  it.each(["zz", "1", newId(), "%27%3B--"])("answers 404 for the id %s", async (id) => {
    expect((await send("GET", `${RUN}/${id}`)).status).toBe(404);
  });

  it("answers 404 for a run of another tenant", async () => {
    const { jobId } = await data("POST", RUN, { mode: "analyze" });
    expect((await send("GET", `${RUN}/${jobId}`, undefined, stranger)).status).toBe(404);
  });
});

describe("POST /process-application-mapping/apply", () => {
  it("sets applications once, after a dry run", async () => {
    const [a, b] = [await server(), await server()];
    const link = { type: "Connected To", source_ci: a, target_ci: b };
    await data("POST", "/api/cmdb/relationships", { ...link, attributes: { port: 1, source_process: "redis-server" } });
    const java = { port: 2, source_process: "java" };
    const { _id: shared } = await data("POST", "/api/cmdb/relationships", { ...link, attributes: java });
    const would = await data("POST", `${APPLY}/apply`, { dryRun: true });
    expect(would).toEqual({ updated: 1, skipped: expect.any(Number), unmatched: 1 });
    expect(await data("POST", `${APPLY}/apply`)).toEqual(would);
    expect(await data("POST", `${APPLY}/apply`, { limit: 5 })).toEqual({
      updated: 0,
      skipped: would.skipped + 1,
      unmatched: 1,
    });
    expect((await data("GET", `/api/cmdb/relationships/${shared}`)).attributes).toEqual(java);
    expect(await data("GET", `${APPLY}/unmapped-stats`)).toEqual({
      totalRelationships: would.skipped + 2,
      unmappedRelationships: 1,
      processes: [{ processName: "java", count: 1 }],
    });
    expect((await data("GET", `${SETTINGS}/process-mapping/analyze`)).relationships.unmapped).toBe(1);
  });

  it.each([
    ["limit", { limit: 0 }],
    ["limit", { limit: 10_001 }],
    ["limit", { limit: null }],
    ["dryRun", { dryRun: 1 }],
    ["zz", { zz: 1 }],
  ])("refuses a faulty %s: %j", async (field, body) => {
    const { status, body: answer } = await send("POST", `${APPLY}/apply`, body);
    expect(status).toBe(400);
    expect(answer.error.details.field).toBe(field);
  });
});

describe("/process-identification", () => {
  it("identify finds, stores and shows process names", async () => {
    const name = "RabbitMQ Server";
    const id = await software(name);
    const listed = await send("GET", `${IDENTIFY}/software-without-processes?limit=1`);
    expect(listed.body).toMatchObject({
      data: [{ softwareId: id, name, vendor: null, instanceCount: 0 }],
      pagination: { page: 1, limit: 1 },
    });
    const before = await data("GET", `${IDENTIFY}/process-names/${id}`);
    expect(before).toMatchObject({ softwareId: id, name, source: "pattern", applied: false });
    const found = await data("POST", `${IDENTIFY}/identify/${id}`);
    expect(found).toEqual({ ...before, applied: true });
    expect(await data("GET", `${IDENTIFY}/process-names/${id}`)).toEqual(found);
    const left = await send("GET", `${IDENTIFY}/software-without-processes`);
    expect(left.body.data.map(({ softwareId }: { softwareId: string }) => softwareId)).not.toContain(id);
  });

  it("identify finds none for an unknown product", async () => {
    const id = await software("Zorble Ledger");
    expect(await data("POST", `${IDENTIFY}/identify/${id}`)).toEqual({
      softwareId: id,
      name: "Zorble Ledger",
      processNames: { windows: [], macos: [], linux: [] },
      windowsServices: [],
      processType: null,
      confidence: 0,
      source: null,
      applied: false,
    });
  });

  it("bulk-identify finds process names of many Software CIs", async () => {
    const ids = [await software("Grafana"), await software("Jenkins")];
    const answer = await send("POST", `${IDENTIFY}/bulk-identify`, { softwareIds: ids });
    expect(answer.status).toBe(202);
    const run = await ended(answer.body.data.jobId);
    expect(run).toMatchObject({ mode: "identify", progress: { done: 2, total: 2 } });
    expect(run.result.identify).toMatchObject({ enriched: expect.any(Number), ai: 0 });
    const { jobId } = await data("POST", `${IDENTIFY}/bulk-identify`, { family: "Browsers", limit: 3 });
    expect((await ended(jobId)).status).toBe("completed");
  });

  it.each([
    ["softwareIds", { softwareIds: [] }],
    ["softwareIds", { softwareIds: "all" }],
    ["softwareIds.0", { softwareIds: [7] }],
    ["softwareIds", { softwareIds: Array.from({ length: 1_001 }, () => "x") }],
    ["family", { softwareIds: ["x"], family: "Browsers" }],
    ["family", { family: "Games" }],
    ["limit", { limit: 0 }],
  ])("bulk-identify refuses a faulty %s", async (field, body) => {
    const { status, body: answer } = await send("POST", `${IDENTIFY}/bulk-identify`, body);
    expect(status).toBe(400);
    expect(answer.error.details.field).toBe(field);
  });

  it("answers 404 for other tenants' CIs and for CIs that are no software", async () => {
    const mine = await software(`Zorble ${newId()}`);
    const host = await server();
    const asked: [id: string, headers: Record<string, string>][] = [
      [mine, stranger],
      [host, admin],
      ["zz", admin],
      [newId(), admin],
    ];
    for (const [id, headers] of asked) {
      expect((await send("GET", `${IDENTIFY}/process-names/${id}`, undefined, headers)).status).toBe(404);
      expect((await send("POST", `${IDENTIFY}/identify/${id}`, undefined, headers)).status).toBe(404);
      const bulk = await send("POST", `${IDENTIFY}/bulk-identify`, { softwareIds: [id] }, headers);
      expect(bulk.status).toBe(404);
      expect(bulk.body.error.details.field).toBe("softwareIds.0");
    }
  });

  it("software-without-processes lists page by page", async () => {
    for (let n = 0; n < 3; n++) await software(`Zorble Page ${n} ${newId()}`);
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await send("GET", `${IDENTIFY}/software-without-processes?limit=2&sort=name${cursor}`);
      seen.push(...body.data.map(({ name }: { name: string }) => name));
      cursor = body.pagination.nextCursor ? `&cursor=${body.pagination.nextCursor}` : "";
      expect(body.pagination.total).toBeGreaterThan(3);
    } while (cursor !== "");
    expect(seen).toEqual([...seen].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(new Set(seen).size).toBe(seen.length);
    const narrowed = await send("GET", `${IDENTIFY}/software-without-processes?fields=name&limit=1`);
    expect(Object.keys(narrowed.body.data[0]).sort()).toEqual(["name", "softwareId"]);
    for (const query of ["sort=zz", "limit=101", "limit=0", "page=0", "family=Games", "cursor=e30"]) {
      expect((await send("GET", `${IDENTIFY}/software-without-processes?${query}`)).status, query).toBe(400);
    }
  });
});

it.each([
  ["POST /api/cmdb-settings/process-mapping/run", "bulk"],
  ["POST /api/process-application-mapping/apply", "bulk"],
  ["POST /api/process-identification/bulk-identify", "bulk"],
  ["POST /api/software-mappings/import", "bulk"],
  ["POST /api/software-mappings", "standard"],
  ["GET /api/cmdb-settings/process-mapping/analyze", "standard"],
])("the rate limit of %s is %s", (name, limit) => {
  expect(service.routes.get(name)?.route.limit).toBe(limit);
});

describe("scopes of process mapping", () => {
  it("separate reading from writing", async () => {
    const reader = await service.loginWith("software.read");
    const writer = await service.loginWith("software.write");
    const reads = [`${SETTINGS}/process-mapping/analyze`, `${SETTINGS}/software-families`, `${APPLY}/unmapped-stats`];
    for (const path of reads) {
      expect((await send("GET", path, undefined, reader)).status).toBe(200);
      expect((await send("GET", path, undefined, writer)).status).toBe(403);
    }
    expect((await send("POST", RUN, { mode: "analyze" }, reader)).status).toBe(403);
    expect((await send("POST", `${APPLY}/apply`, {}, reader)).status).toBe(403);
    expect((await send("POST", RUN, { mode: "analyze" }, writer)).status).toBe(202);
  });
});
