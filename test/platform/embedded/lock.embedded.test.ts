import { readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireLock, type LockResult, lockHolder } from "../../../src/platform/embedded/lock.ts";
import { processIdentity } from "../../../src/platform/embedded/processes.ts";
import { freshFolder } from "./support.ts";

describe("acquireLock", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await freshFolder("lock");
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const leave = (number: number, content: string) => writeFile(path.join(folder, `x.lock.${number}`), content);

  it("allows one holder at a time and returns it to others", async () => {
    const taken = await acquireLock(folder, "x.lock");
    expect(taken.holder).toBeUndefined();
    expect((await acquireLock(folder, "x.lock")).holder).toMatchObject({ pid: process.pid });
    await release(taken);
    expect(await lockHolder(folder, "x.lock")).toBeUndefined();
    expect((await acquireLock(folder, "x.lock")).holder).toBeUndefined();
  });

  it("takes over the lock of a dead process", async () => {
    await leave(7, `${JSON.stringify({ pid: 2 ** 22 + 1, identity: "1@boot", since: "2025-01-01T00:00:00.000Z" })}\n`);
    expect((await acquireLock(folder, "x.lock")).holder).toBeUndefined();
    expect(await readdir(folder)).toEqual(["x.lock.8"]);
  });

  it("ignores another process that has the dead holder's pid", async () => {
    await leave(1, `${JSON.stringify({ pid: process.pid, identity: "1@boot", since: "2025-01-01T00:00:00.000Z" })}\n`);
    expect((await acquireLock(folder, "x.lock")).holder).toBeUndefined();
  });

  it.each(["", "{", "null\n", '{"pid":"1"}\n'])(
    "is taken over from a writer who was killed over it: %j",
    async (content) => {
      await leave(1, content);
      const old = new Date(Date.now() - 60_000);
      await utimes(path.join(folder, "x.lock.1"), old, old);
      expect((await acquireLock(folder, "x.lock")).holder).toBeUndefined();
    },
  );

  it("never has two holders when many processes find the same dead one", async () => {
    let taken = 0;
    for (let round = 0; round < 20; round++) {
      await leave(round * 100 + 1, "{}\n");
      const old = new Date(Date.now() - 60_000);
      await utimes(path.join(folder, `x.lock.${round * 100 + 1}`), old, old);
      const results = await Promise.all(Array.from({ length: 8 }, () => acquireLock(folder, "x.lock")));
      const holders = results.filter((result) => result.holder === undefined);
      expect(holders.length).toBeLessThanOrEqual(1);
      taken += holders.length;
      for (const one of holders) await release(one);
    }
    expect(taken).toBeGreaterThan(0);
  });

  it("processIdentity distinguishes processes", async () => {
    expect(await processIdentity(process.pid)).toBe(await processIdentity(process.pid));
    expect(await processIdentity(process.pid)).not.toBe(await processIdentity(process.ppid));
    expect(await processIdentity(2 ** 22 + 1)).toBeUndefined();
  });
});

async function release(result: LockResult): Promise<void> {
  if (result.holder === undefined) await result.release();
}
