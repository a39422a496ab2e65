import { Resolver, lookup as systemLookup } from "node:dns/promises";

export interface Address {
  address: string;
  family: number;
}

/** Resolves a name to all its addresses. Rejects if there are none. */
export type Resolve = (hostname: string) => Promise<Address[]>;

/**
 * Creates a resolver that queries the name servers directly: the system's lookup has four threads for the whole process,
 * which a few names with silent servers would block. It falls back to the system's lookup for names that the servers do
 * not know, such as those of the hosts file.
 *
 * @param servers addresses of name servers, `192.0.2.53:53`; default: the system's
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer, i) =>
      answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    );
    if (found.length > 0) return found;
    for (const answer of answers) {
      const reason = answer.status === "rejected" ? (answer.reason as NodeJS.ErrnoException) : undefined;
      if (reason?.code === "ETIMEOUT") throw reason;
    }
    return systemAddresses(hostname);
  };
}

export function systemAddresses(hostname: string): Promise<Address[]> {
  return systemLookup(hostname, { all: true });
}
