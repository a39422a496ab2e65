import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock } from "./lock.ts";

export interface CacheEntry {
  /** Folder of the caches; made where it does not exist. */
  folder: string;
  /** Name of the entry, version included. */
  name: string;
  /** A file of the entry without which it does not count as whole. */
  requiredFile: string;
  signal: AbortSignal;
  /** Fills an empty folder beside the entry. */
  fill(draft: string): Promise<void>;
}

/**
 * A folder that is made once and then only read. It appears whole or not at all; of several processes that want it at
 * once, one makes it and the others wait. Answers its path.
 */
export async function cachedFolder(entry: CacheEntry): Promise<string> {
  const { folder, name, signal } = entry;
  const target = path.join(folder, name);
  while (!(await exists(path.join(target, entry.requiredFile)))) {
    signal.throwIfAborted();
    await mkdir(folder, { recursive: true });
    const lock = await acquireLock(folder, `${name}.lock`);
    if (lock.holder) {
      await sleep(250, undefined, { signal });
      continue;
    }
    try {
      if (!(await exists(path.join(target, entry.requiredFile)))) await fillEntry(entry, target);
    } finally {
      await lock.release();
    }
  }
  return target;
}

async function fillEntry(entry: CacheEntry, target: string): Promise<void> {
  const { folder, name } = entry;
  // Only the holder of the lock comes here: other drafts are those of killed processes.
  for (const left of await readdir(folder)) {
    if (left.startsWith(`${name}.draft-`)) await rm(path.join(folder, left), { recursive: true, force: true });
  }
  const draft = path.join(folder, `${name}.draft-${process.pid}`);
  await mkdir(draft, { mode: 0o755 });
  try {
    await entry.fill(draft);
    if (!(await exists(path.join(draft, entry.requiredFile))))
      throw new Error(`${entry.requiredFile} was not made in ${draft}`);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
