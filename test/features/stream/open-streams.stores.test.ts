import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { AppError, unavailable } from "../../../src/errors.ts";
import { createOpenStreams, type OpenStreams, type StreamRequest } from "../../../src/features/stream/open-streams.ts";
import { streamStore } from "../../../src/features/stream/stream.store.ts";
import { type HttpApp, serve } from "../../../src/platform/http/server.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Sql } from "../../../src/platform/postgres/postgres.ts";
import { contextOf } from "../../support/context.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { EventStream } from "./event-stream.ts";

let scratch: Scratch;
let streams: OpenStreams;
let tenant: string;
const opened: EventStream[] = [];

beforeAll(async () => {
  scratch = await scratchDatabase();
}, 60_000);
afterAll(() => scratch?.drop());
afterEach(async () => {
  await streams?.stop();
  await Promise.all(opened.splice(0).map((stream) => stream.close()));
});

function begin(): void {
  tenant = newId();
  streams = createOpenStreams({ postgres: scratch.postgres, log, readMs: 10, checkMs: 30 });
}

async function bodyFor(ctx: RequestContext, request: Partial<StreamRequest> = {}): Promise<Readable> {
  return streams.open(ctx, { authenticate: async () => ctx, ...request });
}

async function follow(request: Partial<StreamRequest> = {}, ctx = contextOf(tenant)): Promise<EventStream> {
  const stream = new EventStream(new Response(Readable.toWeb(await bodyFor(ctx, request)) as ReadableStream));
  opened.push(stream);
  await stream.next(({ event }) => event === "open");
  return stream;
}

/** What a client that lost its connection does. */
async function followOn(lost: EventStream): Promise<EventStream> {
  await lost.close();
  return follow({ lastEventId: lost.lastId });
}

const note = (sql: Sql, id: string, kind: "ci" | "event" | "report" = "ci", more: object = {}) =>
  streamStore.insert(sql, tenant, [{ kind, count: 1, items: [{ id, ...more }] }]);

/** A transaction that noted a change and has not committed. */
async function uncommitted(id: string): Promise<{ commit(): Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  const noted = Promise.withResolvers<void>();
  const done = scratch.postgres.transaction(async (tx) => {
    await note(tx, id);
    noted.resolve();
    await gate.promise;
  });
  await noted.promise;
  return {
    commit: () => {
      gate.resolve();
      return done;
    },
  };
}

describe("transactions that commit in another order than they began", () => {
  test("are all told on an open stream", async () => {
    begin();
    const stream = await follow();
    const late = await uncommitted("late");
    await note(scratch.postgres, "early");
    await stream.tells("ci.changed", "early");
    await late.commit();
    await stream.tells("ci.changed", "late");
    expect(stream.ids("ci.changed")).toEqual(["early", "late"]);
  });

  test("are all told to who comes back, and none twice", async () => {
    begin();
    const first = await follow();
    const late = await uncommitted("late");
    await note(scratch.postgres, "early");
    await first.tells("ci.changed", "early");
    await first.close();
    await note(scratch.postgres, "meanwhile");
    await late.commit();
    const second = await followOn(first);
    await second.tells("ci.changed", "late");
    expect(second.ids("ci.changed").sort()).toEqual(["late", "meanwhile"]);
  });

  test("are told once they commit to who came back before", async () => {
    begin();
    const first = await follow();
    const late = await uncommitted("late");
    await note(scratch.postgres, "early");
    await first.tells("ci.changed", "early");
    const second = await followOn(first);
    await late.commit();
    await second.tells("ci.changed", "late");
    expect(second.ids("ci.changed")).toEqual(["late"]);
  });

  test("by many writers are told in full to a client that loses its connection again and again", async () => {
    begin();
    const written: string[] = [];
    let isWriting = true;
    const writer = async (n: number) => {
      for (let i = 0; i < 40; i++) {
        const id = `${n}-${i}`;
        await scratch.postgres.transaction(async (tx) => {
          await note(tx, id);
          await sleep(Math.random() * 20);
        });
        written.push(id);
      }
    };
    let stream = await follow();
    const all = [stream];
    const writing = Promise.all([...Array(6).keys()].map(writer)).finally(() => {
      isWriting = false;
    });
    while (isWriting) {
      await sleep(20);
      stream = await followOn(stream);
      all.push(stream);
    }
    await writing;
    await note(scratch.postgres, "the end");
    await stream.tells("ci.changed", "the end");
    const told = new Set(all.flatMap((one) => one.ids("ci.changed")));
    expect(all.flatMap(({ messages }) => messages).filter(({ event, data }) => event === "reset" || data.many)).toEqual(
      [],
    );
    expect(written.filter((id) => !told.has(id))).toEqual([]);
    expect(all.length).toBeGreaterThan(5);
  }, 30_000);
});

describe("a client that comes back", () => {
  test("is told of everything since, also with the id of a quiet stream", async () => {
    begin();
    const first = await follow();
    expect(first.lastId).toBeDefined();
    await first.close();
    await note(scratch.postgres, "a");
    await note(scratch.postgres, "b", "event");
    const second = await followOn(first);
    await second.tells("ci.changed", "a");
    await second.tells("event.changed", "b");
  });

  test("is told what it missed before what happens now", async () => {
    begin();
    const first = await follow();
    await first.close();
    await note(scratch.postgres, "same", "ci", { status: "old" });
    await note(scratch.postgres, "same", "ci", { status: "new" });
    const second = await followOn(first);
    const { data } = await second.tells("ci.changed", "same");
    expect(data).toEqual({ kind: "ci", count: 1, many: false, items: [{ id: "same", status: "new" }] });
  });

  test("is told of many things by their number", async () => {
    begin();
    const first = await follow();
    await first.close();
    for (let i = 0; i < 60; i++) await note(scratch.postgres, `ci-${i}`);
    const second = await followOn(first);
    const { data } = await second.next(({ event }) => event === "ci.changed");
    expect(data).toEqual({ kind: "ci", count: 60, many: true, items: [] });
  });

  test("is told to begin anew where entries are not kept any more, and goes on from there", async () => {
    begin();
    const first = await follow();
    await first.close();
    await note(scratch.postgres, "old");
    await scratch.postgres.query("update stream_entries set made_at = made_at - interval '2 hours'");
    expect(await streamStore.trim(scratch.postgres)).toBeGreaterThan(0);
    // Until this process reads no more: what it had yet to read was kept for no hour.
    await sleep(100);
    const second = await followOn(first);
    expect((await second.next(({ event }) => event === "reset")).data).toEqual({ reason: "expired_id" });
    const third = await followOn(second);
    await note(scratch.postgres, "new");
    await third.tells("ci.changed", "new");
    expect(third.messages.map(({ event }) => event)).toEqual(["open", "ci.changed"]);
  });

  test("is told to begin anew after a crash of the database emptied the entries", async () => {
    begin();
    const first = await follow();
    await scratch.postgres.query("truncate stream_entries, stream_position");
    expect((await first.next(({ event }) => event === "reset")).data).toEqual({ reason: "entries_lost" });
    await note(scratch.postgres, "after");
    await first.tells("ci.changed", "after");
    const before = first.lastId!;
    await first.close();
    await scratch.postgres.query("truncate stream_entries, stream_position");
    const second = await follow({ lastEventId: before });
    expect((await second.next(({ event }) => event === "reset")).data).toEqual({ reason: "entries_lost" });
  });

  test.each([
    "",
    "nonsense",
    "0123456789ab",
    "0123456789ab.9:3:",
    "0123456789ab.3:9:7,5",
    "0123456789ab.3:9:9",
    "0123456789ab.3:9:'; drop table stream_entries",
    "0123456789ab.99999999999999999999:99999999999999999999:",
    "1".repeat(8_000),
  ])("with an id that is none of ours is told to begin anew: %s", async (lastEventId) => {
    begin();
    const stream = await follow({ lastEventId });
    expect((await stream.next(({ event }) => event === "reset")).data).toEqual({ reason: "unknown_id" });
  });
});

describe("who is told of what", () => {
  test("no other tenant", async () => {
    begin();
    const other = await follow({}, contextOf(newId()));
    const own = await follow();
    await note(scratch.postgres, "mine");
    await own.tells("ci.changed", "mine");
    await sleep(100);
    expect(other.messages.map(({ event }) => event)).toEqual(["open"]);
  });

  test("each scope opens its kinds, and none of them is refused", async () => {
    begin();
    const stream = await follow({}, contextOf(tenant, "events.read"));
    expect(stream.messages[0]?.data.kinds).toEqual(["event", "incident"]);
    await note(scratch.postgres, "a CI");
    await note(scratch.postgres, "an event", "event");
    await stream.tells("event.changed", "an event");
    expect(stream.text).not.toContain("a CI");
    await expect(bodyFor(contextOf(tenant, "webhooks.manage"))).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(bodyFor(contextOf(tenant, "events.read"), { kinds: ["ci"] })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      details: { required_scope: "cmdb.read" },
    });
  });

  test("only the kinds that are asked for", async () => {
    begin();
    const stream = await follow({ kinds: ["event"] });
    await note(scratch.postgres, "a CI");
    await note(scratch.postgres, "an event", "event");
    await stream.tells("event.changed", "an event");
    expect(stream.text).not.toContain("a CI");
  });

  test("of a report that is not shared only its owner and administrators, and nobody of the owner", async () => {
    begin();
    const owner = await follow({}, contextOf(tenant, "reports.read"));
    const stranger = { ...contextOf(tenant, "reports.read"), actor: { kind: "user", id: "stranger" } as const };
    const other = await follow({}, stranger);
    const key = { kind: "api_key", id: "a key", ownerId: "tester" } as const;
    const ofKey = await follow({}, { ...stranger, actor: key });
    const administrator = await follow({}, { ...contextOf(tenant), actor: stranger.actor });
    await note(scratch.postgres, "private", "report", { owner: "tester" });
    await note(scratch.postgres, "shared", "report", { owner: null });
    for (const stream of [owner, ofKey, administrator]) await stream.tells("run.changed", "private");
    await other.tells("run.changed", "shared");
    expect(other.text).not.toContain("private");
    expect(owner.text).not.toContain("tester");
  });
});

describe("an open stream", () => {
  test("ends when its credential does", async () => {
    begin();
    const authenticate = vi.fn(async () => contextOf(tenant));
    const stream = await follow({ authenticate });
    await vi.waitFor(() => expect(authenticate.mock.calls.length).toBeGreaterThan(2));
    authenticate.mockRejectedValue(new AppError("AUTHENTICATION_REQUIRED", "revoked"));
    expect((await stream.next(({ event }) => event === "bye")).data).toEqual({ reason: "credential_ended" });
    await stream.end();
    expect(streams.figures().open).toBe(0);
  });

  test("ends when its caller may read other kinds than before", async () => {
    begin();
    const authenticate = vi.fn(async () => contextOf(tenant));
    const stream = await follow({ authenticate });
    authenticate.mockResolvedValue(contextOf(tenant, "cmdb.read"));
    expect((await stream.next(({ event }) => event === "bye")).data).toEqual({ reason: "rights_changed" });
    await stream.end();
  });

  test("goes on while credentials cannot be read", async () => {
    begin();
    const authenticate = vi.fn(async () => {
      throw unavailable("away");
    });
    const stream = await follow({ authenticate });
    await vi.waitFor(() => expect(authenticate.mock.calls.length).toBeGreaterThan(2));
    await note(scratch.postgres, "still");
    await stream.tells("ci.changed", "still");
  });

  test("shows that it lives, with an id that moves", async () => {
    begin();
    const stream = await follow();
    const begun = stream.lastId;
    // Other tenants' changes move it too.
    await streamStore.insert(scratch.postgres, newId(), [{ kind: "ci", count: 1, items: [{ id: "other" }] }]);
    await vi.waitFor(() => expect(stream.text).toContain(": alive\nid: "), 5_000);
    await vi.waitFor(() => expect(stream.lastId).not.toBe(begun), 5_000);
    expect(stream.messages).toHaveLength(1);
  });

  test("ends with the service, which then opens none", async () => {
    begin();
    const stream = await follow();
    await streams.stop();
    expect((await stream.next(({ event }) => event === "bye")).data).toEqual({ reason: "stopping" });
    await stream.end();
    await expect(follow()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("ends after as long as was asked for, at once with 0", async () => {
    begin();
    const first = await follow({ maxSeconds: 1 });
    await note(scratch.postgres, "a");
    await first.tells("ci.changed", "a");
    await first.end();
    await note(scratch.postgres, "b");
    const second = await follow({ maxSeconds: 0, lastEventId: first.lastId });
    await second.end();
    expect(second.messages.map(({ event }) => event)).toEqual(["open", "ci.changed", "bye"]);
  });

  test("is one of twenty of its caller at most", async () => {
    begin();
    for (let i = 0; i < 20; i++) await follow();
    await expect(follow()).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED", headers: { "Retry-After": "30" } });
    const other = { ...contextOf(tenant), actor: { kind: "user", id: "another" } as const };
    await follow({}, other);
    await opened[0]!.close();
    await vi.waitFor(() => expect(streams.figures().open).toBe(20));
    await follow();
  });
});

describe("more changes than a client can take", () => {
  test("are few messages", async () => {
    begin();
    const stream = await follow();
    const ids = [...Array(2_000).keys()].map((i) => `event-${i}`);
    for (let i = 0; i < ids.length; i += 20) {
      const items = ids.slice(i, i + 20).map((id) => ({ id }));
      await streamStore.insert(scratch.postgres, tenant, [{ kind: "event", count: items.length, items }]);
    }
    await note(scratch.postgres, "the end");
    await stream.tells("ci.changed", "the end");
    const messages = stream.messages.filter(({ event }) => event === "event.changed");
    expect(messages.reduce((sum, { data }) => sum + data.count, 0)).toBe(2_000);
    for (const { data } of messages) expect(data.items.length).toBe(data.many ? 0 : data.count);
    expect(messages.length).toBeLessThan(100);
  });

  test("wait in few words for a reader that takes nothing, and are told in full once it does", async () => {
    begin();
    const body = await bodyFor(contextOf(tenant));
    const witness = await follow();
    for (let round = 0; round < 40; round++) {
      const items = [...Array(50).keys()].map((i) => ({ id: `${round}-${i}-${"x".repeat(100)}` }));
      await streamStore.insert(scratch.postgres, tenant, [{ kind: "ci", count: items.length, items }]);
      await sleep(5);
    }
    await note(scratch.postgres, "the end", "event");
    await witness.tells("event.changed", "the end");
    expect(body.readableLength).toBeLessThan(50_000);
    const slow = new EventStream(new Response(Readable.toWeb(body) as ReadableStream));
    opened.push(slow);
    await slow.tells("event.changed", "the end");
    const told = slow.messages.filter(({ event }) => event === "ci.changed");
    expect(told.reduce((sum, { data }) => sum + data.count, 0)).toBe(2_000);
    expect(told.some(({ data }) => data.many)).toBe(true);
  });
});

describe("a connection that takes nothing", () => {
  test("fills no memory, and is told in few words once it does", async () => {
    begin();
    const body = await bodyFor(contextOf(tenant));
    const fetch = async () => new Response(Readable.toWeb(body) as ReadableStream);
    const app = { fetch } as unknown as HttpApp;
    const server = await serve({ app, host: "127.0.0.1", port: 0, origin: () => "http://localhost" });
    const socket = connect(server.port, "127.0.0.1");
    let text = "";
    try {
      socket.pause();
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      let sent = -1;
      let rounds = 0;
      // Until the buffers of the operating system are full too.
      for (; sent < streams.figures().messages || rounds < 50; rounds++) {
        sent = streams.figures().messages;
        for (let i = 0; i < 10; i++) {
          const items = [...Array(50).keys()].map((n) => ({ id: `${rounds}-${i}-${n}`, status: "x".repeat(2_000) }));
          await streamStore.insert(scratch.postgres, tenant, [{ kind: "ci", count: items.length, items }]);
          await sleep(15);
        }
        expect(rounds).toBeLessThan(200);
      }
      await note(scratch.postgres, "the end", "event");
      await sleep(100);
      expect(streams.figures().messages).toBe(sent);
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.resume();
      await vi.waitFor(() => expect(text).toContain("the end"), 10_000);
      const counts = [...text.matchAll(/"kind":"ci","count":(\d+)/g)].map(([, count]) => Number(count));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rounds * 500);
      expect(text).toContain('"many":true');
    } finally {
      socket.destroy();
      await server.close(0);
    }
    await vi.waitFor(() => expect(streams.figures().open).toBe(0));
  }, 60_000);
});

describe("the store away", () => {
  test("an open stream catches up once it is back", async () => {
    begin();
    const postgres = { ...scratch.postgres };
    streams = createOpenStreams({ postgres, log, readMs: 10, checkMs: 30 });
    const stream = await follow();
    postgres.query = () => Promise.reject(unavailable("away"));
    await note(scratch.postgres, "missed");
    await sleep(50);
    await expect(follow({ lastEventId: stream.lastId })).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(streams.figures().open).toBe(1);
    postgres.query = scratch.postgres.query;
    await stream.tells("ci.changed", "missed");
    expect(streams.figures().lagSeconds).toBeLessThan(5);
  });
});
