import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { App } from "../../../src/app.ts";
import { freshFolder } from "../../platform/embedded/support.ts";
import { PASSWORD } from "../../support/access.ts";
import { createReceiver, type Receiver } from "../../support/receiver.ts";
import { type ApiClient, allRecords, apiClient, type Body } from "./api-client.ts";
import { dump } from "./backup-world.ts";
import { prefixOf, startWriter } from "./load.ts";
import { type Credentials, populateByApi } from "./settled-world.ts";
import { ADMIN_EMAIL, backupStores } from "./support.ts";

/**
 * A backup that is taken while writers work, restored into an installation that holds nothing. One tenant is left alone:
 * everything in it must come back. In another one writers create, change and delete: a moment of it must come back, no
 * earlier than the backup's begin.
 */
const { app, close, emptyService, emptyStores, restoreWith } = backupStores("under-load");
const ENV = { ORRERY_EGRESS_ALLOW: "127.0.0.0/8", ORRERY_RATE_LIMIT_FACTOR: "100000" };
const LOAD_EMAIL = "load@example.com";

type Dump = Awaited<ReturnType<typeof dump>>;
type Writer = ReturnType<typeof startWriter>;

/** Tables in which workers note what they do, and rate limits, which begin anew. */
const NOT_COMPARED = new Set(["software_work", "insight_work", "incident_queue", "webhook_lanes", "rate_counts"]);

let receiver: Receiver;
let writers: Writer[];
let acknowledgedBefore: number[];
let duringBackup: number;
let manifest: { graph: { changed: { records: number } } };
let credentials: Credentials;
let token: Record<string, string>;
let loadToken: Record<string, string>;
let settled: { tenantId: string; records: Map<string, Body>; dump: Dump };
let service: App;
let api: ApiClient;
let loadApi: ApiClient;

async function tokenOf(one: App, email: string): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await one.access.verbs.login({ email, password: PASSWORD })).token}` };
}

/** The lines of a dump that belong to a tenant. */
function ofTenant({ nodes, relationships, tables }: Dump, tenantId: string): Map<string, string[]> {
  const own = (lines: string[]) => lines.filter((line) => line.includes(tenantId));
  const kept = Object.entries(tables).filter(([name]) => !NOT_COMPARED.has(name));
  return new Map([
    ["nodes", own(nodes)],
    ["relationships", own(relationships)],
    ...kept.map(([name, lines]): [string, string[]] => [name, own(lines)]),
  ]);
}

/** Resolves when a tenant's scan, incidents and changes are done, and two looks at its records are the same. */
async function hasSettled(one: App, client: ApiClient, tenantId: string) {
  const isDone = async () => {
    const scans = await client.ok("GET", "/v1/discovery/scans");
    expect(scans.data.map(({ status }: { status: string }) => status)).toEqual(["completed"]);
    expect((await client.ok("GET", "/v1/incidents")).data.length).toBeGreaterThan(0);
    const work = "select 1 from software_work where tenant_id = $1";
    expect(await one.postgres.query(work, [tenantId])).toEqual([]);
    const look = async () => ofTenant(await dump(one), tenantId);
    const first = await look();
    await sleep(1_000);
    expect(await look()).toEqual(first);
  };
  await vi.waitFor(isDone, { timeout: 120_000, interval: 200 });
}

beforeAll(async () => {
  receiver = await createReceiver();
  const made = await emptyService(ENV);
  const source = made.service;
  await source.access.createTenant({ name: "load", adminEmail: LOAD_EMAIL, adminPassword: PASSWORD });
  await source.startWork({ work: true });
  token = await tokenOf(source, ADMIN_EMAIL);
  loadToken = await tokenOf(source, LOAD_EMAIL);
  const client = apiClient(source, token);
  credentials = await populateByApi(client, receiver.url);
  await hasSettled(source, client, made.tenantId);
  settled = { tenantId: made.tenantId, records: await allRecords(client), dump: await dump(source) };

  const loading = apiClient(source, loadToken);
  const hook = { name: "load", url: receiver.url, events: ["ci.created"] };
  await loading.ok("POST", "/v1/webhooks", hook);
  writers = ["one", "two", "three"].map((name) => startWriter(loading, name));
  await vi.waitFor(() => expect(Math.min(...writers.map(({ steps }) => steps.length))).toBeGreaterThan(20), {
    timeout: 120_000,
    interval: 10,
  });
  acknowledgedBefore = writers.map(({ steps }) => steps.length);
  const folder = path.join(await freshFolder("under-load-copy"), "copy");
  await source.backup.create(folder);
  duringBackup = writers.reduce((sum, { steps }, i) => sum + steps.length - acknowledgedBefore[i]!, 0);
  for (const writer of writers) await writer.stop();
  manifest = JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8"));
  await emptyStoresOf(source);
  // Without `force`: it restores into nothing else.
  await restoreWith(folder);
  service = app({ env: ENV });
  await service.prepare();
  api = apiClient(service, token);
  loadApi = apiClient(service, loadToken);
});

async function emptyStoresOf(source: App): Promise<void> {
  await close(source);
  const cleaner = app();
  await emptyStores(cleaner);
  await close(cleaner);
}

afterAll(async () => {
  await receiver?.close();
});

describe("a backup under load, restored into an empty installation", () => {
  it("was taken while writers changed what it copied", () => {
    expect(duringBackup).toBeGreaterThan(5);
    expect(manifest.graph.changed.records).toBeGreaterThan(0);
  });

  it("has every record of the tenant that was left alone, field by field", async () => {
    expect(settled.records.size).toBeGreaterThan(40);
    const restored = await allRecords(api);
    expect([...restored.keys()].sort()).toEqual([...settled.records.keys()].sort());
    for (const [address, record] of settled.records) expect(restored.get(address), address).toEqual(record);
  });

  it("has the tenant's nodes, relationships and rows as they were in the stores", async () => {
    const before = ofTenant(settled.dump, settled.tenantId);
    const after = ofTenant(await dump(service), settled.tenantId);
    expect([...before.values()].filter((lines) => lines.length > 0).length).toBeGreaterThan(20);
    for (const [name, lines] of before) expect(after.get(name), name).toEqual(lines);
  });

  it("has the first requests of each writer: all from before it began, none without those before", async () => {
    for (const [i, { steps }] of writers.entries()) {
      const count = await prefixOf(loadApi, steps);
      expect(count, `writer ${i}: no moment of its ${steps.length} steps`).toBeDefined();
      expect(count).toBeGreaterThanOrEqual(acknowledgedBefore[i]!);
    }
  });

  it("has no relationship without its ends and no event of a CI that never was", async () => {
    const known = await service.graph.raw("MATCH (n) WHERE n:CI OR n:DeletedCI RETURN n.id AS id");
    const ids = new Set(known.map(({ id }) => String(id)));
    const events = await service.postgres.query<{ cis: string[] }>("select affected_cis as cis from events");
    expect(events.length).toBeGreaterThan(10);
    expect(events.flatMap(({ cis }) => cis).filter((id) => !ids.has(id))).toEqual([]);
    const bound = await service.postgres.query<{ id: string }>("select distinct ci_id as id from event_cis");
    expect(bound.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
  });

  it("has the history of every CI without a gap, and of no other", async () => {
    await service.relay.drain();
    const cis = await service.graph.raw("MATCH (n) WHERE n:CI OR n:DeletedCI RETURN n.id AS id, n.version AS version");
    const told = await service.postgres.query<{ id: string; versions: number[] }>(
      `select subject_id as id, array_agg(version::int order by version) as versions from history
       where subject_kind = 'ci' group by 1`,
    );
    const versions = new Map(told.map((one) => [one.id, one.versions]));
    expect([...versions.keys()].sort()).toEqual(cis.map(({ id }) => String(id)).sort());
    for (const { id, version } of cis) {
      const all = Array.from({ length: Number(version) }, (_, i) => i + 1);
      expect(versions.get(String(id)), `history of ${id}`).toEqual(all);
    }
  });

  it("does what was owed: scans complete, and every webhook hears of every CI", async () => {
    await service.startWork({ work: true });
    await vi.waitFor(
      async () => {
        const open =
          "select id from scans where status = 'running' union all select id from raw_scan_records where status = 'pending'";
        expect(await service.postgres.query(open)).toEqual([]);
        const created = await service.postgres.query<{ id: string }>(
          `select h.subject_id as id from history h join webhooks w using (tenant_id)
           where h.kind = 'ci.created' and h.at > w.created_at`,
        );
        const heard = receiver.arrivals.map(({ body }) => body).join("\n");
        expect(created.length).toBeGreaterThan(20);
        expect(created.filter(({ id }) => !heard.includes(id))).toEqual([]);
      },
      { timeout: 120_000, interval: 200 },
    );
    const orphans = await service.postgres.query<{ id: string }>("select distinct ci_id as id from inventory_records");
    const known = await service.graph.raw("MATCH (n:CI) RETURN n.id AS id");
    const ids = new Set(known.map(({ id }) => String(id)));
    expect(orphans.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
  });

  it("goes on: credentials are accepted, numbers are not given twice, and new things can be made", async () => {
    const user = await service.access.verbs.login(credentials.user);
    expect(user.token).toBeTruthy();
    const byKey = apiClient(service, { "x-api-key": credentials.apiKey });
    expect((await byKey.ok("GET", "/v1/cmdb/ci")).data.length).toBeGreaterThan(0);
    const scan = { scan_type: "agent", scanner_id: "s", timestamp: new Date().toISOString() };
    const scanner = apiClient(service, { authorization: `Bearer ${credentials.scanner}` });
    await scanner.ok("POST", "/v1/discovery/scan-data", { ...scan, data: { discovered_hosts: [] } });
    const { id } = await api.ok("POST", "/v1/cmdb/ci", { name: "after", type: "server" });
    await api.ok("POST", "/v1/events", { title: "t", severity: "low", source: "probe", affected_cis: [id] });
    const [queue] = await service.postgres.query<{ highest: number; last: number }>(
      `select coalesce(max(id), 0)::int as highest, (select coalesce(last_value, 0)::int from pg_sequences
         where sequencename = 'incident_queue_id_seq') as last from incident_queue`,
    );
    expect(queue!.last).toBeGreaterThanOrEqual(queue!.highest);
  });
});
