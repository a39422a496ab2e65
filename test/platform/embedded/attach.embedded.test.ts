import { realpath } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { LOCK, prepareHome, writeAddresses } from "../../../src/platform/embedded/home.ts";
import { attachEmbedded } from "../../../src/platform/embedded/index.ts";
import { acquireLock } from "../../../src/platform/embedded/lock.ts";
import { freePort } from "../../../src/platform/embedded/ports.ts";
import { freshFolder } from "./support.ts";

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0)) await release();
});

/** A home folder that this process holds, without a store in it. */
async function heldHome(): Promise<string> {
  const home = await realpath(await freshFolder("held"));
  await prepareHome(home);
  const lock = await acquireLock(home, LOCK);
  if (lock.holder) throw new Error("somebody holds a fresh folder");
  releases.push(lock.release);
  return home;
}

/** A clock that only pauses move. */
function pausedTime() {
  let ms = 0;
  const pause = async (by: number) => {
    ms += by;
  };
  return { now: () => ms, pause };
}

describe("attachEmbedded with a living holder", () => {
  it("waits for waitMs for stores that are still starting", async () => {
    const time = pausedTime();
    expect(await attachEmbedded(await heldHome(), { waitMs: 7_000, ...time })).toBeUndefined();
    expect(time.now()).toBe(7_000);
  });

  it("gives up after five seconds on announced stores that do not answer", async () => {
    const home = await heldHome();
    const neo4j = { uri: `bolt://127.0.0.1:${await freePort(0)}`, username: "neo4j", password: "unused" };
    await writeAddresses(home, { neo4j, pid: process.pid, since: new Date().toISOString() });
    const time = pausedTime();
    expect(await attachEmbedded(home, { waitMs: 300_000, ...time })).toBeUndefined();
    expect(time.now()).toBe(5_000);
  });
});
