import { randomUUID } from "node:crypto";
import type { BenchTenant } from "./bench.ts";

/** A request of the soak, by the kind that its figure names. */
export interface SoakRequest {
  kind: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** A text is sent as it is, another value as JSON. */
  body?: unknown;
}

export interface SoakWorld {
  tenants: readonly { tenant: BenchTenant; ciIds: readonly string[] }[];
  /** Whole numbers from 0 up to the given one, the same in each run. */
  below: (end: number) => number;
}

/** How often each kind comes, in a thousand requests. */
const WEIGHTS: Readonly<Record<string, number>> = {
  read: 180,
  list: 90,
  search: 60,
  relationships: 40,
  events: 60,
  create: 70,
  update: 50,
  remove: 20,
  link: 30,
  scan: 20,
  event: 130,
  alerts: 15,
  map: 15,
  impact: 40,
  export: 10,
  identify: 10,
  login: 4,
  refused: 3,
  credential: 40,
  idempotent: 20,
  malformed: 30,
  unknown: 33,
  documents: 30,
};

/** The kinds in the order of a thousand requests, mixed evenly. */
function kindsOf(below: (end: number) => number): string[] {
  const kinds = Object.entries(WEIGHTS).flatMap(([kind, times]) => Array<string>(times).fill(kind));
  return kinds
    .map((kind) => ({ kind, at: below(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind);
}

/** Requests of every kind, without end: names, texts and credentials are new ones where a cache may keep them. */
export function* soakRequests({ tenants, below }: SoakWorld): Generator<SoakRequest & { tenant: BenchTenant }> {
  const kinds = kindsOf(below);
  for (let n = 0; ; n++) {
    const { tenant, ciIds } = tenants[n % tenants.length]!;
    const kind = kinds[n % kinds.length]!;
    const ci = () => ciIds[below(ciIds.length)]!;
    yield { kind, tenant, ...requestOf(kind, n, ci, tenant) };
  }
}

function requestOf(kind: string, n: number, ci: () => string, { login }: BenchTenant): Omit<SoakRequest, "kind"> {
  const get = (path: string) => ({ method: "GET", path });
  const post = (path: string, body: unknown, headers = {}) => ({ method: "POST", path, body, headers });
  const host = `host-${n % 500}.soak.example.com`;
  const kinds: Record<string, () => Omit<SoakRequest, "kind">> = {
    read: () => get(`/v1/cmdb/ci/${ci()}`),
    list: () => get(`/v1/cmdb/ci?limit=50&page=${1 + (n % 20)}&sort=${["name", "updated_at"][n % 2]}&status=active`),
    search: () => get(`/v1/cmdb/ci?search=${n % 2 ? randomUUID() : `soak-${n}`}`),
    relationships: () => get(`/v1/cmdb/relationships?ci_id=${ci()}`),
    events: () => get(`/v1/events?limit=20&source=${n % 3 ? "soak" : randomUUID()}`),
    create: () =>
      post("/v1/cmdb/ci", { name: `soak-${n}`, type: "server", attributes: { fqdn: `${n}.soak.example.com` } }),
    update: () => ({ method: "PUT", path: `/v1/cmdb/ci/${ci()}`, body: { description: `changed by ${n}` } }),
    remove: () => ({ method: "DELETE", path: `/v1/cmdb/ci/${randomUUID()}` }),
    link: () => post("/v1/cmdb/relationships", { source_ci: ci(), target_ci: ci(), type: "depends_on" }),
    scan: () => post("/v1/discovery/scan-data", scanOf(n)),
    event: () =>
      post("/v1/events", {
        title: `problem ${n}`,
        severity: "high",
        source: "soak",
        source_id: `c${n}`,
        hostname: host,
      }),
    alerts: () => post("/api/events/webhook/prometheus", alertsOf(n)),
    map: () => get(`/v1/cmdb/ci/${ci()}/dependency-map.svg?depth=2`),
    impact: () => get(`/v1/cmdb/ci/${ci()}/impact?depth=3`),
    export: () => get(n % 2 ? "/v1/software-mappings/export" : "/v1/admin/audit/export"),
    identify: () => post("/v1/software/identify", { items: [{ name: `Soak Studio ${n}`, version: "1.2" }] }),
    login: () => post("/v1/auth/login", login),
    refused: () => post("/v1/auth/login", { ...login, email: `${randomUUID()}@example.com`, password: "wrong" }),
    credential: () => ({ ...get("/v1/cmdb/ci"), headers: { Authorization: `Bearer ${randomUUID()}` } }),
    idempotent: () => post("/v1/cmdb/ci", { name: `once-${n}`, type: "server" }, { "Idempotency-Key": randomUUID() }),
    malformed: () => post("/v1/cmdb/ci", n % 2 ? "{" : { name: 5, type: randomUUID() }),
    unknown: () => get(n % 2 ? `/v1/${randomUUID()}` : `/v1/cmdb/ci/${randomUUID()}`),
    documents: () => get(["/v1/openapi.json", "/metrics", "/health/ready", "/docs"][n % 4]!),
  };
  return kinds[kind]!();
}

function scanOf(n: number) {
  const hosts = Array.from({ length: 3 }, (_, i) => ({
    hostname: `scanned-${(n + i) % 3_000}.soak.example.com`,
    ip_address: `10.7.${((n + i) >> 8) & 255}.${(n + i) & 255}`,
    os: { name: "Debian GNU/Linux 13", family: "linux" },
    hardware: { serial_number: `soak-${(n + i) % 3_000}` },
    installed_applications: [{ name: `Soak Tool ${(n + i) % 400}`, vendor: "Soak", version: `1.${n % 7}` }],
  }));
  const timestamp = new Date().toISOString();
  return { scan_type: "full", scanner_id: `scanner-${n % 5}`, timestamp, data: { discovered_hosts: hosts } };
}

function alertsOf(n: number) {
  const alerts = Array.from({ length: 10 }, (_, i) => ({
    status: "firing",
    labels: {
      alertname: "SoakAlert",
      instance: `host-${(n + i) % 500}.soak.example.com:9100`,
      severity: "warning",
      run: `${n}`,
    },
    annotations: { summary: `alert ${n} ${i}` },
    startsAt: new Date().toISOString(),
    fingerprint: `${n}-${i}`,
  }));
  return { version: "4", status: "firing", alerts };
}
