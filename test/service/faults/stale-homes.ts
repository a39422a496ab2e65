import { mkdtemp, readdir, readFile, realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { acquireLock, lockHolder } from "../../../src/platform/embedded/lock.ts";
import { hasArgument, listProcesses } from "../../../src/platform/embedded/processes.ts";
import { removeHome } from "../../support/stores.global.ts";
import { unmount } from "./own-disk.ts";
import { groupOf, send } from "./process-group.ts";

const PREFIX = "orrery-faults-";
const LOCK = "faults.lock";
/** A home is made, and locked a moment later. */
const LOCKED_WITHIN_MS = 60_000;

/** A new temporary home for stores that are taken away. It names its owner, so that others know when that is gone. */
export async function lockedHome(folder = tmpdir()): Promise<string> {
  const home = await realpath(await mkdtemp(path.join(folder, PREFIX)));
  await acquireLock(home, LOCK);
  return home;
}

/** The data folder of each store in a home. */
export function dataFolders(home: string) {
  return { neo4j: path.join(home, "neo4j"), postgres: path.join(home, "postgres-disk", "data") };
}

/** How the command line of each store's server begins to say where its data lie. */
export function dataArguments(home: string) {
  const data = dataFolders(home);
  return { neo4j: `--home-dir=${data.neo4j}`, postgres: `-D ${data.postgres}` };
}

/**
 * Removes what tests left that were interrupted: homes whose owner is gone, with the servers that still run there and the
 * disks that are mounted there, which hold memory. Returns the removed folders.
 */
export async function removeStaleHomes(folder = tmpdir()): Promise<string[]> {
  const root = await realpath(folder);
  const names = (await readdir(root)).filter((name) => name.startsWith(PREFIX));
  const removed: string[] = [];
  for (const home of names.map((name) => path.join(root, name))) {
    if (await isInUse(home)) continue;
    await endServers(home);
    for (const disk of await disksIn(home)) await unmount(disk);
    await removeHome(home);
    removed.push(home);
  }
  return removed;
}

async function isInUse(home: string): Promise<boolean> {
  if (await lockHolder(home, LOCK)) return true;
  const found = await stat(home).catch(() => undefined);
  const wasLocked = (await readdir(home).catch(() => [])).some((name) => name.startsWith(LOCK));
  return !wasLocked && found !== undefined && Date.now() - found.mtimeMs < LOCKED_WITHIN_MS;
}

async function endServers(home: string): Promise<void> {
  const wanted = Object.values(dataArguments(home));
  for (const entry of await listProcesses()) {
    if (!wanted.some((argument) => hasArgument(entry, argument))) continue;
    for (const pid of await groupOf(entry.pid)) send(pid, "SIGKILL");
  }
}

/** Folders of a home at which a disk is mounted, as proc(5) describes `mounts`. */
async function disksIn(home: string): Promise<string[]> {
  const mounts = await readFile("/proc/self/mounts", "utf8").catch(() => "");
  return mounts
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((place) => place.startsWith(`${home}/`));
}
