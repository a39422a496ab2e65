import { Resolver, lookup as systemLookup } from "node:dns/promises";

export interface Address {
  address: string;
  family: number;
}

/** All addresses of a name. Rejects where there are none. */
export type Resolve = (hostname: string) => Promise<Address[]>;

/**
 * Asks the name servers directly: the system's own look-up has four threads for the whole process, which a few names whose
 * servers are silent would hold up. It is asked where they answer that they do not know, for names of the hosts file.
 *
 * @param servers addresses of name servers, `192.0.2.53:53`; default: those of the system
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const asked = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) asked.setServers(servers);
    const answers = await Promise.allSettled([asked.resolve4(hostname), asked.resolve6(hostname)]);
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
