import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { joinWrites } from "../../src/platform/join-writes.ts";

/** A connection that records what each of its system calls sends. */
function createConnection() {
  const calls: string[] = [];
  const connection = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      calls.push(String(chunk));
      done();
    },
    writev(chunks, done) {
      calls.push(chunks.map(({ chunk }) => String(chunk)).join(""));
      done();
    },
  });
  joinWrites(connection);
  return { calls, connection };
}

describe("joinWrites", () => {
  it("sends what is written before the event loop goes on in one call, promises in between included", async () => {
    const { calls, connection } = createConnection();
    connection.write("BEGIN ");
    await Promise.resolve();
    connection.write("RUN ");
    connection.write("COMMIT");
    expect(calls).toEqual([]);
    await setImmediate();
    expect(calls).toEqual(["BEGIN RUN COMMIT"]);
  });

  it("sends what is written later in a call of its own", async () => {
    const { calls, connection } = createConnection();
    connection.write("first");
    await setImmediate();
    connection.write("second");
    await setImmediate();
    expect(calls).toEqual(["first", "second"]);
  });

  it("calls back each write once it is sent", async () => {
    const { calls, connection } = createConnection();
    const sent: string[][] = [];
    connection.write("a", () => sent.push([...calls]));
    connection.write("b", "utf8", () => sent.push([...calls]));
    await setImmediate();
    expect(sent).toEqual([["ab"], ["ab"]]);
  });

  it("sends everything before a connection ends, and survives one that is destroyed", async () => {
    const ended = createConnection();
    ended.connection.write("last");
    ended.connection.end();
    await setImmediate();
    expect(ended.calls).toEqual(["last"]);
    const destroyed = createConnection();
    destroyed.connection.on("error", () => undefined);
    destroyed.connection.write("lost");
    destroyed.connection.destroy();
    await setImmediate();
    expect(destroyed.calls).toEqual([]);
  });
});
