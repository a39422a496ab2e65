import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../errors.ts";
import { processIdentity } from "./processes.ts";

/** The process that holds a lock. `since` is ISO 8601. */
export interface Holder {
  pid: number;
  identity: string;
  since: string;
}

export type LockResult = { holder: Holder } | { holder: undefined; release(): Promise<void> };

/** An incomplete lock file is being written, unless it is older than this: then its writer was killed. */
const WRITING_MS = 5_000;

/**
 * Acquires the lock `<folder>/<name>.<n>`, or returns the living process that holds it. Takes over the lock of a killed
 * holder: each holder creates the next number exclusively, so that of two processes with the same dead holder only one
 * succeeds.
 */
export async function acquireLock(folder: string, name: string): Promise<LockResult> {
  await mkdir(folder, { recursive: true });
  const identity = (await processIdentity(process.pid)) ?? "";
  const mine: Holder = { pid: process.pid, identity, since: new Date().toISOString() };
  for (;;) {
    const held = await lockFiles(folder, name);
    const holder = await firstLiving(held);
    if (holder) return { holder };
    const file = path.join(folder, `${name}.${Math.max(0, ...held.map(numberOf)) + 1}`);
    try {
      await writeFile(file, `${JSON.stringify(mine)}\n`, { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (errorCode(error) === "EEXIST") continue;
      throw error;
    }
    const others = (await lockFiles(folder, name)).filter((other) => other !== file);
    const rival = await firstLiving(others);
    if (rival) {
      await rm(file, { force: true });
      return { holder: rival };
    }
    for (const stale of others) await rm(stale, { force: true });
    return { holder: undefined, release: () => rm(file, { force: true }) };
  }
}

/** The living process that holds the lock, if any. */
export async function lockHolder(folder: string, name: string): Promise<Holder | undefined> {
  return firstLiving(await lockFiles(folder, name));
}

async function lockFiles(folder: string, name: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const lockNames = names.filter((file) => file.startsWith(`${name}.`) && /^\d+$/.test(file.slice(name.length + 1)));
  return lockNames.map((file) => path.join(folder, file));
}

const numberOf = (file: string): number => Number(file.slice(file.lastIndexOf(".") + 1));

async function firstLiving(files: string[]): Promise<Holder | undefined> {
  for (const file of files) {
    const holder = await readHolder(file);
    if (holder && (await processIdentity(holder.pid)) === holder.identity) return holder;
  }
  return undefined;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  for (;;) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    const age = await stat(file).then(
      (found) => Date.now() - found.mtimeMs,
      () => undefined,
    );
    if (text === undefined || age === undefined) return undefined;
    const holder = parseHolder(text);
    if (holder || age > WRITING_MS) return holder;
    await sleep(20);
  }
}

function parseHolder(text: string): Holder | undefined {
  if (!text.endsWith("\n")) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    const { pid, identity, since } = value ?? {};
    if (!Number.isSafeInteger(pid) || typeof identity !== "string" || typeof since !== "string") return undefined;
    return { pid: pid as number, identity, since };
  } catch {
    return undefined;
  }
}
