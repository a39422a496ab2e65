import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type App, createApp } from "../../../src/app.ts";
import { loadConfig } from "../../../src/config.ts";
import { systemContext } from "../../../src/context.ts";
import { readSubmission } from "../../../src/features/discovery/index.ts";
import { type EmbeddedStores, startEmbedded } from "../../../src/platform/embedded/index.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { freshFolder, optionsFor } from "../../platform/embedded/support.ts";
import { putJob } from "../jobs/support.ts";
import { dump, populate } from "./backup-world.ts";

// The tests fill, empty and restore whole stores.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const SECRET = "a root secret of the tests, long enough";
const PASSWORD = "correct horse battery staple";

let stores: EmbeddedStores;
let home: string;
const open: App[] = [];

beforeAll(async () => {
  home = await freshFolder("backup");
  stores = await startEmbedded(optionsFor(home, "neo4j", "postgres"));
});

afterAll(async () => {
  for (const app of open) await close(app);
  await stores?.stop();
});

function app(secret = SECRET): App {
  const { neo4j, postgres } = stores;
  if (!neo4j || !postgres) throw new Error("both stores were asked for");
  const config = loadConfig({ ORRERY_HOME: home, ORRERY_SECRET: secret });
  const made = createApp(config, {
    log: createLogger("silent"),
    stores: { neo4j, postgresUrl: postgres.url },
  });
  open.push(made);
  return made;
}

async function close(one: App): Promise<void> {
  open.splice(open.indexOf(one), 1);
  await one.stopWork(5_000);
  await one.close();
}

/** A service with only its first tenant and the given one. */
async function emptyService(): Promise<{ service: App; tenantId: string }> {
  const service = app();
  await service.graph.raw("MATCH (n) WHERE NOT n:SchemaMigration DETACH DELETE n");
  await service.postgres.query("drop schema if exists pgboss cascade");
  await service.postgres.query("drop schema public cascade");
  await service.postgres.query("create schema public");
  await service.prepare();
  const tenant = await service.access.createTenant({
    name: "observatory",
    adminEmail: "admin@example.com",
    adminPassword: PASSWORD,
  });
  return { service, tenantId: tenant.id };
}

async function restoreWith(folder: string, options: { force?: boolean } = {}, secret = SECRET) {
  const restorer = app(secret);
  try {
    return await restorer.backup.restore(folder, options);
  } finally {
    await close(restorer);
  }
}

describe("Backup.create and Backup.restore", () => {
  it("restore both stores unchanged, pending jobs included", async () => {
    const { service, tenantId } = await emptyService();
    await service.jobs.start({ work: false });
    await populate(service, tenantId);
    const scan = {
      scan_type: "agent",
      scanner_id: "s",
      timestamp: "2026-01-01T00:00:00Z",
      data: { discovered_hosts: [] },
    };
    const read = readSubmission("application/json", Buffer.from(JSON.stringify(scan)));
    await service.discovery.verbs.submitScan.submit(systemContext(tenantId, newId()), read);
    const folder = path.join(await freshFolder("copy"), "new", "folder");
    // The relay would deliver, and remove, pending changes between the dump and the backup.
    await service.relay.drain();
    await service.graph.raw(
      "CREATE (:ParkedChange {id: $id, tenant: $tenantId, entries: '[]', size: 2, tries: 5, error: 'no', failedAt: 1})",
      { id: newId(), tenantId },
    );
    await putJob(service.postgres, { name: "newer.kind", state: "created", data: { tenantId } });
    await putJob(service.postgres, { name: "events.bind", state: "retry", data: { tenants: ["confidential"] } });
    const before = await dump(service);
    const result = await service.backup.create(folder);
    expect(before.nodes.some((node) => node.includes("ParkedChange"))).toBe(true);
    expect(before.nodes.some((node) => node.includes("DeletedRelationship"))).toBe(true);
    expect(before.nodes.some((node) => node.includes("RelationshipType"))).toBe(true);
    expect(result.records).toBeGreaterThan(10);
    await close(service);

    const restored = await restoreWith(folder, { force: true });
    expect(restored).toMatchObject({ cis: 3, relationships: 2, jobs: 1 });
    expect(restored.skippedJobs.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "events.bind", jobs: 1, reason: expect.stringMatching(/shape of the payload \(tenants: array\)/) },
      { name: "newer.kind", jobs: 1, reason: "no handler is defined for jobs called newer.kind" },
    ]);
    const again = app();
    expect(await dump(again)).toEqual(before);
    const jobs = await again.postgres.query<{ data: unknown }>(
      "select data from pgboss.job where name like 'discovery.%'",
    );
    expect(jobs.map(({ data }) => data)).toContainEqual({ tenantId });
    expect((await again.access.verbs.login({ email: "admin@example.com", password: PASSWORD })).token).toBeTruthy();
    await close(again);
  });

  it("make the folder readable by its owner only", async () => {
    const { service, tenantId } = await emptyService();
    await populate(service, tenantId);
    const folder = path.join(await freshFolder("modes"), "copy");
    await service.backup.create(folder);
    for (const name of await readdir(folder, { recursive: true })) {
      const { mode } = await stat(path.join(folder, name));
      expect((mode & 0o077).toString(8), name).toBe("0");
    }
    expect(await readdir(folder)).not.toContain("unfinished");
    await expect(service.backup.create(folder)).rejects.toThrow(/not empty/);
    expect(JSON.stringify(await readFile(path.join(folder, "manifest.json"), "utf8"))).not.toContain(SECRET);
    await close(service);
  });

  it("overwrite the rest of an interrupted backup, and refuse to restore it", async () => {
    const { service } = await emptyService();
    const folder = await freshFolder("unfinished");
    await writeFile(path.join(folder, "unfinished"), "");
    await expect(restoreWith(folder)).rejects.toThrow(/holds no backup/);
    await service.backup.create(folder);
    expect(await readdir(folder)).toContain("manifest.json");
    await close(service);
  });
});

describe("Backup.create during writes", () => {
  it("contains every write completely with its changes, or not at all", async () => {
    const { service, tenantId } = await emptyService();
    const ctx = systemContext(tenantId, newId());
    await service.startWork({ work: true });
    const acknowledged: string[] = [];
    let writing = true;
    const pair = async (n: string) => {
      const items = ["a", "b"].map((end) => ({ fields: { name: `${n}-${end}`, type: "server" } }));
      const [a, b] = await service.ci.verbs.bulkCreateCis(ctx, { mode: "atomic", items });
      const fields = { type: "depends_on", sourceCi: a?.id ?? "", targetCi: b?.id ?? "" };
      const { id } = await service.relationships.verbs.create(ctx, { fields });
      if (n.endsWith("0")) await service.ci.verbs.deleteCi(ctx, { id: a?.id ?? "" });
      if (n.endsWith("5")) await service.relationships.verbs.delete(ctx, { id });
      acknowledged.push(n);
    };
    for (let i = 0; i < 40; i++) await pair(`before-${i}`);
    const writers = [1, 2, 3].map(async (writer) => {
      for (let i = 0; writing; i++) await pair(`during-${writer}-${i}`);
    });
    while (!acknowledged.some((n) => n.startsWith("during-1-2"))) await sleep(10);
    const safe = [...acknowledged];
    const folder = path.join(await freshFolder("busy"), "copy");
    await service.backup.create(folder);
    const after = acknowledged.length;
    writing = false;
    await Promise.all(writers);
    expect(after).toBeGreaterThan(safe.length);
    const manifest = JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8"));
    expect(manifest.graph.changed.records).toBeGreaterThan(0);
    await close(service);

    await restoreWith(folder, { force: true });
    const restored = app();
    await restored.relay.drain();
    const cis = await restored.graph.raw("MATCH (n) WHERE n:CI OR n:DeletedCI RETURN n.id AS id, n.name AS name");
    const names = new Set(cis.map(({ name }) => name));
    for (const n of safe) expect(names.has(`${n}-a`) && names.has(`${n}-b`), n).toBe(true);
    for (const name of names) {
      const other = String(name).endsWith("-a") ? `${String(name).slice(0, -1)}b` : `${String(name).slice(0, -1)}a`;
      expect(names.has(other), `${name} without ${other}`).toBe(true);
    }
    const told = await restored.postgres.query<{ id: string }>(
      "select subject_id as id from history where kind = 'ci.created'",
    );
    expect(told.map(({ id }) => id).sort()).toEqual(cis.map(({ id }) => String(id)).sort());
    const deleted = await restored.graph.raw("MATCH (n:DeletedCI) RETURN n.id AS id");
    const toldDeleted = await restored.postgres.query<{ id: string }>(
      "select subject_id as id from history where kind = 'ci.deleted'",
    );
    expect(toldDeleted.map(({ id }) => id).sort()).toEqual(deleted.map(({ id }) => String(id)).sort());
    await close(restored);
  });
});

describe("Backup.restore, refused", () => {
  let folder: string;
  let service: App;
  let before: Awaited<ReturnType<typeof dump>>;

  beforeAll(async () => {
    const made = await emptyService();
    service = made.service;
    await populate(service, made.tenantId);
    folder = path.join(await freshFolder("refused"), "copy");
    await service.backup.create(folder);
    before = await dump(service);
  });

  afterAll(async () => {
    await close(service);
  });

  it("refuses stores that are not empty", async () => {
    await expect(restoreWith(folder)).rejects.toThrow(/not empty.*--force/);
    expect(await dump(service)).toEqual(before);
  });

  it("refuses under another secret", async () => {
    await expect(restoreWith(folder, { force: true }, "another secret, which is long enough too")).rejects.toThrow(
      /another ORRERY_SECRET/,
    );
    expect(await dump(service)).toEqual(before);
  });

  it("refuses a damaged file before it writes anything", async () => {
    const file = path.join(folder, "postgres", "users.ndjson.gz");
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 3));
    await expect(restoreWith(folder, { force: true })).rejects.toThrow(/users\.ndjson\.gz is damaged/);
    await writeFile(file, whole);
    expect(await dump(service)).toEqual(before);
  });

  it("refuses a backup of a later version, and one that names files elsewhere", async () => {
    const file = path.join(folder, "manifest.json");
    const text = await readFile(file, "utf8");
    const withChange = async (change: (manifest: Record<string, never>) => void) => {
      const manifest = JSON.parse(text);
      change(manifest);
      await writeFile(file, JSON.stringify(manifest));
      return restoreWith(folder, { force: true });
    };
    await expect(withChange((m) => Object.assign(m, { version: 2 }))).rejects.toThrow(/format 2/);
    await expect(withChange((m) => Object.assign(m.jobs!, { file: "../../etc/passwd" }))).rejects.toThrow(/damaged/);
    const later = ["9999_of_the_future"];
    await expect(withChange((m) => Object.assign(m.graph!, { migrations: later }))).rejects.toThrow(/later Orrery/);
    await writeFile(file, text);
    expect(await dump(service)).toEqual(before);
  });

  it("refuses while a service runs on the stores", async () => {
    await service.jobs.start({ work: false });
    await expect(restoreWith(folder, { force: true })).rejects.toThrow(/service is running/);
    await service.jobs.stop(1_000);
    expect(await dump(service)).toEqual(before);
  });
});

describe("Backup.restore, interrupted", () => {
  it("prevents services from starting, and can be repeated with the same result", async () => {
    const { service, tenantId } = await emptyService();
    await populate(service, tenantId);
    const folder = path.join(await freshFolder("cut"), "copy");
    await service.backup.create(folder);
    const before = await dump(service);
    await close(service);

    const broken = app();
    const writes = broken.graph.write;
    let left = 6;
    const failing: Graph["write"] = (work) => {
      if (left-- <= 0) throw new Error("the power went");
      return writes.call(broken.graph, work) as never;
    };
    Object.assign(broken.graph, { write: failing });
    await expect(broken.backup.restore(folder, { force: true })).rejects.toThrow("the power went");
    await close(broken);

    const starting = app();
    await expect(starting.prepare()).rejects.toThrow(/cut short/);
    await close(starting);
    expect(await restoreWith(folder)).toMatchObject({ cis: 3, relationships: 2 });
    const whole = app();
    expect(await dump(whole)).toEqual(before);
    await whole.prepare();
    await close(whole);
  });
});
