import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../../src/app.ts";
import { systemContext } from "../../../src/context.ts";
import { readSubmission } from "../../../src/features/discovery/index.ts";
import { streamStore } from "../../../src/features/stream/stream.store.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import { freshFolder } from "../../platform/embedded/support.ts";
import { PASSWORD } from "../../support/access.ts";
import { putJob } from "../jobs/support.ts";
import { dump, populate } from "./backup-world.ts";
import { ADMIN_EMAIL, backupStores, SECRET } from "./support.ts";

const { app, close, emptyService, restoreWith } = backupStores("backup");
const positionOfStream = ({ postgres }: App) => streamStore.position(postgres);

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
    const followed = await positionOfStream(service);
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
    // Pages that were open before must read anew, and nothing that the restore wrote is told as news.
    expect(await again.postgres.query("select * from stream_entries")).toEqual([]);
    expect((await positionOfStream(again)).epoch).not.toBe(followed.epoch);
    const jobs = await again.postgres.query<{ data: unknown }>(
      "select data from pgboss.job where name like 'discovery.%'",
    );
    expect(jobs.map(({ data }) => data)).toContainEqual({ tenantId });
    expect((await again.access.verbs.login({ email: ADMIN_EMAIL, password: PASSWORD })).token).toBeTruthy();
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
