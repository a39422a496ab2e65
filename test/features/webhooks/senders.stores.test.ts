import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { changeOf } from "../../support/changes.ts";
import { createReceiver, type Receiver } from "../../support/receiver.ts";
import { ciCreated, eachWebhookWorld, type WebhookWorld } from "./support.ts";

let world: WebhookWorld;
const receivers: Receiver[] = [];
const newReceiver = async (...args: Parameters<typeof createReceiver>) => {
  const receiver = await createReceiver(...args);
  receivers.push(receiver);
  return receiver;
};

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
eachWebhookWorld((made) => {
  world = made;
});

const many = (n: number) => Array.from({ length: n }, (_, i) => ciCreated(`ci ${i}`));
const idsOf = ({ arrivals }: Receiver) => arrivals.map(({ headers }) => headers["webhook-id"]!);
const allDone = async () => {
  const left = async () =>
    (
      await world.postgres.query<{ n: number }>("select count(*) as n from webhook_deliveries where status = 'pending'")
    )[0]!.n;
  await expect.poll(left, { timeout: 30_000, interval: 50 }).toBe(0);
};

describe("concurrent senders", () => {
  it("send each delivery once", async () => {
    const receiver = await newReceiver();
    const hooks = await Promise.all(Array.from({ length: 6 }, (_, i) => world.register(`${receiver.url}/${i}`)));
    await world.publish(many(50));
    for (let i = 0; i < 5; i++) await world.start(world.another());
    for (let i = 0; i < 10; i++) await world.publish(many(20));
    await allDone();
    const ids = idsOf(receiver);
    expect(ids).toHaveLength(hooks.length * 250);
    expect(new Set(ids).size).toBe(ids.length);
    const attempts = await world.postgres.query("select distinct attempts, status from webhook_deliveries");
    expect(attempts).toEqual([{ attempts: 1, status: "delivered" }]);
  }, 60_000);

  it("release a webhook to another sender on drain, and finish deliveries in flight", async () => {
    const receiver = await newReceiver((_arrival, response) => {
      setTimeout(() => response.writeHead(204).end(), 20);
    });
    await world.register(receiver.url);
    const [one, two] = [world.another(), world.another()];
    await world.start(one);
    await world.publish(many(300));
    await expect.poll(() => receiver.arrivals.length, { interval: 5 }).toBeGreaterThan(50);
    await world.start(two);
    await one.drain(30_000);
    expect(receiver.arrivals.length).toBeLessThan(300);
    await allDone();
    expect(new Set(idsOf(receiver)).size).toBe(300);
    expect(receiver.arrivals).toHaveLength(300);
  }, 60_000);

  it("keep the lease of a webhook while they wait for its last answers on drain", async () => {
    const answer = Promise.withResolvers<void>();
    const receiver = await newReceiver(async (_arrival, response) => {
      await answer.promise;
      response.writeHead(204).end();
    });
    await world.register(receiver.url);
    const [one, two] = [world.another(), world.another()];
    await world.start(one);
    await world.publish(many(1));
    await expect.poll(() => receiver.arrivals.length).toBe(1);
    await world.start(two);
    const drained = one.drain(30_000);
    const until = async () =>
      (await world.postgres.query<{ until: Date }>("select until from webhook_lanes"))[0]!.until;
    const first = await until();
    await expect.poll(until, { timeout: 10_000, interval: 100 }).not.toEqual(first);
    answer.resolve();
    await drained;
    await allDone();
    expect(receiver.arrivals).toHaveLength(1);
    expect(await world.postgres.query("select from webhook_lanes")).toEqual([]);
  }, 30_000);

  it("take over the webhook of a dead sender when its lease expires", async () => {
    const receiver = await newReceiver();
    const { webhook } = await world.register(receiver.url);
    await world.postgres.query(
      "insert into webhook_lanes (webhook_id, tenant_id, owner, until) values ($1, $2, 'dead', now() + interval '1 second')",
      [webhook.id, world.ctx.tenantId],
    );
    await world.publish(many(1));
    await world.start();
    await sleep(500);
    expect(receiver.arrivals).toHaveLength(0);
    await allDone();
    expect(receiver.arrivals).toHaveLength(1);
  });
});

describe("sender: a receiver that hangs", () => {
  it("delays only its own deliveries, with at most 16 connections", async () => {
    let open = 0;
    let most = 0;
    const hanging = await newReceiver((_arrival, response) => {
      most = Math.max(most, ++open);
      response.on("close", () => open--);
    });
    const others = await Promise.all(Array.from({ length: 9 }, () => newReceiver()));
    for (const { url } of [hanging, ...others]) await world.register(url);
    await world.start();
    await world.publish(many(200));
    for (const other of others) {
      await expect.poll(() => other.arrivals.length, { timeout: 10_000, interval: 20 }).toBe(200);
    }
    expect(most).toBe(16);
    expect(hanging.arrivals).toHaveLength(16);
  }, 30_000);
});

describe("sender: a large backlog", () => {
  it("is sent completely, large messages in small portions", async () => {
    const receiver = await newReceiver();
    await world.register(receiver.url);
    const large = many(6).map(() => changeOf("ci.created", { after: { text: "x".repeat(2_000_000) } }));
    await world.publish([...large, ...many(500)]);
    await world.start();
    await allDone();
    expect(new Set(idsOf(receiver)).size).toBe(506);
    expect(receiver.arrivals).toHaveLength(506);
  }, 60_000);
});

describe("query of due deliveries", () => {
  it("uses the index of due deliveries, without reading delivered ones", async () => {
    const receiver = await newReceiver();
    const { webhook } = await world.register(receiver.url);
    const { tenantId } = world.ctx;
    await world.postgres.query(
      `insert into webhook_deliveries (id, tenant_id, webhook_id, event, body, status, due_at, created_at)
       select 'done ' || n, $1, $2, 'ci.created', '{}', 'delivered', null, now() from generate_series(1, 20000) n`,
      [tenantId, webhook.id],
    );
    await world.postgres.query("analyze webhook_deliveries");
    const plan = await world.postgres.query<{ "QUERY PLAN": string }>(
      `explain select id from webhook_deliveries where webhook_id = 'x' and status = 'pending' and due_at <= now()
         and (due_at, id) > ('-infinity'::timestamptz, '') order by due_at, id limit 64`,
    );
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(
      /Index (?:Only )?Scan using webhook_deliveries_due/,
    );
  });
});
