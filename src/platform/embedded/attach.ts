import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedAddresses } from "./embedded.ts";
import { LOCK, readAddresses } from "./home.ts";
import { lockHolder } from "./lock.ts";
import { DATABASE } from "./neo4j-session.ts";
import { answers } from "./ports.ts";

/**
 * Addresses of the embedded stores that another process holds in this home folder, or undefined where none holds
 * them or they do not answer. With `waitMs`, waits as long as a living holder is still starting them.
 */
export async function attachEmbedded(
  home: string,
  { waitMs = 0 }: { waitMs?: number } = {},
): Promise<EmbeddedAddresses | undefined> {
  const folder = await realpath(home).catch(() => undefined);
  if (folder === undefined) return undefined;
  for (const until = Date.now() + waitMs; ; await sleep(100)) {
    const holder = await lockHolder(folder, LOCK);
    if (!holder) return undefined;
    const found = await answering(folder, holder.pid);
    if (found || Date.now() >= until) return found;
  }
}

async function answering(home: string, holderPid: number): Promise<EmbeddedAddresses | undefined> {
  const file = await readAddresses(home);
  // A file of an earlier holder, which was killed: the present one is still starting.
  if (file?.pid !== holderPid) return undefined;
  const { neo4j, postgres } = file;
  const urls = [neo4j?.uri, postgres?.url].flatMap((url) => (url ? [new URL(url)] : []));
  const all = await Promise.all(urls.map((url) => answers(url.hostname, Number(url.port))));
  if (!all.every(Boolean)) return undefined;
  return { ...(neo4j && { neo4j: { ...neo4j, database: DATABASE } }), ...(postgres && { postgres }) };
}
