import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { ROOT_SECRET } from "../../support/access.ts";
import { createReceiver, isSignedWith, type Receiver } from "../../support/receiver.ts";
import { log, scratchDatabase } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";
import type { CrashWorkerInput } from "./crash-worker.ts";
import { createWebhookWorld, type WebhookWorld } from "./support.ts";

const WORKER = path.join(import.meta.dirname, "crash-worker.ts");
const folder = mkdtempSync(path.join(tmpdir(), "orrery-webhooks-"));
const ledger = path.join(folder, "ledger");

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let world: WebhookWorld;
let graph: Graph;
let receiver: Receiver;
const OUTBOX = "WebhookCrashOutbox";
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  scratch = await scratchDatabase();
  world = await createWebhookWorld({ scratch });
  graph = createGraph({ ...stores().neo4j, log });
  await migrateGraph(graph, log);
  receiver = await createReceiver();
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await receiver?.close();
  await graph?.close();
  await scratch?.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(...does: CrashWorkerInput["does"]): ChildProcess {
  const { tenantId } = world.ctx;
  const input: CrashWorkerInput = {
    neo4j: stores().neo4j,
    url: scratch.url,
    secret: ROOT_SECRET,
    tenantId,
    outbox: OUTBOX,
    ledger,
    does,
  };
  const worker = spawn(process.execPath, [WORKER, JSON.stringify(input)], { stdio: ["ignore", "ignore", "inherit"] });
  workers.add(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => worker.once("exit", resolve));
  worker.kill("SIGKILL");
  await gone;
  workers.delete(worker);
}

const lines = (kind: "made" | "undone") =>
  (existsSync(ledger) ? readFileSync(ledger, "utf8").split("\n") : [])
    .filter((line) => line.startsWith(`${kind} `))
    .map((line) => line.slice(kind.length + 1));
const inGraph = async () => {
  const rows = await graph.raw("MATCH (n:CI) WHERE n.tenant = $id AND n.id IS NOT NULL RETURN n.id AS id", {
    id: world.ctx.tenantId,
  });
  return rows.map((row) => row.id as string);
};
const queued = () =>
  scratch.postgres.query<{ id: string; ci: string; status: string; attempts: number }>(
    "select id, body::jsonb #>> '{data,ci,id}' as ci, status, attempts from webhook_deliveries",
  );
const until = (what: () => unknown, timeout = 60_000) => expect.poll(what, { timeout, interval: 20 }).toBe(true);

it("kill -9 between commit, delivery, send and acknowledgement loses nothing and invents nothing", async () => {
  const { webhook, secret } = await world.register(receiver.url);
  const kills: number[] = [];
  const killAndNote = async (worker: ChildProcess) => {
    kills.push(receiver.arrivals.length);
    await kill(worker);
  };

  // Between the commit in the graph and the delivery.
  const writer = start("write");
  await until(() => lines("made").length >= 20);
  await killAndNote(writer);
  // In the middle of a delivery.
  const relayer = start("write", "relay");
  await until(async () => (await queued()).length >= 10);
  await killAndNote(relayer);
  // After a message was sent, before it is answered.
  let mark = receiver.arrivals.length + 8;
  receiver.answer((_arrival, response) => {
    if (receiver.arrivals.length < mark) response.writeHead(204).end();
  });
  const silent = start("write", "relay", "send");
  await until(() => receiver.arrivals.length >= mark);
  await killAndNote(silent);
  // At any time: answered, and perhaps not yet recorded.
  receiver.answer((_arrival, response) => void response.writeHead(204).end());
  mark = receiver.arrivals.length + 40;
  const busy = start("write", "relay", "send");
  await until(() => receiver.arrivals.length >= mark);
  await killAndNote(busy);
  // Leases of dead processes expire soon.
  const [held] = await scratch.postgres.query<{ n: number }>(
    "select count(*) as n from webhook_lanes where until > now() + interval '10 seconds'",
  );
  expect(held).toEqual({ n: 0 });
  start("relay", "send");

  const made = lines("made");
  const left = async () => {
    const [cis, deliveries] = [await inGraph(), await queued()];
    const [outbox] = await graph.raw(`MATCH (n:${OUTBOX}) WHERE n.tenant = $id RETURN count(*) AS n`, {
      id: world.ctx.tenantId,
    });
    const pending = deliveries.filter(({ status }) => status !== "delivered").length;
    return { untold: cis.length - deliveries.length, waiting: outbox?.n, pending };
  };
  await expect.poll(left, { timeout: 90_000, interval: 50 }).toEqual({ untold: 0, waiting: 0, pending: 0 });

  const cis = await inGraph();
  const deliveries = await queued();
  expect(cis).toEqual(expect.arrayContaining(made));
  expect(cis.length - made.length).toBeLessThanOrEqual(kills.length);
  expect(deliveries.map(({ ci }) => ci).sort()).toEqual([...cis].sort());
  const byDelivery = Map.groupBy(receiver.arrivals, ({ headers }) => headers["webhook-id"]!);
  expect([...byDelivery.keys()].sort()).toEqual(deliveries.map(({ id }) => id).sort());
  // A kill repeats what was in flight once, unchanged.
  let repeats = 0;
  for (const arrivals of byDelivery.values()) {
    repeats += arrivals.length - 1;
    expect(arrivals.length).toBeLessThanOrEqual(3);
    expect(new Set(arrivals.map(({ body }) => body)).size).toBe(1);
    expect(arrivals.every((arrival) => isSignedWith(secret, arrival))).toBe(true);
  }
  expect(repeats).toBeLessThanOrEqual(2 * 256);
  const undone = lines("undone");
  expect(undone.length).toBeGreaterThan(3);
  expect(receiver.arrivals.some(({ body }) => undone.includes(JSON.parse(body).data.ci.name))).toBe(false);
  expect((await world.verbs.get(world.ctx, webhook.id)).active).toBe(true);
}, 180_000);
