import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ownDisk } from "./own-disk.ts";
import { dataFolders, lockedHome, removeStaleHomes } from "./stale-homes.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "orrery-stale-homes-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A home as a test leaves it that was killed: with a disk where one may be mounted. */
async function abandoned(): Promise<string> {
  const home = await lockedHome(folder);
  const lock = path.join(home, "faults.lock.1");
  const holder = JSON.parse(await readFile(lock, "utf8"));
  await writeFile(lock, `${JSON.stringify({ ...holder, identity: "of another process" })}\n`);
  await ownDisk(dataFolders(home).neo4j);
  return home;
}

async function withoutLock(name: string, ageMs: number): Promise<string> {
  const home = path.join(folder, name);
  await mkdir(home);
  const then = new Date(Date.now() - ageMs);
  await utimes(home, then, then);
  return home;
}

it("removes homes whose owner is gone, with their disks and servers, and no others", async () => {
  const [stale, living] = [await abandoned(), await lockedHome(folder)];
  const old = await withoutLock("orrery-faults-old", 120_000);
  await withoutLock("orrery-faults-young", 0);
  await withoutLock("something-else", 120_000);
  // Answers to the name of a server, since it has its argument.
  const server = (home: string) =>
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "--", `--home-dir=${dataFolders(home).neo4j}`]);
  const [orphan, other] = [server(stale), server(living)];
  const ended = new Promise((resolve) => orphan.once("exit", (_code, signal) => resolve(signal)));
  try {
    expect((await removeStaleHomes(folder)).sort()).toEqual([stale, old].sort());
    expect(await ended).toBe("SIGKILL");
    expect(other.exitCode ?? other.signalCode).toBeNull();
    expect(await readFile("/proc/self/mounts", "utf8")).not.toContain(stale);
    expect(await removeStaleHomes(folder)).toEqual([]);
  } finally {
    for (const one of [orphan, other]) one.kill("SIGKILL");
  }
});
