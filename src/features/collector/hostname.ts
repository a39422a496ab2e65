import { normalIp } from "./addresses.ts";

/**
 * The fully qualified name of this host in the hosts file (hosts(5)): the canonical name, first on its line, of an
 * address that also has the short name. It asks no name server, whose answer may describe another network.
 */
export function fqdnOfHosts(text: string, hostname: string): string | undefined {
  const short = hostname.toLowerCase();
  for (const line of text.split("\n")) {
    const [address, ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    if (address === undefined || normalIp(address) === undefined || !names.includes(short)) continue;
    const full = names.find((name) => name.startsWith(`${short}.`));
    if (full !== undefined && !isLocalDomain(full)) return full;
  }
  return undefined;
}

/** Splits a qualified host name: `web.example.com` is host `web`. */
export function splitHostname(name: string): { hostname: string; fqdn?: string } {
  const full = name.trim().replace(/\.$/, "");
  const [hostname = ""] = full.split(".");
  if (hostname === full || hostname === "" || normalIp(full) !== undefined) return { hostname: full };
  return isLocalDomain(full) ? { hostname } : { hostname, fqdn: full.toLowerCase() };
}

/** Names that occur in every network and identify no host. */
function isLocalDomain(name: string): boolean {
  return /\.(local|localdomain|lan|home)$/i.test(name);
}
