import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { unavailable } from "../../../src/errors.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { query } from "../../../src/platform/graph/query.ts";
import { createSharedBookmarks, type SharedBookmarks } from "../../../src/platform/graph/shared-bookmarks.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";

const served = query("connections/served", { params: z.object({}), row: z.object({ mark: z.string().nullable() }) });
const UNKNOWN = "not-a-bookmark";

let scratch: Scratch;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch?.drop());
beforeEach(() => scratch.postgres.query("delete from graph_bookmarks"));

interface Process {
  graph: Graph;
  bookmarks: SharedBookmarks;
}

/** What another process of the service has: a driver of its own, and the database that all share. */
function newProcess({ scheme = "neo4j", postgres = scratch.postgres as SqlOnly } = {}): Process {
  const bookmarks = createSharedBookmarks({ postgres, log });
  const at = stores().neo4j;
  const graph = createGraph({ ...at, uri: at.uri.replace(/^bolt/, scheme), log, bookmarks });
  onTestFinished(() => graph.close());
  return { graph, bookmarks };
}
type SqlOnly = Parameters<typeof createSharedBookmarks>[0]["postgres"];

const write = ({ graph }: Process) =>
  graph.raw("MERGE (n:SharedBookmark {id: 1}) SET n.count = coalesce(n.count, 0) + 1");
const stored = () => scratch.postgres.query<{ bookmarks: string[] }>("select bookmarks from graph_bookmarks");

/** All that is sent on connections that open while it listens. */
function listenToSockets(): () => string {
  const sent: Buffer[] = [];
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    // A socket that connects gets its own way to write back first.
    queueMicrotask(() => {
      const plain = socket.write.bind(socket);
      socket.write = ((chunk: Uint8Array, ...rest: []) => {
        sent.push(Buffer.from(chunk));
        return plain(chunk, ...rest);
      }) as typeof socket.write;
    });
  };
  subscribe("net.client.socket", onSocket);
  onTestFinished(() => void unsubscribe("net.client.socket", onSocket));
  return () => Buffer.concat(sent).toString("latin1");
}

describe("processes that a cluster's address connects", () => {
  it("hand what one has committed to the next transaction of the other", async () => {
    const [one, other] = [newProcess(), newProcess()];
    await write(one);
    const [row] = await stored();
    expect(row!.bookmarks).toHaveLength(1);
    const sent = listenToSockets();
    await other.graph.read(served, {});
    expect(sent()).toContain(row!.bookmarks[0]);
    const before = row!.bookmarks[0]!;
    await other.graph.write((tx) => tx.run(served, {}));
    expect(await one.bookmarks.latest()).toContain(before);
  });

  it("know of every commit of the others once it is acknowledged, and keep no more than the newest", async () => {
    const [one, other] = [newProcess(), newProcess()];
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 8 }, () => write(one)));
      const rows = await stored();
      expect(await other.bookmarks.latest()).toEqual(expect.arrayContaining(rows.flatMap((row) => row.bookmarks)));
    }
    await write(one);
    const [row] = await stored();
    expect(row!.bookmarks).toHaveLength(1);
  });

  it("forget bookmarks that the graph does not know, as after a restore, and go on", async () => {
    const one = newProcess();
    await scratch.postgres.query("insert into graph_bookmarks (process, bookmarks) values ('gone', $1)", [[UNKNOWN]]);
    expect(await one.graph.read(served, {})).not.toEqual([]);
    expect(await stored()).toEqual([]);
    await write(one);
    expect(await stored()).toHaveLength(1);
  });

  it("go on without Postgres, each with what it committed itself", async () => {
    const postgres = { query: () => Promise.reject(unavailable("The database cannot be reached")) };
    const one = newProcess({ postgres });
    await write(one);
    expect(await one.bookmarks.latest()).toHaveLength(1);
    expect(await one.graph.read(served, {})).not.toEqual([]);
  });

  it("leave nothing behind for longer than members may lag", async () => {
    const one = newProcess();
    await write(one);
    await scratch.postgres.query(
      "insert into graph_bookmarks (process, bookmarks, updated_at) values ('gone', $1, now() - interval '2 hours')",
      [[UNKNOWN]],
    );
    expect(await one.bookmarks.latest()).not.toContain(UNKNOWN);
    expect(await one.bookmarks.purge()).toBe(1);
    expect(await stored()).toHaveLength(1);
  });
});

it("one server, which never lags, is asked without bookmarks", async () => {
  const one = newProcess({ scheme: "bolt" });
  await write(one);
  expect(await stored()).toEqual([]);
});
