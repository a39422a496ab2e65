import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stores } from "../../support/stores.ts";
import { createEventWorld, type EventWorld } from "./support.ts";

const HOSTS = Array.from({ length: 20 }, (_, i) => `crash-${i}.example.com`);

let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld();
  for (const fqdn of HOSTS.slice(1)) {
    await world.ci.verbs.createCi(world.ctx, { fields: { name: fqdn, type: "server", attributes: { fqdn } } });
  }
});
afterAll(() => world?.close());

/** Runs a process that ingests events, and kills it after it has acknowledged that many. Returns the lines it wrote. */
function killedAfter(acknowledged: number): Promise<string[]> {
  const { neo4j, postgres } = stores();
  const given = JSON.stringify({ neo4j, url: postgres.url, tenantId: world.ctx.tenantId, hosts: HOSTS });
  const file = path.join(import.meta.dirname, "crash-worker.ts");
  const worker = spawn(process.execPath, [file, given], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  worker.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    if (text.split("\n").length > acknowledged) worker.kill("SIGKILL");
  });
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    // The text after the last line break is incomplete.
    worker.once("close", () => resolve(text.split("\n").slice(0, -1)));
  });
}

const rows = <T>(text: string) => world.postgres.query<T>(text, [world.ctx.tenantId]);

describe("ingestEvent in a process that is killed", () => {
  it("has stored every acknowledged event, and none partially", { timeout: 120_000 }, async () => {
    const lines: string[] = [];
    for (const acknowledged of [1, 137, 700, 1_300]) lines.push(...(await killedAfter(acknowledged)));
    expect(lines.length).toBeGreaterThan(2_000);

    const stored = await rows<{ id: string; sourceId: string; occurrences: number; status: string; cis: string[] }>(
      `select id, source_id as "sourceId", occurrences, status, affected_cis as cis from events where tenant_id = $1`,
    );
    const bySource = new Map(stored.map((event) => [event.sourceId, event]));
    expect(bySource.size).toBe(stored.length);
    const acknowledged = new Map<string, number>();
    for (const line of lines) {
      const [process = "", id] = line.split(" ");
      expect(bySource.get(process)?.id, line).toBe(id);
      acknowledged.set(process, (acknowledged.get(process) ?? 0) + 1);
    }
    for (const [sourceId, times] of acknowledged) {
      expect(bySource.get(sourceId)!.occurrences, sourceId).toBeGreaterThanOrEqual(times);
    }

    const pairs = await rows<{ ci: string; id: string }>(
      "select ci_id as ci, event_id as id from event_cis where tenant_id = $1",
    );
    expect(new Set(pairs.map(({ ci, id }) => `${ci} ${id}`))).toEqual(
      new Set(stored.flatMap(({ id, cis }) => cis.map((ci) => `${ci} ${id}`))),
    );
    const waiting = await rows<{ id: string }>("select distinct event_id as id from event_waits where tenant_id = $1");
    expect(new Set(waiting.map(({ id }) => id))).toEqual(
      new Set(stored.filter(({ cis }) => cis.length === 0).map(({ id }) => id)),
    );
    expect(waiting.length).toBeGreaterThan(0);
  });

  it("has published the stored state of each event, a history entry of each status change, and exact totals", async () => {
    const untold = await rows(
      `select e.id from events e where e.tenant_id = $1 and (
         (select count(*) from history h where h.tenant_id = $1 and h.subject_id = e.id) <> e.version
         or (select count(*) from history h where h.tenant_id = $1 and h.subject_id = e.id and h.kind = 'event.created') <> 1
         or (select count(*) from event_history h where h.tenant_id = $1 and h.event_id = e.id)
            <> (select count(*) from history h where h.tenant_id = $1 and h.subject_id = e.id
                  and h.kind = 'event.status_changed'))`,
    );
    expect(untold).toEqual([]);
    const orphans = await rows(
      `select subject_id from history h where tenant_id = $1 and subject_kind = 'event'
         and not exists (select 1 from events e where e.tenant_id = $1 and e.id = h.subject_id)`,
    );
    expect(orphans).toEqual([]);
    const [totals] = await rows<{ counted: number; there: number }>(
      `select (select sum(total)::bigint from event_counts where tenant_id = $1) as counted,
         (select count(*) from events where tenant_id = $1) as there`,
    );
    expect(totals?.counted).toBe(totals?.there);
  });
});
