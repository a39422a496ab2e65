import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT_SECRET } from "../../support/access.ts";
import { createReceiver, isSignedWith, type Receiver } from "../../support/receiver.ts";
import { scratchDatabase } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";
import type { CrashWorkerInput } from "./crash-worker.ts";
import { ciCreated, createWebhookWorld, type WebhookWorld } from "./support.ts";

const WORKER = path.join(import.meta.dirname, "crash-worker.ts");

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let world: WebhookWorld;
let receiver: Receiver;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  scratch = await scratchDatabase();
  world = await createWebhookWorld({ scratch });
  receiver = await createReceiver();
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await receiver?.close();
  await world?.close();
  await scratch?.drop();
});

function startSending(): void {
  const { tenantId } = world.ctx;
  const shared = { neo4j: stores().neo4j, url: scratch.url, secret: ROOT_SECRET, outbox: "Outbox", ledger: "" };
  const input: CrashWorkerInput = { ...shared, tenantId, does: ["send"] };
  workers.push(spawn(process.execPath, [WORKER, JSON.stringify(input)], { stdio: ["ignore", "ignore", "inherit"] }));
}

const many = (n: number) => Array.from({ length: n }, (_, i) => ciCreated(`ci ${i}`));
const at = (place: string) => receiver.arrivals.filter((arrival) => arrival.path === place);

it("concurrent sender processes send each delivery once while webhooks are created, deleted and rotated", async () => {
  const hooks = await Promise.all(Array.from({ length: 8 }, (_, i) => world.register(`${receiver.url}/${i}`)));
  await world.publish(many(40));
  startSending();
  startSending();
  for (let i = 0; i < 10; i++) {
    await world.publish(many(20));
    if (i === 3) await world.verbs.remove(world.ctx, hooks[0]!.webhook.id);
    if (i === 4) hooks.push(await world.register(`${receiver.url}/8`));
  }
  const rotated = await world.verbs.rotateSecret(world.ctx, hooks[1]!.webhook.id);
  await world.publish(many(20));
  const left = async () => {
    const [row] = await world.postgres.query<{ n: number }>(
      "select count(*) as n from webhook_deliveries where status = 'pending' and webhook_id <> $1",
      [hooks[0]!.webhook.id],
    );
    return row?.n;
  };
  await expect.poll(left, { timeout: 60_000, interval: 50 }).toBe(0);
  const ids = receiver.arrivals.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [i, { secret }] of hooks.entries()) {
    const arrivals = at(`/hook/${i}`);
    if (i > 0) expect(arrivals).toHaveLength(i === 8 ? 120 : 260);
    expect(arrivals.every((arrival) => isSignedWith(secret, arrival))).toBe(true);
  }
  expect(at("/hook/1").some((arrival) => isSignedWith(rotated.secret, arrival))).toBe(true);
  const [once] = await world.postgres.query<{ n: number }>("select max(attempts) as n from webhook_deliveries");
  expect(once?.n).toBe(1);
}, 120_000);
