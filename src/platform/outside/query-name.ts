import { Resolver } from "node:dns/promises";
import type { Address } from "./address.ts";

/** What the name servers know about a name: addresses and how long they hold, or why there are none. */
export type NameAnswer = { addresses: Address[]; ttlMs: number } | { fault: NodeJS.ErrnoException };

/** Codes of name servers that answer, but know no address of the name. */
const NEGATIVE = new Set(["ENOTFOUND", "ENODATA"]);

export function isNegative({ code }: NodeJS.ErrnoException): boolean {
  return NEGATIVE.has(code ?? "");
}

/**
 * Asks the name servers themselves for the addresses of a name: not one of the system's four threads is occupied. Cancelled
 * with the signal, also in the resolver; then rejects with the signal's reason.
 *
 * @param servers addresses of name servers, `192.0.2.53:53`; default: the system's
 */
export async function queryName(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<NameAnswer> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const ttl = { ttl: true } as const;
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name, ttl), resolver.resolve6(name, ttl)]);
    signal.throwIfAborted();
    const records = [
      ...(v4.status === "fulfilled" ? v4.value.map((record) => ({ ...record, family: 4 })) : []),
      ...(v6.status === "fulfilled" ? v6.value.map((record) => ({ ...record, family: 6 })) : []),
    ];
    if (records.length > 0) {
      const addresses = records.map(({ address, family }) => ({ address, family }));
      return { addresses, ttlMs: Math.min(...records.map((record) => record.ttl)) * 1_000 };
    }
    const faults = [v4, v6].flatMap((answer) =>
      answer.status === "rejected" ? [answer.reason as NodeJS.ErrnoException] : [],
    );
    // Without an answer for one family it is not known that the name has no address.
    return { fault: faults.find((fault) => !isNegative(fault)) ?? faults[0] ?? noAddress() };
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

export function noAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error("the name has no address"), { code: "ENOTFOUND" });
}
