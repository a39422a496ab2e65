import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { cypher, sql } from "../../platform/embedded/support.ts";
import { createReceiver } from "../../support/receiver.ts";
import type { Client } from "./client.ts";
import type { Observed } from "./ledger.ts";
import { REFUSED_PAUSE_MS, retried } from "./ledger.ts";
import type { StoreAddresses } from "./own-stores.ts";
import { sideBySide } from "./side-by-side.ts";

/** Between two events, and between two scans. */
const EVENT_PAUSE_MS = 60;
const SCAN_PAUSE_MS = 400;
const HOSTS = 3;
/** A process that dies holds its webhooks, its jobs and its incidents for some seconds. */
const SETTLED_WITHIN_MS = 90_000;

interface Scan {
  serials: string[];
  submission: object;
  id: string | undefined;
}

/** Events and scans that clients send, and the webhook that is told of what they make. */
export async function createTraffic(client: () => Client) {
  const receiver = await createReceiver();
  const url = receiver.url;
  const events = ["ci.created", "event.created"];
  const hook = await client().call("POST", "/v1/webhooks", { name: "traffic", url, events });
  expect(hook.status).toBe(201);

  const sent: { body: { source_id: string }; id: string | undefined }[] = [];
  const scans: Scan[] = [];
  const observed: Observed[] = [];
  let stopped = false;

  const send = async (what: string, path: string, body: object) => {
    const sentAt = performance.now();
    const { status, ms, headers, body: content } = await client().call("POST", path, body);
    observed.push({ what, status, ms, sentAt, retryAfter: headers?.get("retry-after") });
    return { status, body: content };
  };
  const sendEvent = async (event: (typeof sent)[number]) => {
    const { status, body } = await send("event", "/v1/events", event.body);
    if (status === 200 || status === 201) event.id = body.id;
  };
  const sendScan = async (scan: Scan) => {
    const { status, body } = await send("scan", "/v1/discovery/scan-data", scan.submission);
    if (status === 202) scan.id = body.scan_id;
  };
  const eventWriter = async () => {
    while (!stopped) {
      const source_id = newId();
      const body = { title: "traffic", severity: "low", source: "traffic", source_id };
      const event: (typeof sent)[number] = { body, id: undefined };
      sent.push(event);
      await sendEvent(event);
      await sleep(event.id === undefined ? REFUSED_PAUSE_MS : EVENT_PAUSE_MS);
    }
  };
  const scanner = async () => {
    for (; !stopped; await sleep(SCAN_PAUSE_MS)) {
      const scan = newScan();
      scans.push(scan);
      await sendScan(scan);
    }
  };

  return {
    observed,
    close: () => receiver.close(),
    /** What was sent; messages that arrived, and how many different ones: repeats carry the same id. */
    counts: () => ({
      events: sent.length,
      scans: scans.length,
      arrivals: receiver.arrivals.length,
      distinct_arrivals: new Set(receiver.arrivals.map(({ body }) => JSON.parse(body).delivery_id)).size,
    }),

    /** Sends events and scans until the work is done. */
    async during(work: () => Promise<void>): Promise<void> {
      stopped = false;
      const running = [eventWriter(), scanner()];
      try {
        await work();
      } finally {
        stopped = true;
        await Promise.all(running);
      }
    },

    /** Sends again whatever was not acknowledged; until it is. */
    async settle(): Promise<void> {
      const again = async (one: { id: string | undefined }, work: () => Promise<void>) => {
        if (!one.id) await retried(async () => work().then(() => one.id));
      };
      await sideBySide(sent, (event) => again(event, () => sendEvent(event)));
      await sideBySide(scans, (scan) => again(scan, () => sendScan(scan)));
    },

    /** Asserts that each event, host and webhook message is there, and once; and that nothing is owed. */
    async audit(stores: StoreAddresses): Promise<void> {
      const { url } = stores.postgres;
      const kept = await sql(url, "select id, source_id from events where source = 'traffic'");
      const bySource = new Map(kept.map(({ id, source_id }) => [source_id, id]));
      expect(bySource.size).toBe(kept.length);
      expect(kept.length).toBe(sent.length);
      for (const { body, id } of sent) expect(bySource.get(body.source_id)).toBe(id);
      await auditScans(scans, client(), stores);
      await retried(async () => ((await owed(url)) === 0 ? true : undefined), SETTLED_WITHIN_MS);
      await auditArrivals(receiver.arrivals, url);
    },
  };
}

function newScan(): Scan {
  const serials = Array.from({ length: HOSTS }, () => `TR-${newId()}`);
  const discovered_hosts = serials.map((serial_number) => ({
    hostname: `traffic-${serial_number}`,
    hardware: { serial_number },
    installed_applications: [{ name: "nginx", version: "1.24.0" }],
  }));
  const data = { discovered_hosts };
  const timestamp = new Date().toISOString();
  const submission = { scan_type: "sweep", scanner_id: "traffic", timestamp, data };
  return { serials, submission, id: undefined };
}

async function auditScans(scans: readonly Scan[], client: Client, { neo4j }: StoreAddresses): Promise<void> {
  await sideBySide(scans, async ({ id }) => {
    const path = `/v1/discovery/scans/${id}`;
    const ended = await retried(async () => {
      const { status, body } = await client.call("GET", path);
      return status === 200 && body.status !== "running" ? body : undefined;
    }, SETTLED_WITHIN_MS);
    expect(ended).toMatchObject({ status: "completed", hosts: { total: HOSTS, processed: HOSTS, failed: 0 } });
  });
  const made = await cypher(
    neo4j,
    `MATCH (i:Identifier {kind: 'serial'}) WHERE i.value STARTS WITH 'tr-'
     RETURN i.value AS serial, COUNT { (i)<-[:IDENTIFIED_BY]-(:CI:Server) } AS hosts,
       COUNT { (i)<-[:IDENTIFIED_BY]-(:CI)<-[:INSTALLED_ON]-(:SoftwareInstance) } AS installed`,
  );
  const expected = scans.flatMap(({ serials }) => serials).map((serial) => serial.toLowerCase());
  expect(made.map(({ serial }) => serial).sort()).toEqual(expected.sort());
  for (const row of made) expect(row).toMatchObject({ hosts: 1, installed: 1 });
}

/** Messages, jobs and groupings that have still to be done. */
async function owed(url: string): Promise<number> {
  const [counted] = await sql(
    url,
    `select (select count(*) from webhook_deliveries where status = 'pending')::int
       + (select count(*) from incident_queue)::int
       + (select count(*) from pgboss.job where state in ('retry', 'active') and name not like '\\_\\_pgboss%')::int as n`,
  );
  return counted?.n as number;
}

/** One message for each CI and event that was made: repeats carry the same id, and none is missing. */
async function auditArrivals(arrivals: readonly { body: string }[], url: string): Promise<void> {
  const made = await sql(
    url,
    `select subject_id as id from history where kind = 'ci.created'
       and at > (select min(created_at) from webhooks)
     union all select id from events`,
  );
  const deliveries = new Map<string, Set<string>>();
  for (const { body } of arrivals) {
    const { delivery_id, data } = JSON.parse(body) as {
      delivery_id: string;
      data: Record<string, { id: string }>;
    };
    const subject = Object.values(data)[0]!.id;
    deliveries.set(subject, (deliveries.get(subject) ?? new Set()).add(delivery_id));
  }
  const missing = made.filter(({ id }) => !deliveries.has(id as string));
  expect(missing).toEqual([]);
  expect([...deliveries].filter(([, ids]) => ids.size !== 1)).toEqual([]);
  expect(deliveries.size).toBe(made.length);
  const undelivered = await sql(url, "select id, status, error from webhook_deliveries where status <> 'delivered'");
  expect(undelivered).toEqual([]);
}

export type Traffic = Awaited<ReturnType<typeof createTraffic>>;
