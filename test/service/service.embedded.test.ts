import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freshFolder } from "../platform/embedded/support.ts";
import { type Ended, orrery, type Running, spawned, start } from "../support/command-line.ts";

// Each command is a process of its own, and some start stores.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Small stores, and no wait for a port that another test has. */
const SMALL = { ORRERY_NEO4J_HEAP_MB: "512", ORRERY_NEO4J_PAGECACHE_MB: "64", PORT: "0", LOG_LEVEL: "info" };
const START_MS = 300_000;

let home: string;
let env: NodeJS.ProcessEnv;
let service: Running;
let address: string;
let password: string;

/** The address that it answers at, once it is ready. */
async function whenReady(running: Running): Promise<string> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(100)) {
    const ready = logOf(running).find(({ msg }) => msg === "ready");
    if (ready) return String(ready.address);
    if (running.child.exitCode !== null) break;
  }
  throw new Error(`the service did not start: ${running.stdout()}${running.stderr()}`);
}

function logOf(running: Pick<Running, "stdout">): Record<string, unknown>[] {
  const lines = running.stdout().split("\n").slice(0, -1);
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function stop(running: Running, signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> {
  running.child.kill(signal);
  return running.ended;
}

async function login(at = address): Promise<Record<string, string>> {
  const body = JSON.stringify({ email: "admin@orrery.local", password });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${at}/v1/auth/login`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  return { ...headers, authorization: `Bearer ${token}` };
}

/** To be asked again: a store is slow or away, or the first try with an Idempotency-Key is still under way. */
const AGAIN = [503, 409];

/** The first answer that does not say to ask again, which has to have that status. */
async function eventually(url: string, request: RequestInit, status: number): Promise<Response> {
  for (const until = Date.now() + 90_000; ; await sleep(250)) {
    const answer = await fetch(url, request);
    if (AGAIN.includes(answer.status) && Date.now() < until) continue;
    if (answer.status !== status) expect.fail(`${url} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
}

async function read<T>(url: string, headers: Record<string, string>): Promise<T> {
  return (await eventually(url, { headers }, 200)).json() as Promise<T>;
}

beforeAll(async () => {
  home = await freshFolder("service");
  env = { ...SMALL, ORRERY_HOME: home };
  service = start(["serve"], { ...env, ORRERY_DISCOVER_SELF: "true" });
  address = await whenReady(service);
  password = JSON.parse(await readFile(path.join(home, "admin.json"), "utf8")).password;
});

afterAll(async () => {
  if (service.child.exitCode === null) await stop(service);
});

describe("the first start", () => {
  it("shows once where it is and who may log in, and never logs the password", async () => {
    const text = service.stdout();
    expect(text.split(password)).toHaveLength(2);
    expect(text).toContain("admin@orrery.local");
    expect(text).toContain(`${address}/docs`);
    expect(JSON.stringify(logOf(service))).not.toContain(password);
  });

  it("is ready with everything: health, documents, login, a CI and its place in both variants", async () => {
    for (const where of [
      "/health/live",
      "/health/ready",
      "/metrics",
      "/docs",
      "/v1/openapi.json",
      "/api/openapi.json",
    ]) {
      expect((await fetch(`${address}${where}`)).status, where).toBe(200);
    }
    const headers = await login();
    const body = JSON.stringify({ name: "host-1", type: "server", attributes: { ip_address: "192.0.2.7" } });
    const once = { ...headers, "idempotency-key": "the-first" };
    const made = await eventually(`${address}/v1/cmdb/ci`, { method: "POST", headers: once, body }, 201);
    const { id } = (await made.json()) as { id: string };
    expect(await read(`${address}/api/cmdb/ci/${id}`, headers)).toMatchObject({ data: { name: "host-1" } });
    for (const base of ["/api", "/v1/api"]) {
      expect(await read(`${address}${base}/ci/find-by-ip/192.0.2.7`, headers)).toMatchObject({
        found: true,
        ci: { id },
      });
    }
    await expect
      .poll(() => read(`${address}/v1/cmdb/ci/${id}/history`, headers))
      .toMatchObject({
        data: [{ action: expect.stringContaining("created") }],
      });
  });

  it("scans its own machine", async () => {
    const headers = await login();
    const scans = async () =>
      (await read<{ data: unknown[] }>(`${address}/v1/discovery/scans?scanner_id=orrery-scan`, headers)).data;
    await expect
      .poll(scans, { timeout: 180_000, interval: 250 })
      .toMatchObject([{ status: "completed", hosts: { processed: 1 } }]);
  });
});

describe("commands beside the running service", () => {
  it("make a token that its scan is submitted with", async () => {
    const scopes = "discovery.submit,discovery.read";
    const args = ["token", "create", "--tenant", "default", "--name", "scanner", "--scopes", scopes];
    const made = await spawned(args, env);
    expect(made.code).toBe(0);
    const scan = await spawned(["scan", "--submit", "--wait", "--url", address], { ORRERY_TOKEN: made.stdout.trim() });
    expect(scan.stdout).toMatch(/The scan is completed\.\n {2}.+: (updated|unchanged|created) as CI /);
    expect(scan.code).toBe(0);
  });

  it("import files, and say what became of their hosts", async () => {
    const folder = await freshFolder("import");
    const hosts = [
      { hostname: "alpha", ip_address: "192.0.2.20", hardware: { serial_number: "QX-4711-A" } },
      { hostname: "beta", ip_address: "192.0.2.21", mac_address: "00:1b:21:aa:bb:cc" },
      { os_guess: "no identity at all" },
    ];
    const scan = {
      scan_type: "sweep",
      scanner_id: "files",
      timestamp: "2026-01-02T03:04:05Z",
      data: { discovered_hosts: hosts },
    };
    await writeFile(path.join(folder, "scan.json"), JSON.stringify(scan));
    const nmap = `<?xml version="1.0"?><nmaprun scanner="nmap" start="1767323045" version="7.94">
      <host starttime="1767323045" endtime="1767323046"><status state="up"/><address addr="192.0.2.22" addrtype="ipv4"/>
      <address addr="00:1B:21:AA:BB:DD" addrtype="mac"/><hostnames><hostname name="gamma.example.com" type="PTR"/></hostnames>
      </host><runstats><finished time="1767323046"/></runstats></nmaprun>`;
    await writeFile(path.join(folder, "nmap.xml"), nmap);
    await writeFile(path.join(folder, "broken.json"), "{");
    const files = ["scan.json", "nmap.xml", "broken.json", "missing.json"].map((name) => path.join(folder, name));
    const first = await spawned(["import", "--json", ...files], env);
    const { files: results } = JSON.parse(first.stdout);
    expect(results).toMatchObject([
      { status: "completed", hosts: 3, counts: { created: 2, updated: 0, unchanged: 0, parked: 1, failed: 0 } },
      { status: "completed", format: "nmap-xml", hosts: 1, counts: { created: 1 } },
      { status: "refused", error: expect.any(String) },
      { status: "refused", error: expect.stringContaining("ENOENT") },
    ]);
    expect(first.stderr).toContain("2 of 4 files");
    expect(first.code).toBe(1);
    const again = await orrery(["import", "-"], env, JSON.stringify(scan));
    expect(again.stdout).toBe("standard input: 3 hosts: 0 created, 0 updated, 2 unchanged, 1 parked, 0 failed\n");
    expect(again.code).toBe(0);
    const elsewhere = await orrery(["import", "--tenant", "nobody", "-"], env, JSON.stringify(scan));
    expect(elsewhere.stderr).toMatch(/no tenant nobody/);
    expect(elsewhere.code).toBe(1);
  });

  it("examine it", async () => {
    const { code, stdout } = await spawned(["doctor", "--json"], env);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, neo4j: { ok: true }, postgres: { ok: true } });
    expect(code).toBe(0);
  });

  it("do not restore under it", async () => {
    const folder = path.join(await freshFolder("copy"), "copy");
    expect((await spawned(["backup", folder], env)).code).toBe(0);
    const { code, stderr } = await spawned(["restore", "--force", folder], env);
    expect(stderr).toMatch(/^orrery: A service is running on these stores/m);
    expect(code).toBe(1);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  });
});

describe("other processes", () => {
  it("cannot hold the same folder, nor the same port", async () => {
    const second = await spawned(["serve"], env);
    expect(second.stderr).toMatch(/^orrery: The embedded stores in .+ are held by process \d+/);
    expect(second.code).toBe(1);
    const attached = { ...env, ORRERY_ROLE: "api", PORT: new URL(address).port };
    const third = await spawned(["serve"], attached);
    expect(third.stderr).toMatch(/^orrery: PORT: 127\.0\.0\.1:\d+ is in use/);
    expect(third.code).toBe(1);
  });

  it("share its stores in the roles api and worker", async () => {
    const api = start(["serve"], { ...env, ORRERY_ROLE: "api" });
    const worker = start(["serve"], { ...env, ORRERY_ROLE: "worker" });
    const [apiAddress, workerAddress] = await Promise.all([whenReady(api), whenReady(worker)]);
    const headers = await login(apiAddress);
    expect((await fetch(`${apiAddress}/v1/cmdb/ci`, { headers })).status).toBe(200);
    expect((await fetch(`${workerAddress}/health/ready`)).status).toBe(200);
    expect((await fetch(`${workerAddress}/metrics`)).status).toBe(200);
    expect((await fetch(`${workerAddress}/v1/cmdb/ci`, { headers })).status).toBe(404);
    for (const { code, stdout, stderr } of await Promise.all([stop(api), stop(worker, "SIGINT")])) {
      expect(code, stdout + stderr).toBe(0);
    }
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  });
});

// An end with one signal, and the start after it: stop.faults.test.ts.
describe("the end", () => {
  it(
    "comes at once with a second signal, and the next command finds its feet",
    async () => {
      service.child.kill("SIGTERM");
      await sleep(600);
      service.child.kill("SIGTERM");
      const { code } = await service.ended;
      // 0: everything had ended before the second signal came.
      expect([0, 1]).toContain(code);
      const { code: examined } = await spawned(["doctor"], env);
      expect(examined).toBe(0);
    },
    START_MS,
  );
});
