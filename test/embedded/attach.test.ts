import { realpath } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { LOCK, prepareHome, writeAddresses } from "../../src/platform/embedded/home.ts";
import { attachEmbedded } from "../../src/platform/embedded/index.ts";
import { acquireLock } from "../../src/platform/embedded/lock.ts";
import { freePort } from "../../src/platform/embedded/ports.ts";
import { freshFolder } from "./support.ts";

let release = async (): Promise<void> => {};
afterEach(() => release());

/** A home folder that this process holds, without a store in it. */
async function heldHome(): Promise<string> {
  const home = await realpath(await freshFolder("held"));
  await prepareHome(home);
  const lock = await acquireLock(home, LOCK);
  if (lock.holder) throw new Error("somebody holds a fresh folder");
  release = lock.release;
  return home;
}

describe("a command beside a living holder", () => {
  it("waits for stores that are still starting as long as it was told", async () => {
    const started = performance.now();
    expect(await attachEmbedded(await heldHome(), { waitMs: 7_000 })).toBeUndefined();
    expect(performance.now() - started).toBeGreaterThan(6_900);
  });

  it("gives up soon where they were announced and do not answer", async () => {
    const home = await heldHome();
    const neo4j = { uri: `bolt://127.0.0.1:${await freePort(0)}`, username: "neo4j", password: "unused" };
    await writeAddresses(home, { neo4j, pid: process.pid, since: new Date().toISOString() });
    const started = performance.now();
    expect(await attachEmbedded(home, { waitMs: 300_000 })).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
