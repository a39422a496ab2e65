import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock } from "./lock.ts";

export interface CacheEntry {
  /** Folder of the cache; created if missing. */
  folder: string;
  /** Name of the entry, including the version. */
  name: string;
  /** A file without which the entry is incomplete. */
  requiredFile: string;
  signal: AbortSignal;
  /** Fills an empty draft folder, which then becomes the entry. */
  fill(draft: string): Promise<void>;
}

/**
 * Returns the path of a cached folder; fills it at first use. The folder appears atomically. Of several concurrent
 * processes one fills it and the others wait.
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
  // Only the holder of the lock runs this: other drafts belong to killed processes.
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
