import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "../../../src/platform/log.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { ask, type Client } from "./client.ts";
import type { LabStores } from "./lab.ts";
import type { ServiceProcess } from "./service-process.ts";

export interface BurstOptions {
  stores: LabStores;
  service: ServiceProcess;
  client: Client;
  /** Events, each of its own source_id, and how many are on their way at once. */
  events: number;
  clients: number;
  /** How long Postgres is away, in milliseconds. */
  awayMs: number;
}

/** What the clients saw, and what stands in the store at the end. */
export interface BurstLedger {
  acknowledged: number;
  /** Answers by status; 0: the connection broke. */
  answers: Record<number, number>;
  /** 503 without a Retry-After of a second at the least. */
  impolite: number;
  slowestMs: number;
  /** From the moment when Postgres accepted connections again until the next event was acknowledged. */
  recoveryMs: number;
  stored: number;
  /** Acknowledged and not stored; stored under the same source_id twice. */
  lost: number;
  doubled: number;
  /** Events of the list and of the totals kept beside, and whether each event and its changes agree. */
  listed: number;
  counted: number;
  perSecond: number;
}

/** Sends a burst of events while Postgres restarts a third of the way through. Whatever is refused is sent again. */
export async function eventBurst(options: BurstOptions): Promise<BurstLedger> {
  const { stores, service, client, events, clients, awayMs } = options;
  const seen = { acknowledged: new Set<string>(), answers: {} as Record<number, number>, impolite: 0, slowestMs: 0 };
  let next = 0;
  let backAt: number | undefined;
  let recoveryMs = 0;

  const send = async (n: number): Promise<void> => {
    const body = { title: "burst", severity: "low", source: "burst", source_id: `${n}`, hostname: `host-${n % 500}` };
    for (;;) {
      const { status, ms, headers } = await client.call("POST", "/v1/events", body);
      seen.answers[status] = (seen.answers[status] ?? 0) + 1;
      seen.slowestMs = Math.max(seen.slowestMs, ms);
      if (status === 200 || status === 201) {
        seen.acknowledged.add(body.source_id);
        if (backAt !== undefined && recoveryMs === 0) recoveryMs = performance.now() - backAt;
        return;
      }
      if (status !== 503 && status !== 0) throw new Error(`event ${n} was answered with ${status}`);
      if (status === 503 && !(Number(headers?.get("retry-after")) >= 1)) seen.impolite++;
      await sleep(200);
    }
  };
  const worker = async () => {
    while (next < events) await send(next++);
  };
  const restart = async () => {
    while (seen.acknowledged.size < events / 3) await sleep(5);
    await stores.servers.postgres.signal("SIGINT");
    await stores.servers.postgres.gone();
    await sleep(awayMs);
    await stores.servers.postgres.startAgain();
    backAt = performance.now();
  };

  const started = performance.now();
  await Promise.all([restart(), ...Array.from({ length: clients }, worker)]);
  const perSecond = (events / (performance.now() - started)) * 1_000;
  const { authorization } = client;
  const list = await ask(service.origin, "GET", "/v1/events?source=burst&limit=1", undefined, {
    authorization: authorization(),
  });
  const { acknowledged, ...answered } = seen;
  const kept = await storedIn(stores.postgres.url);
  return {
    ...answered,
    acknowledged: acknowledged.size,
    recoveryMs,
    perSecond,
    listed: list.body?.pagination?.total ?? -1,
    stored: kept.sourceIds.length,
    lost: [...acknowledged].filter((id) => !kept.distinct.has(id)).length,
    doubled: kept.sourceIds.length - kept.distinct.size,
    counted: kept.counted,
  };
}

async function storedIn(url: string) {
  const postgres = createPostgres({ url, log: createLogger("silent"), poolSize: 1 });
  try {
    const rows = await postgres.query<{ id: string }>("select source_id as id from events where source = 'burst'");
    const [totals] = await postgres.query<{ n: number }>(
      "select sum(c.total)::bigint as n from event_counts c where tenant_id in (select tenant_id from events where source = 'burst' limit 1)",
    );
    const sourceIds = rows.map(({ id }) => id);
    return { sourceIds, distinct: new Set(sourceIds), counted: totals?.n ?? 0 };
  } finally {
    await postgres.close();
  }
}
