import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, type TestContext } from "vitest";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import { log } from "../../support/scratch.ts";
import { behindGate, ending, UNAVAILABLE } from "../../support/silence.ts";
import { stores } from "../../support/stores.ts";
import type { TcpGate } from "../../support/tcp-gate.ts";

/** A pool of three connections, all open, behind a gate of its own. */
async function postgresBehindGate(context: TestContext): Promise<{ gate: TcpGate; postgres: Postgres }> {
  const { url } = stores().postgres;
  const { gate, store: postgres } = await behindGate(context, url, (port) =>
    createPostgres({ url: Object.assign(new URL(url), { port: String(port) }).href, log, poolSize: 3 }),
  );
  await Promise.all([1, 2, 3].map(() => postgres.query("select pg_sleep(0.1)")));
  return { gate, postgres };
}

// At once: they mostly wait.
describe.concurrent("a network that falls silent", () => {
  it("ends statements and transactions with 503, and the pool works as soon as the network does", async (context) => {
    const { gate, postgres } = await postgresBehindGate(context);
    const silenced = Promise.withResolvers<void>();
    const inTransaction = postgres.transaction(async (tx) => {
      await tx.query("select 1");
      gate.silence();
      silenced.resolve();
      await tx.query("select 2");
    });
    await silenced.promise;
    const statements = [3, 4].map((n) => postgres.query("select $1::int", [n]));
    const ended = await Promise.all([inTransaction, ...statements].map(ending));
    for (const { error, ms } of ended) {
      expect(error).toMatchObject(UNAVAILABLE);
      expect(ms).toBeLessThan(24_000);
    }
    gate.open();
    await context.expect.poll(() => postgres.query("select 5 as n"), { timeout: 10_000 }).toEqual([{ n: 5 }]);
  });

  it("fails one statement on each earlier connection once it works again", async (context) => {
    const { gate, postgres } = await postgresBehindGate(context);
    gate.silence();
    gate.open();
    const ended = await Promise.all([1, 2, 3].map(() => ending(postgres.query("select 1"))));
    for (const { error, ms } of ended) {
      expect(error).toMatchObject(UNAVAILABLE);
      expect(ms).toBeLessThan(15_000);
    }
    expect(await postgres.query("select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("is distinguished from a busy pool, whose other statements are answered", async (context) => {
    const { gate, postgres } = await postgresBehindGate(context);
    let over = false;
    const busy = () =>
      postgres.transaction(async (tx) => {
        while (!over) await tx.query("select pg_sleep(0.2)");
      });
    const transactions = [1, 2, 3].map(() => ending(busy()));
    await sleep(50);
    expect(await ending(postgres.ping(1_000))).toMatchObject({ error: undefined });
    gate.silence();
    await sleep(300);
    expect((await ending(postgres.ping(1_000))).error).toMatchObject(UNAVAILABLE);
    over = true;
    await Promise.all(transactions);
  });

  it("gives a listener another connection", async (context) => {
    const { gate, postgres } = await postgresBehindGate(context);
    const heard: string[] = [];
    const stop = await postgres.listen("silence", (payload) => heard.push(payload));
    gate.silence();
    gate.open();
    const notified = async () => {
      await postgres.query("select pg_notify('silence', 'still there')").catch(() => undefined);
      return heard.length;
    };
    await context.expect.poll(notified, { timeout: 12_000, interval: 250 }).toBeGreaterThan(0);
    await stop();
  });

  it("during the first LISTEN does not keep a listener from listening later", async (context) => {
    const { gate, postgres } = await postgresBehindGate(context);
    gate.silence();
    const heard: string[] = [];
    const listening = postgres.listen("late", (payload) => heard.push(payload));
    const { error, ms } = await ending(listening);
    expect(error).toBeUndefined();
    expect(ms).toBeLessThan(15_000);
    gate.open();
    const notified = async () => {
      await postgres.query("select pg_notify('late', 'here')").catch(() => undefined);
      return heard.length;
    };
    await context.expect.poll(notified, { timeout: 12_000, interval: 250 }).toBeGreaterThan(0);
    await (await listening)();
  });

  it("does not delay a close", async (context) => {
    const { gate, postgres } = await postgresBehindGate(context);
    const waiting = ending(postgres.query("select pg_sleep(0.2)"));
    await sleep(50);
    gate.silence();
    expect((await ending(postgres.close())).ms).toBeLessThan(10_000);
    expect((await waiting).error).toMatchObject(UNAVAILABLE);
  });
});

describe.concurrent("a statement that takes long", () => {
  it("is waited for, also behind a lock and in a transaction", async (context) => {
    const { postgres } = await postgresBehindGate(context);
    const held = postgres.transaction(async (tx) => {
      await tx.query("select pg_advisory_xact_lock(4711)");
      await tx.query("select pg_sleep(6)");
    });
    await sleep(200);
    const behind = postgres.transaction((tx) => tx.query("select pg_advisory_xact_lock(4711)"));
    expect((await Promise.all([held, behind].map(ending))).map(({ error }) => error)).toEqual([undefined, undefined]);
  });
});

describe.concurrent("a COMMIT on whose connection the network breaks", () => {
  it("ends with 503, whether it arrived or not, and is whole or nothing", async (context) => {
    const { gate, postgres } = await postgresBehindGate(context);
    await postgres.query("create table if not exists commits_lost (n int)");
    await postgres.query("truncate commits_lost");
    gate.resetAtCommit();
    for (const n of [1, 2]) {
      const { error } = await ending(
        postgres.transaction(async (tx) => {
          await tx.query("insert into commits_lost values ($1)", [n]);
          await tx.query("insert into commits_lost values ($1)", [n]);
        }),
      );
      expect(error).toMatchObject(UNAVAILABLE);
    }
    gate.open();
    expect(gate.resets).toEqual({ unheard: 1, unanswered: 1 });
    expect(await postgres.query("select n from commits_lost")).toEqual([{ n: 2 }, { n: 2 }]);
    await postgres.query("drop table commits_lost");
  });
});
