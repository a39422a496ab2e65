import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import { newId } from "../../../src/platform/ids.ts";
import { changeOf } from "../../support/changes.ts";
import { testClock } from "../../support/clock.ts";
import { createReceiver, isSignedWith, type Receiver, status } from "../../support/receiver.ts";
import { ciCreated, eachWebhookWorld, type WebhookWorld } from "./support.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = testClock();
let world: WebhookWorld;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await createReceiver();
});
afterEach(async () => {
  await receiver?.close();
});
eachWebhookWorld(
  (made) => {
    world = made;
  },
  { clock, timeoutMs: 700 },
);

const arrivals = (n: number, of = receiver) =>
  expect.poll(() => of.arrivals.length, { timeout: 10_000, interval: 10 }).toBe(n);
/** Waits until the only delivery of a webhook has had that many attempts. */
const logged = async (webhookId: string, attempts: number) => {
  const read = async () => (await world.log(webhookId))[0];
  await expect.poll(async () => (await read())?.attempts, { timeout: 10_000, interval: 20 }).toBe(attempts);
  return (await read())!;
};
const dueIn = (at: Date | null) => (at ? at.getTime() - clock.now().getTime() : undefined);

describe("queueDeliveries and the sender", () => {
  it("queues a delivery in the transaction of the change, once however often the change is delivered", async () => {
    const { webhook } = await world.register(receiver.url);
    const change = ciCreated();
    const failing = world.postgres.transaction(async (tx) => {
      await world.consume(tx, world.ctx.tenantId, [ciCreated()]);
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    await world.publish([change]);
    await world.publish([change, changeOf("ci.updated"), changeOf("event.updated")]);
    await world.publish([ciCreated()], newId());
    expect(await world.log(webhook.id)).toHaveLength(1);
    await world.start();
    await arrivals(1);
    await world.publish([change]);
    expect(await logged(webhook.id, 1)).toMatchObject({ status: "delivered", responseStatus: 204 });
    expect(receiver.arrivals).toHaveLength(1);
  });

  it("runs one query if no webhook subscribes, and none for kinds without subscription", async () => {
    const asked: string[] = [];
    const query = async (text: string) => {
      asked.push(text);
      return [];
    };
    const tx = { query };
    await world.consume(tx, world.ctx.tenantId, [ciCreated(), changeOf("event.created")]);
    expect(asked).toHaveLength(1);
    await world.consume(tx, world.ctx.tenantId, [changeOf("event.updated")]);
    expect(asked).toHaveLength(1);
  });

  it("stores deliveries of large changes in portions of bounded size", async () => {
    for (let i = 0; i < 12; i++) await world.register(receiver.url);
    const large = Array.from({ length: 3 }, () => changeOf("ci.created", { after: { text: "x".repeat(1_500_000) } }));
    const sizes: number[] = [];
    await world.postgres.transaction(async (tx) => {
      const query: typeof tx.query = (text, values = []) => {
        sizes.push(values.flat().reduce<number>((sum, one) => sum + (typeof one === "string" ? one.length : 0), 0));
        return tx.query(text, values);
      };
      await world.consume({ query }, world.ctx.tenantId, large);
    });
    expect(Math.max(...sizes)).toBeLessThan(4_100_000);
    const [stored] = await world.postgres.query<{ n: number }>("select count(*) as n from webhook_deliveries");
    expect(stored).toEqual({ n: 36 });
  });

  it("sends the content as of queuing, however late", async () => {
    const { webhook } = await world.register(receiver.url);
    const after = { id: "x", name: "as it was", type: "server" };
    const change = changeOf("ci.created", { after });
    await world.publish([change]);
    after.name = "as it is";
    receiver.answer(status(500));
    await world.start();
    await logged(webhook.id, 1);
    clock.advance(6_000);
    await arrivals(2);
    const [one, two] = receiver.arrivals;
    expect(one!.body).toBe(two!.body);
    expect(JSON.parse(one!.body).data.ci.name).toBe("as it was");
    expect(one!.headers["webhook-id"]).toBe(two!.headers["webhook-id"]);
    expect(one!.headers["webhook-timestamp"]).not.toBe(two!.headers["webhook-timestamp"]);
  });

  it("tries a delivery ten times over three days, then marks it failed", async () => {
    const { webhook } = await world.register(receiver.url);
    receiver.answer(status(500));
    await world.publish([ciCreated()]);
    await world.start();
    const pauses = [5_000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    for (const [i, pause] of pauses.entries()) {
      const delivery = await logged(webhook.id, i + 1);
      expect(delivery).toMatchObject({ status: "pending", responseStatus: 500, error: "http_status" });
      expect(dueIn(delivery.nextAttemptAt)).toBe(pause);
      clock.advance(pause - 1);
      expect(receiver.arrivals).toHaveLength(i + 1);
      clock.advance(1);
      await arrivals(i + 2);
    }
    expect(await logged(webhook.id, 10)).toMatchObject({ status: "failed", nextAttemptAt: null });
    clock.advance(2 * DAY - 1_000);
    expect((await world.verbs.get(world.ctx, webhook.id)).failingSince).not.toBeNull();
  }, 60_000);

  it("fails a delivery to a forbidden address at once, with error egress_refused", async () => {
    const { webhook } = await world.register("http://receiver.localhost.example.com/");
    await world.postgres.query("update webhooks set url = $1", [`http://[::1]:${receiver.port}/`]);
    await world.publish([ciCreated()]);
    await world.start();
    expect(await logged(webhook.id, 1)).toMatchObject({
      status: "failed",
      error: "egress_refused",
      responseStatus: null,
    });
    expect(receiver.connections()).toBe(0);
  });
});

describe("sender: answers of receivers", () => {
  const first = async (answer: Parameters<Receiver["answer"]>[0]) => {
    receiver.answer(answer);
    const { webhook } = await world.register(receiver.url);
    await world.publish([ciCreated()]);
    await world.start();
    return logged(webhook.id, 1);
  };

  it("does not follow a 302", async () => {
    const other = await createReceiver();
    const delivery = await first(status(302, { location: other.url }));
    expect(delivery).toMatchObject({ status: "pending", responseStatus: 302, error: "redirect_refused" });
    expect(other.connections()).toBe(0);
    await other.close();
  });

  it("pauses all deliveries of the webhook for the Retry-After of a 429", async () => {
    const { id, webhookId, nextAttemptAt } = await first(status(429, { "retry-after": "600" }));
    expect(dueIn(nextAttemptAt)).toBe(600_000);
    await world.publish([ciCreated()]);
    clock.advance(599_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.arrivals).toHaveLength(1);
    receiver.answer(status(200));
    clock.advance(1_000);
    await arrivals(3);
    await expect
      .poll(async () => (await world.log(webhookId)).map((one) => one.status))
      .toEqual(["delivered", "delivered"]);
    expect((await world.log(webhookId)).find((one) => one.id === id)?.attempts).toBe(2);
  });

  it("disables the webhook after a 410, opens an event, and resolves it on activation", async () => {
    const { webhookId, status: is } = await first(status(410));
    expect(is).toBe("failed");
    await expect.poll(async () => (await world.verbs.get(world.ctx, webhookId)).active).toBe(false);
    expect(await world.verbs.get(world.ctx, webhookId)).toMatchObject({ disabledReason: "gone" });
    await world.runJobs();
    expect(world.ingested).toMatchObject([
      {
        source: "orrery",
        event: { sourceId: `webhook:${webhookId}`, status: "open", title: expect.stringContaining("410") },
      },
    ]);
    await world.publish([ciCreated()]);
    expect(await world.log(webhookId)).toHaveLength(1);
    await world.verbs.update(world.ctx, webhookId, { active: true });
    await world.runJobs();
    expect(world.ingested.at(-1)).toMatchObject({ event: { sourceId: `webhook:${webhookId}`, status: "resolved" } });
    expect(await world.verbs.get(world.ctx, webhookId)).toMatchObject({ disabledReason: null, failingSince: null });
    const [entry] = await world.postgres.query(
      "select actor, after from audit_log where action = 'webhook.disabled' and target_id = $1",
      [webhookId],
    );
    expect(entry).toMatchObject({ actor: "system", after: { reason: "gone" } });
  });

  it("reports a disabled webhook once, although its jobs were lost and its event failed", async () => {
    const { webhookId } = await first(status(410));
    await expect.poll(async () => (await world.verbs.get(world.ctx, webhookId)).active).toBe(false);
    world.loseJobs();
    const before = world.ingested.length;
    world.failReports(unavailable("the store is away"));
    await expect(world.runOwed()).rejects.toThrow("the store is away");
    world.failReports(new Error("a fault of this one"));
    for (let n = 1; n <= 6; n++) {
      await world.postgres.query("update webhook_health_reports set not_before = now()");
      expect(await world.runOwed()).toBe(1);
      expect(await world.runOwed()).toBe(0);
    }
    expect(
      await world.postgres.query(
        "select tries, not_before > now() + interval '23 hours' as parked from webhook_health_reports",
      ),
    ).toEqual([{ tries: 6, parked: true }]);
    world.failReports(undefined);
    await world.postgres.query("update webhook_health_reports set not_before = now()");
    expect(await world.runOwed()).toBe(1);
    expect(await world.runOwed()).toBe(0);
    expect(world.ingested.slice(before)).toMatchObject([
      { event: { sourceId: `webhook:${webhookId}`, status: "open" } },
    ]);
  });

  it("reports a webhook deleted after a 410 as deleted, not as active again", async () => {
    const { webhookId } = await first(status(410));
    await expect.poll(async () => (await world.verbs.get(world.ctx, webhookId)).active).toBe(false);
    await world.runJobs();
    await world.verbs.remove(world.ctx, webhookId);
    await world.runJobs();
    expect(world.ingested.map(({ event }) => event.status)).toEqual(["open", "resolved"]);
    expect(world.ingested[1]!.event.title).toBe("Webhook a hook is no more");
  });

  it("owes the reports of a webhook whose jobs were lost, each until it is made", async () => {
    const { webhookId } = await first(status(410));
    await expect.poll(async () => (await world.verbs.get(world.ctx, webhookId)).active).toBe(false);
    const reported = () => world.ingested.map(({ event }) => event.status);
    const owed = [{ tenantId: world.ctx.tenantId, webhookId }];
    world.loseJobs();
    expect(await world.owed()).toEqual(owed);
    await world.runOwed();
    expect([reported(), await world.owed()]).toEqual([["open"], []]);
    await world.verbs.update(world.ctx, webhookId, { active: true });
    world.loseJobs();
    expect(await world.owed()).toEqual(owed);
    await world.runOwed();
    expect([reported(), await world.owed()]).toEqual([["open", "resolved"], []]);
  });

  it("owes the report of a disabled webhook that was deleted", async () => {
    const { webhookId } = await first(status(410));
    await expect.poll(async () => (await world.verbs.get(world.ctx, webhookId)).active).toBe(false);
    await world.runOwed();
    await world.verbs.remove(world.ctx, webhookId);
    world.loseJobs();
    await world.runOwed();
    expect(world.ingested.map(({ event }) => event.status)).toEqual(["open", "resolved"]);
    expect(await world.owed()).toEqual([]);
  });

  it("leaves a webhook active whose address changed while the old one answered 410", async () => {
    const answers: (() => void)[] = [];
    receiver.answer((_arrival, response) => void answers.push(() => response.writeHead(410).end()));
    const { webhook } = await world.register(receiver.url);
    await world.start();
    await world.publish([ciCreated()]);
    await arrivals(1);
    const other = await createReceiver();
    clock.advance(1);
    await world.verbs.update(world.ctx, webhook.id, { url: other.url });
    answers[0]!();
    expect(await logged(webhook.id, 1)).toMatchObject({ responseStatus: 410, status: "failed" });
    await world.publish([ciCreated()]);
    await arrivals(1, other);
    expect(await world.verbs.get(world.ctx, webhook.id)).toMatchObject({ active: true, disabledReason: null });
    await other.close();
  });

  it("fails with timeout if the receiver never answers", async () => {
    const started = Date.now();
    expect(await first(() => {})).toMatchObject({ status: "pending", error: "timeout", responseStatus: null });
    expect(Date.now() - started).toBeLessThan(15_000);
  });

  it("fails with timeout if the headers arrive byte by byte", async () => {
    const delivery = await first((_arrival, response) => {
      const socket = response.socket!;
      const text = "HTTP/1.1 200 OK\r\n";
      let sent = 0;
      const timer = setInterval(() => socket.write(text[sent++ % text.length]!), 100);
      socket.on("close", () => clearInterval(timer));
    });
    expect(delivery).toMatchObject({ status: "pending", error: "timeout" });
  });

  it("counts a 200 as delivered, whatever the length or pace of its body", async () => {
    let written = 0;
    const endless = await first((_arrival, response) => {
      response.writeHead(200, { "content-length": String(2 ** 30) });
      const block = Buffer.alloc(65_536);
      const pour = () => {
        while (!response.destroyed && written < 2 ** 30 && response.write(block)) written += block.length;
      };
      response.on("drain", pour);
      pour();
    });
    expect(endless).toMatchObject({ status: "delivered", responseStatus: 200 });
    expect(written).toBeLessThan(32_000_000);
    receiver.answer((_arrival, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(timer));
    });
    await world.publish([ciCreated()]);
    const all = async () => (await world.log(endless.webhookId)).map((one) => one.status);
    await expect.poll(all).toEqual(["delivered", "delivered"]);
  });

  it("fails if the answer is not HTTP, or the connection breaks", async () => {
    expect(await first((_arrival, response) => void response.socket!.end("SSH-2.0-x\r\n\r\n"))).toMatchObject({
      status: "pending",
      error: "malformed_answer",
    });
    receiver.answer((_arrival, response) => void response.socket!.destroy());
    const { webhook } = await world.register(receiver.url, { events: ["ci.deleted"] });
    await world.publish([changeOf("ci.deleted", { before: { id: "x" }, after: null })]);
    expect(await logged(webhook.id, 1)).toMatchObject({ status: "pending", error: "connection_lost" });
  });
});

describe("sender: a webhook that fails for five days", () => {
  it("is disabled then, not earlier, and not if a delivery succeeded meanwhile", async () => {
    const { webhook } = await world.register(receiver.url);
    const failed = async () => {
      const before = receiver.arrivals.length;
      await world.publish([ciCreated()]);
      await expect.poll(() => receiver.arrivals.length, { interval: 10 }).toBeGreaterThan(before);
      await settled();
    };
    const settled = () =>
      expect
        .poll(
          async () =>
            (await world.log(webhook.id)).every(
              ({ attempts, nextAttemptAt }) => attempts > 0 && (dueIn(nextAttemptAt) ?? 1) > 0,
            ),
          { timeout: 10_000 },
        )
        .toBe(true);
    const isActive = async () => (await world.verbs.get(world.ctx, webhook.id)).active;
    receiver.answer(status(500));
    await world.start();
    await failed();
    // Recorded after the deliveries.
    const failingSince = async () => (await world.verbs.get(world.ctx, webhook.id)).failingSince;
    await expect.poll(failingSince).toEqual(clock.now());
    clock.advance(4 * DAY);
    await failed();
    expect(await isActive()).toBe(true);
    receiver.answer(status(200));
    await failed();
    await expect.poll(failingSince).toBeNull();
    receiver.answer(status(500));
    await failed();
    clock.advance(4 * DAY + 23 * HOUR);
    await failed();
    expect(await isActive()).toBe(true);
    clock.advance(HOUR);
    await world.publish([ciCreated()]);
    await expect.poll(isActive, { timeout: 10_000 }).toBe(false);
    expect(await world.verbs.get(world.ctx, webhook.id)).toMatchObject({ disabledReason: "failing" });
    await world.runJobs();
    expect(world.ingested).toHaveLength(1);
  }, 60_000);
});

describe("signing secrets", () => {
  it("both sign for 24 hours after rotateSecret, then the new one alone", async () => {
    const { webhook, secret: first } = await world.register(receiver.url);
    await world.start();
    const signedBy = async (secrets: string[]) => {
      const before = receiver.arrivals.length;
      await world.publish([ciCreated()]);
      await arrivals(before + 1);
      return secrets.map((secret) => isSignedWith(secret, receiver.arrivals.at(-1)!));
    };
    expect(await signedBy([first])).toEqual([true]);
    const { secret: second, previousValidUntil } = await world.verbs.rotateSecret(world.ctx, webhook.id);
    expect(previousValidUntil.getTime() - clock.now().getTime()).toBe(DAY);
    expect(await signedBy([first, second])).toEqual([true, true]);
    clock.advance(12 * HOUR);
    const { secret: third } = await world.verbs.rotateSecret(world.ctx, webhook.id);
    expect(await signedBy([first, second, third])).toEqual([true, true, true]);
    clock.advance(12 * HOUR);
    expect(await signedBy([first, second, third])).toEqual([false, true, true]);
    clock.advance(12 * HOUR);
    expect(await signedBy([first, second, third])).toEqual([false, false, true]);
  });

  it("at most five sign, however often they are rotated", async () => {
    const { webhook, secret: first } = await world.register(receiver.url);
    const secrets = [first];
    for (let i = 0; i < 6; i++) {
      clock.advance(1_000);
      secrets.push((await world.verbs.rotateSecret(world.ctx, webhook.id)).secret);
    }
    await world.start();
    await world.publish([ciCreated()]);
    await arrivals(1);
    const signed = secrets.map((secret) => isSignedWith(secret, receiver.arrivals[0]!));
    expect(signed).toEqual([false, false, true, true, true, true, true]);
  });

  it("and headers are encrypted in the store", async () => {
    const { webhook, secret } = await world.register(receiver.url, { headers: { Authorization: "Bearer canary" } });
    await world.verbs.rotateSecret(world.ctx, webhook.id);
    for (const table of ["webhooks", "webhook_secrets", "audit_log"]) {
      const rows = JSON.stringify(await world.postgres.query(`select * from ${table}`));
      expect(rows).not.toContain("canary");
      expect(rows).not.toContain(secret.slice(6));
    }
    expect((await world.verbs.get(world.ctx, webhook.id)).headers).toEqual({ Authorization: "Bearer canary" });
  });
});

describe("redeliver", () => {
  it("sends the same message under the same id, with a new schedule", async () => {
    const { webhook, secret } = await world.register(receiver.url);
    await world.publish([ciCreated()]);
    await world.start();
    const { id } = await logged(webhook.id, 1);
    await expect.poll(async () => (await world.log(webhook.id))[0]?.status).toBe("delivered");
    receiver.answer(status(500));
    expect(await world.verbs.redeliver(world.ctx, id)).toMatchObject({ id, status: "pending", deliveredAt: null });
    const failed = await logged(webhook.id, 2);
    expect(dueIn(failed.nextAttemptAt)).toBe(5_000);
    receiver.answer(status(200));
    await world.verbs.redeliver(world.ctx, id);
    expect(await logged(webhook.id, 3)).toMatchObject({ status: "delivered" });
    const [one, , three] = receiver.arrivals;
    expect([three!.body, three!.headers["webhook-id"]]).toEqual([one!.body, id]);
    expect(isSignedWith(secret, three!)).toBe(true);
  });
});

describe("redeliver during the last attempt", () => {
  it("sends the delivery again, whatever the result of that attempt", async () => {
    const { webhook } = await world.register(receiver.url);
    await world.publish([ciCreated()]);
    const { id } = (await world.log(webhook.id))[0]!;
    // Nine attempts have failed: this is the last one.
    await world.postgres.query("update webhook_deliveries set attempts = 9, step = 9 where id = $1", [id]);
    let answer = () => {};
    receiver.answer((_arrival, response) => {
      answer = () => void response.writeHead(500).end();
    });
    await world.start();
    await arrivals(1);
    receiver.answer(status(204));
    await world.verbs.redeliver(world.ctx, id);
    answer();
    await arrivals(2);
    await expect.poll(async () => (await world.log(webhook.id))[0]?.status).toBe("delivered");
  });
});

describe("createWebhook", () => {
  it("allows at most 200 webhooks per tenant, also with concurrent requests", async () => {
    await world.postgres.query(
      `insert into webhooks (id, tenant_id, name, url, events, sealed_headers, active, created_at, created_by, updated_at)
       select 'many ' || n, $1, 'n', 'https://hooks.example.com/', '{}', '', false, now(), 'x', now()
       from generate_series(1, 198) n`,
      [world.ctx.tenantId],
    );
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => world.register(receiver.url)));
    const refused = made.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toMatchObject(Array(3).fill({ code: "CONFLICT", message: expect.stringContaining("200") }));
    const [fulfilled] = made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await world.verbs.remove(world.ctx, fulfilled!.webhook.id);
    await world.register(receiver.url);
  });
});

describe("inactive and deleted webhooks", () => {
  it("queue nothing new, and send what waits on activation", async () => {
    const { webhook } = await world.register(receiver.url);
    receiver.answer(status(500));
    await world.publish([ciCreated()]);
    await world.start();
    await logged(webhook.id, 1);
    await world.verbs.update(world.ctx, webhook.id, { active: false });
    await world.publish([ciCreated()]);
    clock.advance(HOUR);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.arrivals).toHaveLength(1);
    expect(await world.log(webhook.id)).toMatchObject([{ status: "pending" }]);
    const fault = { code: "CONFLICT" };
    await expect(world.verbs.test(world.ctx, webhook.id)).rejects.toMatchObject(fault);
    const id = (await world.log(webhook.id))[0]!.id;
    await expect(world.verbs.redeliver(world.ctx, id)).rejects.toMatchObject(fault);
    receiver.answer(status(200));
    await world.verbs.update(world.ctx, webhook.id, { active: true });
    await arrivals(2);
  });

  it("a deleted webhook gets nothing more, and retention deletes its deliveries", async () => {
    const { webhook } = await world.register(receiver.url);
    await world.publish([ciCreated(), ciCreated()]);
    await world.verbs.remove(world.ctx, webhook.id);
    await world.start();
    const deleteExpired = () => world.webhooks.retention.deliveries(world.ctx.tenantId);
    expect(await deleteExpired()).toBe(2);
    expect(await deleteExpired()).toBe(0);
    expect(receiver.arrivals).toHaveLength(0);
  });

  it("retention.deliveries deletes deliveries after the retention time", async () => {
    const { webhook } = await world.register(receiver.url);
    await world.publish([ciCreated()]);
    clock.advance(31 * DAY);
    await world.publish([ciCreated()]);
    expect(await world.webhooks.retention.deliveries(world.ctx.tenantId)).toBe(1);
    expect(await world.log(webhook.id)).toHaveLength(1);
  });

  it("retention.deliveries keeps deliveries that are still to be tried, beyond a shorter retention time", async () => {
    const { webhook } = await world.register(receiver.url);
    await world.publish([ciCreated()]);
    const { id } = (await world.log(webhook.id))[0]!;
    // As after nine attempts: the last one is a day away.
    await world.postgres.query("update webhook_deliveries set step = 9, attempts = 9, due_at = $2 where id = $1", [
      id,
      new Date(clock.now().getTime() + 4 * DAY),
    ]);
    clock.advance(3 * DAY);
    world.keepDeliveries(1);
    const deleteExpired = () => world.webhooks.retention.deliveries(world.ctx.tenantId);
    expect(await deleteExpired()).toBe(0);
    clock.advance(DAY);
    await world.start();
    await arrivals(1);
    await expect.poll(deleteExpired).toBe(1);
    world.keepDeliveries(30);
  });

  it("a webhook created inactive gets nothing until activation", async () => {
    const { webhook } = await world.register(receiver.url, { active: false });
    await world.start();
    await world.publish([ciCreated()]);
    expect(await world.log(webhook.id)).toEqual([]);
    await world.verbs.update(world.ctx, webhook.id, { active: true });
    await world.publish([ciCreated()]);
    await arrivals(1);
  });

  it("a failing webhook starts afresh with another URL", async () => {
    const other = await createReceiver(status(500));
    const { webhook } = await world.register(receiver.url);
    receiver.answer(status(500));
    await world.publish([ciCreated()]);
    await world.start();
    await expect.poll(async () => (await world.verbs.get(world.ctx, webhook.id)).failingSince).not.toBeNull();
    clock.advance(5 * DAY - 60_000);
    await world.verbs.update(world.ctx, webhook.id, { name: "the same address", url: receiver.url });
    expect((await world.verbs.get(world.ctx, webhook.id)).failingSince).not.toBeNull();
    await world.verbs.update(world.ctx, webhook.id, { url: other.url });
    expect((await world.verbs.get(world.ctx, webhook.id)).failingSince).toBeNull();
    clock.advance(60_000);
    await world.publish([ciCreated()]);
    await arrivals(1, other);
    await expect.poll(async () => (await world.verbs.get(world.ctx, webhook.id)).failingSince).toEqual(clock.now());
    expect((await world.verbs.get(world.ctx, webhook.id)).active).toBe(true);
    await other.close();
  });
});
