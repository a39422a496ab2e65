import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedAddresses } from "./embedded.ts";
import { type AddressFile, LOCK, readAddresses } from "./home.ts";
import { lockHolder } from "./lock.ts";
import { DATABASE } from "./neo4j-session.ts";
import { acceptsConnections } from "./ports.ts";

/** How long announced stores may take to answer. */
const ANNOUNCED_WAIT_MS = 5_000;

export interface AttachOptions {
  /** How long to wait for stores that a living holder is still starting, in milliseconds; default 0. */
  waitMs?: number;
  /** Clock in milliseconds since 1970, and a sleep in milliseconds; tests replace both to avoid real waits. */
  now?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Returns the addresses of the embedded stores that another process holds in this home folder; undefined if no process
 * holds them or they do not answer. With `waitMs`, waits while a living holder starts them, but at most 5 s for stores
 * that it has already announced.
 */
export async function attachEmbedded(
  home: string,
  { waitMs = 0, now = Date.now, pause = sleep }: AttachOptions = {},
): Promise<EmbeddedAddresses | undefined> {
  const folder = await realpath(home).catch(() => undefined);
  if (folder === undefined) return undefined;
  let until = now() + waitMs;
  for (let announced = false; ; await pause(100)) {
    const holder = await lockHolder(folder, LOCK);
    if (!holder) return undefined;
    const file = await readAddresses(folder);
    // The file of an earlier, killed holder means that the current one is still starting.
    const isCurrent = file?.pid === holder.pid;
    const found = isCurrent ? await reachableAddresses(file) : undefined;
    if (found || now() >= until) return found;
    if (isCurrent && !announced) until = Math.min(until, now() + ANNOUNCED_WAIT_MS);
    announced = isCurrent;
  }
}

async function reachableAddresses({ neo4j, postgres }: AddressFile): Promise<EmbeddedAddresses | undefined> {
  const urls = [neo4j?.uri, postgres?.url].flatMap((url) => (url ? [new URL(url)] : []));
  const all = await Promise.all(urls.map((url) => acceptsConnections(url.hostname, Number(url.port))));
  if (!all.every(Boolean)) return undefined;
  return { ...(neo4j && { neo4j: { ...neo4j, database: DATABASE } }), ...(postgres && { postgres }) };
}
