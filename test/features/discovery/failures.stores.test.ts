import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AppError, isUnavailable, unavailable } from "../../../src/errors.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { agentHost, createWorld, type Host, outcomesOf, type World } from "./support.ts";

/** The error that a graph statement throws whose parameters contain `word`. */
let poison: { word: string; error: () => Error } | undefined;
const poisoned = (graph: Graph): Graph => ({
  ...graph,
  write: (work) =>
    graph.write((tx) =>
      work({
        run: async (query, params) => {
          if (poison && JSON.stringify(params).includes(poison.word)) throw poison.error();
          return tx.run(query, params);
        },
        send: (query, params) => {
          if (poison && JSON.stringify(params).includes(poison.word)) throw poison.error();
          tx.send(query, params);
        },
      }),
    ),
});
/** The scanner whose pending hosts cannot be read, for a fault of the statement. */
let unreadable: string | undefined;
/** How many times recording the outcomes fails. */
let unrecorded = 0;
/** Part of the name of a host whose records the store does not replace within its time limit. */
let slow: string | undefined;
/** Whether a store is away: what fails then is no fault of a host. */
let away = false;
const forgetful = (postgres: Postgres): Postgres => ({
  ...postgres,
  query: async (text, values) => {
    if (unreadable !== undefined && text.includes("from raw_scan_records") && text.includes("status = 'pending'")) {
      const [scan] = await postgres.query("select 1 from scans where id = $1 and scanner_id = $2", [
        values?.[1],
        unreadable,
      ]);
      if (scan) return postgres.query("select 1 / 0");
    }
    return postgres.query(text, values);
  },
  transaction: (work) =>
    postgres.transaction((tx) =>
      work({
        query: async (text, values) => {
          if (unrecorded > 0 && text.includes("update raw_scan_records")) {
            unrecorded--;
            throw new AppError("SERVICE_UNAVAILABLE", "gone");
          }
          if (slow && text.includes("insert into inventory_records") && JSON.stringify(values).includes(slow)) {
            await tx.query("set local statement_timeout = 20");
            await tx.query("select pg_sleep(5)");
          }
          return tx.query(text, values);
        },
      }),
    ),
});

let world: World;
beforeAll(async () => {
  const storesTakeWrites = async () => !away;
  world = await createWorld({ wrapGraph: poisoned, wrapPostgres: forgetful, storesTakeWrites });
});
afterAll(() => world.close());
beforeEach(() => {
  poison = undefined;
  unrecorded = 0;
  unreadable = undefined;
  slow = undefined;
  away = false;
});

let number = 2000;
const estate = (prefix: string, size: number): Host[] =>
  Array.from({ length: size }, (_, i) =>
    agentHost(`${prefix}-${i}x`, ++number, { installed_applications: [{ name: "tool" }] }),
  );
/** Runs the waiting jobs like the queue: a failing job runs up to `times` times. */
async function tryJobs(times: number): Promise<unknown[]> {
  const faults: unknown[] = [];
  let jobs = world.takeWaiting();
  for (let i = 0; i < times && jobs.length > 0; i++) {
    const failed: typeof jobs = [];
    for (const job of jobs) {
      await world.runJob(job.name, job.payload).catch((error) => {
        faults.push(error);
        failed.push(job);
      });
    }
    jobs = failed;
  }
  return faults;
}

describe("processScan for a host that cannot be processed", () => {
  it("fails that host alone, with a reason that reveals no internals", async () => {
    poison = { word: "bad-3x", error: () => new Error("secret inside of the store") };
    const scan = await world.scan(estate("bad", 8));
    expect(scan).toMatchObject({ status: "completed", hosts: { total: 8, processed: 7, failed: 1, parked: 0 } });
    expect(outcomesOf(scan)).toEqual({ created: 7, failed: 1 });
    expect(scan.results[3]).toMatchObject({ outcome: "failed", ciId: null, error: "the host could not be processed" });
    expect((await world.cis("server")).map(({ name }) => name)).not.toContain("bad-3x");
  });

  it("processes the host when the same payload is sent again", async () => {
    const hosts = estate("later", 2);
    poison = { word: "later-1x", error: () => new Error("no") };
    expect(outcomesOf(await world.scan(hosts))).toEqual({ created: 1, failed: 1 });
    poison = undefined;
    expect(outcomesOf(await world.scan(hosts))).toEqual({ unchanged: 1, created: 1 });
  });

  it("fails the scan if every host fails", async () => {
    poison = { word: "every-", error: () => new Error("no") };
    const scan = await world.scan(estate("every", 3));
    expect(scan).toMatchObject({ status: "failed", error: "every host failed", hosts: { failed: 3 } });
    expect(world.publishedInPostgres.at(-1)).toMatchObject({ subject: { id: scan.id }, after: { status: "failed" } });
  });
});

describe("processScan when a store becomes unavailable", () => {
  it("fails no host, and continues the scan when the store is back", async () => {
    away = true;
    poison = { word: "away-", error: () => new AppError("SERVICE_UNAVAILABLE", "gone") };
    const id = await world.submit(estate("away", 4));
    expect(await tryJobs(2)).toHaveLength(2);
    expect(await world.verbs.scans.get(world.ctx, id)).toMatchObject({
      status: "running",
      hosts: { processed: 0, failed: 0 },
    });
    poison = undefined;
    await world.runJob("discovery.process-scan", { tenantId: world.ctx.tenantId });
    expect(outcomesOf(await world.verbs.scans.get(world.ctx, id))).toEqual({ created: 4 });
  });

  it("reports the hosts as created if the store failed after the graph committed", async () => {
    away = true;
    unrecorded = 1;
    const id = await world.submit(estate("truth", 3));
    expect(await tryJobs(2)).toHaveLength(1);
    const scan = await world.verbs.scans.get(world.ctx, id);
    expect(scan.status).toBe("completed");
    expect(outcomesOf(scan)).toEqual({ created: 3 });
  });
});

describe("processScan for a host that the stores do not process in time", () => {
  const slowEstate = (name: string) =>
    estate(name, 4).map((host) => ({ ...host, installed_applications: [{ name: `program of ${host.hostname}` }] }));

  it.each(["Postgres", "Neo4j"])(
    "fails it after %s took too long in 20 turns, and the others at no time",
    async (store) => {
      if (store === "Postgres") slow = "program of slow-Postgres-1x";
      else poison = { word: "slow-Neo4j-1x", error: () => unavailable("The graph store cannot be reached") };
      const id = await world.submit(slowEstate(`slow-${store}`));
      world.takeWaiting();
      const seen: { tries: number; status: string }[] = [];
      while (seen.at(-1)?.status !== "completed" && seen.length < 60) {
        await world.runJob("discovery.process-scan", { tenantId: world.ctx.tenantId }).catch((error) => {
          if (!isUnavailable(error)) throw error;
        });
        const text = "select max(r.tries) as tries, s.status from scans s join raw_scan_records r on r.scan_id = s.id";
        seen.push(...(await world.postgres.query<(typeof seen)[number]>(`${text} where s.id = $1 group by 2`, [id])));
      }
      expect(seen.filter(({ tries }) => tries < 20).every(({ status }) => status === "running")).toBe(true);
      expect(seen.at(-1)).toEqual({ tries: 20, status: "completed" });
      const scan = await world.verbs.scans.get(world.ctx, id);
      expect(scan).toMatchObject({ status: "completed", hosts: { processed: 3, failed: 1 } });
      expect(scan.results[1]).toMatchObject({
        outcome: "failed",
        error: "the stores did not process the host in time",
      });
    },
  );

  it("counts no try while a store is away", async () => {
    slow = "program of dark-1x";
    away = true;
    const id = await world.submit(slowEstate("dark"));
    expect(await tryJobs(25)).toHaveLength(25);
    slow = undefined;
    away = false;
    await world.sweep();
    await world.settle();
    expect(outcomesOf(await world.verbs.scans.get(world.ctx, id))).toEqual({ created: 4 });
  });
});

describe("processScans after an outage that outlasts every retry", () => {
  it("keeps the scan running for days, and completes it once the store is back, without its job", async () => {
    away = true;
    poison = { word: "outage-", error: () => new AppError("SERVICE_UNAVAILABLE", "gone") };
    const id = await world.submit(estate("outage", 3));
    expect(await tryJobs(25)).toHaveLength(25);
    await world.postgres.query(
      "update scans set progress_at = now() - interval '3 days', created_at = now() - interval '3 days' where id = $1",
      [id],
    );
    expect(await world.verbs.scans.get(world.ctx, id)).toMatchObject({ status: "running", error: null });
    poison = undefined;
    expect(world.waiting()).toEqual([]);
    await world.sweep();
    await world.settle();
    expect(outcomesOf(await world.verbs.scans.get(world.ctx, id))).toEqual({ created: 3 });
  });

  it("owes nothing while a process works on the scan, and the rest when that process has died", async () => {
    const id = await world.submit(estate("leased", 2));
    world.takeWaiting();
    const lease = (until: string) =>
      world.postgres.query("update scans set leased_until = $2::timestamptz where id = $1", [id, until]);
    await lease("infinity");
    await world.sweep();
    expect(world.takeWaiting()).toEqual([]);
    await lease("2020-01-01T00:00:00Z");
    await world.sweep();
    await world.settle();
    expect(outcomesOf(await world.verbs.scans.get(world.ctx, id))).toEqual({ created: 2 });
  });
});

describe("processScans for a scan that cannot go on", () => {
  const runJob = () => world.runJob("discovery.process-scan", { tenantId: world.ctx.tenantId });

  it("fails the scan with a reason after many tries without progress, and publishes scan.completed", async () => {
    unreadable = "stuck";
    const id = await world.submit(estate("stuck", 1), { scannerId: "stuck" });
    world.takeWaiting();
    const other = await world.submit(estate("behind", 1));
    world.takeWaiting();
    for (let n = 0; n < 25; n++) await runJob();
    expect(await world.verbs.scans.get(world.ctx, id)).toMatchObject({
      status: "failed",
      error: "its hosts could not be processed",
    });
    expect(world.publishedInPostgres.find(({ subject }) => subject.id === id)).toMatchObject({
      kind: "scan.completed",
      after: { status: "failed" },
    });
    // It held up no other scan of its tenant.
    expect((await world.verbs.scans.get(world.ctx, other)).status).toBe("completed");
    // A late job finds the scan ended.
    unreadable = undefined;
    await runJob();
    expect((await world.verbs.scans.get(world.ctx, id)).status).toBe("failed");
  });

  it("fails a scan whose processing ended its process 20 times", async () => {
    const id = await world.submit(estate("killer", 1));
    world.takeWaiting();
    await world.postgres.query("update scans set tries = 20 where id = $1", [id]);
    await runJob();
    expect(await world.verbs.scans.get(world.ctx, id)).toMatchObject({
      status: "failed",
      error: "processing it was ended again and again",
    });
  });

  it("lets scans of a tenant take turns, two at once", async () => {
    const ids = [await world.submit(estate("turns-a", 1)), await world.submit(estate("turns-b", 1))];
    const third = await world.submit(estate("turns-c", 1));
    world.takeWaiting();
    await world.postgres.query("update scans set leased_until = now() + interval '1 minute' where id = any($1)", [ids]);
    await runJob();
    expect((await world.verbs.scans.get(world.ctx, third)).status).toBe("running");
    await world.postgres.query("update scans set leased_until = '-infinity' where id = any($1)", [ids]);
    await world.sweep();
    await world.settle();
    for (const id of [...ids, third]) expect((await world.verbs.scans.get(world.ctx, id)).status).toBe("completed");
  });
});

describe("submitScan.dryRun", () => {
  it("answers the decisions and writes nothing", async () => {
    const known = agentHost("dry-known", ++number);
    const ciId = await world.scanOne(known);
    const renamed = { ...known, hostname: "dry-renamed" };
    const hosts: Host[] = [known, renamed, agentHost("dry-new", ++number), { hostname: "localhost" }];
    const rows = () =>
      world.postgres.query(
        `select (select count(*) from scans where tenant_id = $1) as scans,
                (select count(*) from raw_scan_records where tenant_id = $1) as raw,
                (select json_agg(s order by ci_id) from sightings s where tenant_id = $1)::text as sightings`,
        [world.ctx.tenantId],
      );
    const before = [await world.graphSnapshot(), await rows()];
    const results = await world.dryRun(hosts);
    expect(results.map(({ outcome }) => outcome)).toEqual(["unchanged", "updated", "created", "parked"]);
    expect(results[0]).toMatchObject({ ciId, decision: { rule: 2, matched: { serial: expect.any(String) } } });
    expect(results[2]).toMatchObject({ hostname: "dry-new", ciId: null, decision: { rule: null } });
    expect(results[3]).toMatchObject({ error: expect.stringContaining("localhost") });
    expect([await world.graphSnapshot(), await rows()]).toEqual(before);
    expect(world.waiting()).toEqual([]);
  });
});

describe("submitScan.submit and the submission's time", () => {
  it("refuses times more than 24 hours ahead, and accepts any age", async () => {
    const host = agentHost("time", ++number);
    await expect(world.submit([host], { at: world.daysAgo(-1.001) })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      violations: [{ field: "timestamp" }],
    });
    expect(outcomesOf(await world.scan([host], { at: world.daysAgo(-0.99) }))).toEqual({ created: 1 });
    expect(outcomesOf(await world.scan([agentHost("old", ++number)], { at: "1970-01-01T00:00:00Z" }))).toEqual({
      created: 1,
    });
  });
});

describe("processScan run twice at once", () => {
  it("records each host once", async () => {
    const id = await world.submit(estate("twice", 6));
    world.takeWaiting();
    const payload = { tenantId: world.ctx.tenantId };
    await Promise.all(Array.from({ length: 4 }, () => world.runJob("discovery.process-scan", payload)));
    const scan = await world.verbs.scans.get(world.ctx, id);
    expect(scan).toMatchObject({ status: "completed", hosts: { processed: 6 } });
    expect(outcomesOf(scan)).toEqual({ created: 6 });
    expect(world.publishedInPostgres.filter(({ subject }) => subject.id === id)).toHaveLength(1);
  });
});
