import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, type BenchTenant, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { ask, requestOf, send } from "./support/load.ts";
import { sampleHost, scan, submission } from "./support/scans.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";
import { median } from "./support/statistics.ts";

const BULK = 1_000;
const POLL_MS = 50;
const WAIT_MS = 300_000;

/** What tenant two waits for, and what tenant one does meanwhile. */
interface Contest {
  /** Work of tenant one that takes a long time; resolves once it is accepted. */
  flood(): Promise<unknown>;
  /** Whether tenant one's work is still under way. */
  isFlooded(): Promise<boolean>;
  /** What tenant two's next piece of work needs; not measured. */
  prepare?(): Promise<void>;
  /** One piece of work of tenant two, from the request to its result. */
  work(): Promise<void>;
}

export const figure = defineFigure({
  what: "delay of one tenant's work while another floods the same workers, against its delay on the idle service",
  marks: {
    link: { unit: "x", better: "lower", must: 2, aim: 1.3 },
    scan: { unit: "x", better: "lower", must: 2, aim: 1.3 },
    mapping: { unit: "x", better: "lower", must: 2, aim: 1.3 },
  },
  settings: { applications: 4_000, hosts: 2_000, patterns: 5_000, instances: 10_000, rounds: 5 },

  run: ({ applications, hosts, patterns, instances, rounds }, say) =>
    withBench(say, async (bench) => {
      const service = await startService(serviceEnvironment(bench.stores));
      try {
        const link = await measure("link", await links(bench, service, applications), rounds, say);
        const one = await measure("scan", await scans(bench, service, hosts), rounds, say);
        const mapping = await measure("mapping", await mappings(bench, service, patterns, instances), rounds, say);
        return {
          marks: { link: link.ratio, scan: one.ratio, mapping: mapping.ratio },
          details: { ...link.details, ...one.details, ...mapping.details },
          verified: ["every piece of work of tenant two measured under the flood ended before the flood did"],
        };
      } finally {
        await service.stop();
      }
    }),
});

/** The median of the delays under the flood over that on the idle service. Throws if the flood ended too early. */
async function measure(name: string, contest: Contest, rounds: number, say: (line: string) => void) {
  const delay = async () => {
    await contest.prepare?.();
    return seconds(() => contest.work());
  };
  await delay();
  const idle: number[] = [];
  for (let n = 0; n < rounds; n++) idle.push(await delay());
  say(`${name}: idle ${median(idle).toFixed(2)} s; the flood begins`);
  await contest.flood();
  const flooded: number[] = [];
  while (flooded.length < rounds) {
    const took = await delay();
    if (!(await contest.isFlooded())) break;
    flooded.push(took);
  }
  if (flooded.length === 0) throw new Error(`the flood of ${name} ended before one piece of work did`);
  say(
    `${name}: ${median(flooded).toFixed(2)} s under the flood (${flooded.map((each) => each.toFixed(1)).join(", ")})`,
  );
  for (const until = Date.now() + 3 * WAIT_MS; Date.now() < until && (await contest.isFlooded()); ) await sleep(1_000);
  return {
    ratio: median(flooded) / median(idle),
    details: {
      [`${name}_idle_s`]: median(idle),
      [`${name}_flooded_s`]: median(flooded),
      [`${name}_slowest_s`]: Math.max(...flooded),
      [`${name}_rounds`]: flooded.length,
    },
  };
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(POLL_MS)) if (await condition()) return;
  throw new Error(`not within ${WAIT_MS / 1_000} s: ${what}`);
}

interface Ci {
  id: string;
  attributes: Record<string, unknown>;
}

let made = 0;
async function newInstance(service: Service, { headers }: BenchTenant, name: string): Promise<string> {
  const body = { name, type: "software_instance", attributes: { vendor: "Example Corp" } };
  return (await send<{ id: string }>(service.port, requestOf("POST", "/v1/cmdb/ci", headers, body))).id;
}

async function hasAttribute(service: Service, { headers }: BenchTenant, id: string, name: string): Promise<boolean> {
  const ci = await ask<Ci>(service.port, "GET", `/v1/cmdb/ci/${id}`, headers);
  return ci.attributes[name] !== undefined;
}

async function newInstances(service: Service, { headers }: BenchTenant, count: number): Promise<void> {
  for (let from = 0; from < count; from += BULK) {
    const items = Array.from({ length: Math.min(BULK, count - from) }, (_, i) => ({
      name: `Zorble Part ${from + i} of ${made}`,
      type: "software_instance",
      attributes: { vendor: `Maker ${(from + i) % 97}` },
    }));
    await send(service.port, requestOf("POST", "/v1/cmdb/ci/bulk", headers, { mode: "per_item", items }));
  }
}

/** New applications of tenant one, against linking one of tenant two to its software. */
async function links(bench: Bench, service: Service, applications: number): Promise<Contest> {
  const [one, two] = [await bench.newTenant(), await bench.newTenant()];
  return {
    flood: () => newInstances(service, one, applications),
    async isFlooded() {
      const [row] = await bench.postgres.query<{ n: number }>(
        "select count(*) as n from software_work where tenant_id = $1",
        [one.id],
      );
      return row!.n > 0;
    },
    async work() {
      const id = await newInstance(service, two, `Quibble Player ${made++}`);
      await until("a linked instance", () => hasAttribute(service, two, id, "software_id"));
    },
  };
}

/** A large scan of tenant one, against a scan of one host of tenant two. */
async function scans(bench: Bench, service: Service, hosts: number): Promise<Contest> {
  const [one, two] = [await bench.newTenant(), await bench.newTenant()];
  const large = Array.from({ length: hosts }, (_, i) => sampleHost(i, 20));
  return {
    flood: () => send(service.port, submission(one, "large", large)),
    async isFlooded() {
      const rows = await bench.postgres.query("select 1 from scans where tenant_id = $1 and status = 'running'", [
        one.id,
      ]);
      return rows.length > 0;
    },
    work: async () => void (await scan(service, two, submission(two, "small", [sampleHost(made++, 20)]), 1)),
  };
}

/** Thousands of costly patterns that apply to many instances, against one new mapping of tenant two. */
async function mappings(bench: Bench, service: Service, patterns: number, instances: number): Promise<Contest> {
  const [one, two] = [await bench.newTenant(), await bench.newTenant()];
  await newInstances(service, one, instances);
  let name = "";
  let id = "";
  const newMapping = (tenant: BenchTenant, name: string, more: object = {}) => {
    const body = {
      instance_name: name,
      software: { name: `${name} Suite`, vendor: "Example" },
      status: "active",
      ...more,
    };
    return send(service.port, requestOf("POST", "/v1/software-mappings", tenant.headers, body));
  };
  const isOwed = async (tenant: BenchTenant) => {
    const rows = await bench.postgres.query(
      "select 1 from software_mapping_versions where tenant_id = $1 and reapply_version > applied_version",
      [tenant.id],
    );
    return rows.length > 0;
  };
  const lines = Array.from({ length: patterns }, (_, i) =>
    JSON.stringify({
      instance_name: `Hostile ${i}`,
      instance_patterns: [`^(zorb|zor)[a-z ]*(part|par)[a-z0-9 ]{0,40}${i} o[a-z0-9 ]{0,40}$`],
      software: { name: `Hostile ${i}`, vendor: "Example" },
      status: "active",
    }),
  );
  return {
    async flood() {
      const headers = { ...one.headers, "Content-Type": "application/x-ndjson" };
      const address = `http://127.0.0.1:${service.port}/v1/software-mappings/import`;
      const answer = await fetch(address, { method: "POST", headers, body: lines.join("\n") });
      const imported = (await answer.json()) as { created?: number };
      if (imported.created !== patterns) throw new Error(`not all imported: ${JSON.stringify(imported).slice(0, 500)}`);
      await until("the run under way", async () => {
        const rows = await bench.postgres.query(
          "select 1 from software_mapping_versions where tenant_id = $1 and place is not null",
          [one.id],
        );
        return rows.length > 0;
      });
    },
    isFlooded: () => isOwed(one),
    async prepare() {
      name = `Quibble Player ${made++}`;
      id = await newInstance(service, two, name);
      await until("a linked instance", () => hasAttribute(service, two, id, "software_id"));
      // The other steps classify the instance too: only the re-application is to be measured.
      await until("no other work", async () => {
        const rows = await bench.postgres.query("select 1 from software_work where tenant_id = $1", [two.id]);
        return rows.length === 0;
      });
    },
    async work() {
      await newMapping(two, name);
      await until("an applied mapping", () => hasAttribute(service, two, id, "mapping_id"));
    },
  };
}
