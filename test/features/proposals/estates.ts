import type { Flow, Observed, ProposalCi } from "../../../src/features/proposals/index.ts";

/** An estate with its true dependencies, some of them hidden: what is declared is known, the hidden are to be found. */
export interface Estate {
  observed: Omit<Observed, "familyOf">;
  /** `source target` of declared dependencies. */
  declared: Set<string>;
  /** Hidden ones of which a connection or a field tells; both directions of a cluster stand once, smaller id first. */
  hidden: Set<string>;
  hosts: number;
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const SHAPES = ["three-tier", "microservices", "shared databases", "batch"] as const;
export type Shape = (typeof SHAPES)[number];

const DATA = [
  { port: 5432, process: "postgres" },
  { port: 3306, process: "mysqld" },
  { port: 1521, process: "oracle" },
  { port: 1433, process: "sqlservr.exe" },
  { port: 27017, process: "mongod" },
  { port: 6379, process: "redis-server" },
  { port: 5672, process: "beam.smp" },
  { port: 9092, process: "java" },
  { port: 15_432, process: "postgres" },
  { port: 3366, process: "mariadbd" },
];
const CLIENTS = [
  "java",
  "node",
  "python3",
  "w3wp.exe",
  "php-fpm",
  "dotnet",
  "gunicorn",
  "orders-svc",
  "billingd",
  "Acme.Worker.exe",
];
const APP_PORTS = [8080, 8443, 443, 3000, 5000, 7777, 9443, 10_443, 8181, 20_880];
const WORDS = [
  "orion",
  "ledger",
  "claims",
  "parcel",
  "tundra",
  "mosaic",
  "harbor",
  "quartz",
  "falconry",
  "willow",
  "saffron",
  "nimbus",
];

/** How an estate is made; the rules know none of it. */
export interface Making {
  seed: number;
  shape: Shape;
  applications: number;
  /** Share of declared dependencies that are hidden. */
  hide?: number;
}

/** An estate of a shape, with noise: monitoring, backup, names, time, directory, logs, administration, unknown agents. */
export function makeEstate({ seed, shape, applications, hide = 0.3 }: Making): Estate {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const cis = new Map<string, ProposalCi>();
  const flows: Flow[] = [];
  const named: { value: Observed["named"][number]["value"]; target: string }[] = [];
  const truth = new Map<string, boolean>();
  const style = Math.floor(random() * 4);

  const host = (application: string, role: string, at: number): string => {
    const id = `ci-${String(cis.size).padStart(5, "0")}`;
    const number = String(at).padStart(2, "0");
    const names = [
      `${application}-${role}${number}`,
      `prd-${role}${number}-${application}`,
      `srv${1000 + cis.size}`,
      `${application}${role}${number}`,
    ];
    const ip = `10.${1 + (cis.size >> 10)}.${(cis.size >> 3) & 127}.${10 + (cis.size & 7)}`;
    cis.set(id, { id, name: names[style]!, type: "server", status: "active", fields: { ip_address: ip } });
    return id;
  };
  const connect = (
    source: string,
    target: string,
    port: number,
    sourceProcess: string | null,
    targetProcess: string | null,
  ) => {
    const twice = random() < 0.7;
    const [firstSeen, lastSeen] = [
      "2026-03-01T00:00:00.000Z",
      twice ? "2026-03-08T00:00:00.000Z" : "2026-03-01T00:00:00.000Z",
    ];
    flows.push({
      id: `flow-${flows.length}`,
      source,
      target,
      port,
      protocol: "tcp",
      sourceProcess,
      targetProcess,
      firstSeen,
      lastSeen,
    });
  };
  /** A dependency; most are seen as a connection, some stand in a field, a few leave no trace. */
  const needs = (
    source: string,
    target: string,
    { port, process }: { port: number; process: string },
    client = pick(CLIENTS),
  ) => {
    if (source === target) return;
    const chance = random();
    const isSeen = chance < 0.85;
    const isWritten = chance >= 0.78 && chance < 0.94;
    if (isSeen) connect(source, target, port, random() < 0.85 ? client : null, random() < 0.75 ? process : null);
    if (isWritten) {
      const value = {
        ciId: source,
        field: "db_host",
        host: cis.get(target)!.name,
        isStrong: true,
        identifiers: [],
        nameKey: "",
      };
      named.push({ value, target });
    }
    const key = `${source} ${target}`;
    truth.set(key, (truth.get(key) ?? false) || isSeen || isWritten);
  };
  const cluster = (members: string[], { port, process }: { port: number; process: string }) => {
    for (const [at, member] of members.entries()) {
      const next = members[at + 1];
      if (next === undefined) continue;
      connect(next, member, port, process, random() < 0.8 ? process : null);
      truth.set(member < next ? `${member} ${next}` : `${next} ${member}`, true);
    }
  };

  const many = (application: string, role: string, from: number, to: number) =>
    Array.from({ length: from + Math.floor(random() * (to - from + 1)) }, (_, at) => host(application, role, at + 1));
  const sharedStores = Array.from({ length: 2 + Math.floor(applications / 4) }, (_, at) => ({
    id: host("common", "db", at + 1),
    data: pick(DATA),
  }));
  for (let at = 0; at < applications; at++) {
    const application = `${WORDS[at % WORDS.length]!}${at >= WORDS.length ? String.fromCharCode(97 + (at % 26)) : ""}`;
    const data = pick(DATA);
    if (shape === "three-tier") {
      const [webs, apps, dbs] = [
        many(application, "web", 1, 3),
        many(application, "app", 1, 3),
        many(application, "db", 1, 2),
      ];
      const port = pick(APP_PORTS);
      for (const web of webs) for (const app of apps) needs(web, app, { port, process: "java" }, "nginx");
      for (const app of apps) needs(app, dbs[0]!, data);
      if (data.process !== "java") cluster(dbs, data);
    } else if (shape === "microservices") {
      const services = many(application, "svc", 4, 7);
      const stores = services.map((_, place) => (place % 2 === 0 ? host(application, "db", place + 1) : undefined));
      for (const [place, service] of services.entries()) {
        const store = stores[place];
        if (store !== undefined) needs(service, store, pick(DATA));
        for (let calls = Math.floor(random() * 3); calls > 0; calls--)
          needs(service, pick(services), { port: pick(APP_PORTS), process: pick(CLIENTS) });
      }
    } else if (shape === "shared databases") {
      for (const app of many(application, "app", 2, 4)) {
        const store = pick(sharedStores);
        needs(app, store.id, store.data);
      }
    } else {
      const [workers, source] = [many(application, "batch", 1, 3), host(application, "db", 1)];
      const files = host(application, "file", 1);
      for (const worker of workers) {
        needs(worker, source, data, pick(["java", "python3", "dtexec.exe", "nightly-load"]));
        needs(worker, files, { port: pick([445, 2049]), process: pick(["smbd", "nfsd"]) }, pick(["python3", "loader"]));
      }
    }
  }
  addNoise({ hosts: [...cis.keys()], host, connect, random, pick });
  return settle({ cis, flows, named, truth, hide, random });
}

interface Noise {
  hosts: string[];
  host(application: string, role: string, at: number): string;
  connect(
    source: string,
    target: string,
    port: number,
    sourceProcess: string | null,
    targetProcess: string | null,
  ): void;
  random(): number;
  pick<T>(list: readonly T[]): T;
}

function addNoise({ hosts, host, connect, random, pick }: Noise): void {
  const infra = (at: number) => host("core", "infra", at);
  const [monitor, backup, dns, ntp, directory, logs, jump, agent, poller] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(infra) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const agentPort = 20_000 + Math.floor(random() * 10_000);
  const pollPort = 20_000 + Math.floor(random() * 10_000);
  const maybe = (name: string) => (random() < 0.8 ? name : null);
  for (const id of hosts) {
    connect(monitor, id, pick([9100, 10_050, 5666]), maybe("prometheus"), maybe("node_exporter"));
    if (random() < 0.9) connect(id, dns, 53, maybe("systemd-resolved"), "named");
    if (random() < 0.7) connect(id, ntp, 123, "chronyd", "chronyd");
    if (random() < 0.6) connect(id, directory, pick([389, 88, 445]), pick(["sssd", "lsass.exe", "winbindd"]), null);
    if (random() < 0.6) connect(id, logs, pick([514, 5044]), maybe("filebeat"), null);
    if (random() < 0.5) connect(backup, id, pick([9102, 13_724, 1556]), maybe("bacula-dir"), null);
    if (random() < 0.2) connect(jump, id, 22, "ssh", "sshd");
    // Programs that no list of the rules names.
    if (random() < 0.75) connect(id, agent, agentPort, maybe("zx-collect"), maybe("zx-hub"));
    if (random() < 0.7) connect(poller, id, pollPort, maybe("inventoryd"), maybe("invd"));
    // People and tools that look into databases.
    if (random() < 0.1)
      connect(jump, id, pick([5432, 3306, 1433]), pick(["psql", "mysql", "Ssms.exe", "dbeaver"]), null);
    if (random() < 0.06) connect(backup, id, 5432, pick(["pg_dump", "veeamagent"]), "postgres");
    // A stray connection now and then: somebody tried something.
    if (random() < 0.015) connect(id, pick(hosts), 33_000 + Math.floor(random() * 20_000), null, null);
  }
}

interface Settling {
  cis: Map<string, ProposalCi>;
  flows: Flow[];
  named: { value: Observed["named"][number]["value"]; target: string }[];
  /** Whether evidence supports each dependency. */
  truth: Map<string, boolean>;
  hide: number;
  random(): number;
}

function settle({ cis, flows, named, truth, hide, random }: Settling): Estate {
  const declared = new Set<string>();
  const hidden = new Set<string>();
  for (const [pair, isSupported] of truth) {
    if (random() >= hide) declared.add(pair);
    else if (isSupported) hidden.add(pair);
  }
  const byPort = new Map<string, Set<string>>();
  for (const { source, target, port } of flows) {
    for (const [key, peer] of [
      [`${target} ${port} true`, source],
      [`${source} ${port} false`, target],
    ] as const) {
      byPort.set(key, (byPort.get(key) ?? new Set()).add(peer));
    }
  }
  const peersOf: Observed["peersOf"] = ({ id, port, incoming }) => byPort.get(`${id} ${port} ${incoming}`)?.size ?? 0;
  return { observed: { cis, flows, named, peersOf, reportingHosts: cis.size }, declared, hidden, hosts: cis.size };
}

export interface Score {
  right: number;
  wrong: number;
  missed: number;
}

/** Compares candidates with what was hidden. A declared pair, in either direction, is no proposal. */
export function scoreOf(
  { declared, hidden }: Estate,
  proposed: readonly { source: string; target: string }[],
): Score & { wrongPairs: string[] } {
  const pairs = new Set(
    proposed
      .filter(({ source, target }) => !declared.has(`${source} ${target}`) && !declared.has(`${target} ${source}`))
      .map(({ source, target }) => `${source} ${target}`),
  );
  const right = [...pairs].filter((pair) => hidden.has(pair)).length;
  const wrongPairs = [...pairs].filter((pair) => !hidden.has(pair));
  return { right, wrong: pairs.size - right, missed: hidden.size - right, wrongPairs };
}
