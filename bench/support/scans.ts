import { setTimeout as sleep } from "node:timers/promises";
import type { Graph } from "../../src/platform/graph/graph.ts";
import type { BenchTenant } from "./bench.ts";
import { ask, requestOf, send } from "./load.ts";
import type { Service } from "./service.ts";

const POLL_MS = 50;
const SCAN_MS = 300_000;
/** Different applications over all hosts. */
const CATALOGUE = 400;

/** The i-th host as a scanner reports it, with so many of the catalogue's applications. */
export function sampleHost(i: number, applications: number): object {
  const [high, low] = [(i >> 8) & 255, i & 255];
  const hex = (n: number) => n.toString(16).padStart(2, "0");
  return {
    host_id: `machine-${i}`,
    hostname: `node-${i}`,
    fqdn: `node-${i}.example.com`,
    ip_address: `10.20.${high}.${low}`,
    mac_address: `00:1b:21:7a:${hex(high)}:${hex(low)}`,
    os: { name: "Debian GNU/Linux", version: "12", family: "linux", architecture: "x86_64" },
    hardware: {
      manufacturer: "Example Systems",
      model: "R1",
      serial_number: `XS7Q${10_000 + i}`,
      cpu_cores: 8,
      memory_gb: 32,
      disk_gb: 480,
    },
    open_ports: [22, 443],
    installed_applications: Array.from({ length: applications }, (_, k) => {
      const which = (i * 7 + k) % CATALOGUE;
      return { name: `package-${which}`, vendor: "Example Project", version: `2.${which}.1`, architecture: "amd64" };
    }),
  };
}

/** A submission ready to be sent. */
export function submission(tenant: BenchTenant, scanner: string, hosts: readonly object[]): Buffer {
  return requestOf("POST", "/v1/discovery/scan-data", tenant.headers, {
    scan_type: "full",
    scanner_id: scanner,
    timestamp: new Date().toISOString(),
    data: { discovered_hosts: hosts },
  });
}

interface ScanList {
  data: { id: string; status: string; hosts: { total: number; processed: number } }[];
}

/** Submits a scan and waits until it has finished. Throws unless every host was processed. Returns its id. */
export async function scan(service: Service, tenant: BenchTenant, request: Buffer, hosts: number): Promise<string> {
  const accepted = await send<{ scan_id: string }>(service.port, request);
  const address = "/v1/discovery/scans?limit=100&fields=status,hosts";
  for (const until = Date.now() + SCAN_MS; Date.now() < until; await sleep(POLL_MS)) {
    const { data } = await ask<ScanList>(service.port, "GET", address, tenant.headers);
    const found = data.find(({ id }) => id === accepted.scan_id);
    if (found === undefined || found.status === "running") continue;
    if (found.status === "completed" && found.hosts.processed === hosts) return accepted.scan_id;
    throw new Error(`the scan ended otherwise than expected: ${JSON.stringify(found)}`);
  }
  throw new Error(`the scan had not ended after ${SCAN_MS / 1000} s`);
}

/** Number of hosts of a scan by outcome. */
export async function outcomesOf(
  service: Service,
  tenant: BenchTenant,
  scanId: string,
): Promise<Record<string, number>> {
  const address = `/v1/discovery/scans/${scanId}`;
  const found = await ask<{ results: { outcome: string }[] }>(service.port, "GET", address, tenant.headers);
  const counts: Record<string, number> = {};
  for (const { outcome } of found.results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const COUNT = `
MATCH (c:CI) WHERE c.tenant = $tenant AND c.id >= ''
RETURN count(CASE c.type WHEN 'server' THEN 1 END) AS servers,
       count(CASE c.type WHEN 'software_instance' THEN 1 END) AS instances,
       sum(COUNT { (c)-[:INSTALLED_ON]->() }) AS installed`;

/** Throws unless the tenant has exactly these hosts, each application of each once and linked to its host. */
export async function requireEstate(graph: Graph, tenant: string, hosts: number, applications: number): Promise<void> {
  const [found] = await graph.raw(COUNT, { tenant });
  const expected = { servers: hosts, instances: hosts * applications, installed: hosts * applications };
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`the graph holds ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
}

/** Waits until all changes of the graph are delivered, so that their consumers write nothing more. */
export async function waitForDeliveredChanges(graph: Graph): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(POLL_MS)) {
    const [row] = await graph.raw("MATCH (o:Outbox) RETURN count(o) AS n");
    if (row?.n === 0) return;
  }
  throw new Error("changes were left in the graph");
}
