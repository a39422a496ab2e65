import { isIP } from "node:net";
import { createAddressFilter, parseIpRange } from "../../model/ip-ranges.ts";
import { isPublicAddress } from "./egress-ranges.ts";
import { type Address, createResolve, type Resolve, systemAddresses } from "./resolve-name.ts";

/** A call to an address that is not to be called. Its message names no address. */
export class EgressRefused extends Error {
  override readonly name = "EgressRefused";
  readonly code = "EGRESS_REFUSED";
}

/** Where calls may go whose address somebody else decides: to the public internet, and to what is allowed besides. */
export interface Egress {
  /** Whether a host, as `URL.hostname` spells it, is refused for what it is: an address, or a name of this machine. */
  refuses(hostname: string): boolean;
  /** The addresses to connect to. Rejects with EgressRefused where the host or a single address of it is refused. */
  addressesOf(hostname: string): Promise<Address[]>;
}

const OWN_NAMES = /^(?:(?:.+\.)?localhost6?(?:\.localdomain6?)?|ip6-localhost|ip6-loopback|broadcasthost)$/;

/** What is no address here might be one to the system's own reading. */
const ODD_LITERAL = /[:%]|(?:^|\.)(?:0x[\da-f]*|\d+)$/;

/** @param allow hosts by name, addresses and CIDR ranges that may be called although they are not public */
export function createEgress(allow: readonly string[], resolve: Resolve = createResolve()): Egress {
  const names = new Set(allow.filter((entry) => parseIpRange(entry) === undefined).map(plain));
  const isAllowedAddress = createAddressFilter(allow);
  const isOpen = (address: string) => isPublicAddress(address) || isAllowedAddress(address);

  const refuses = (hostname: string) => {
    const host = plain(hostname);
    if (names.has(host)) return false;
    if (isIP(host) !== 0) return !isOpen(host);
    return host === "" || ODD_LITERAL.test(host) || OWN_NAMES.test(host);
  };

  return {
    refuses,
    async addressesOf(hostname) {
      const host = plain(hostname);
      if (refuses(host)) throw new EgressRefused("the address is not one that may be called");
      const family = isIP(host);
      if (family !== 0) return [{ address: host, family }];
      const isNamed = names.has(host);
      const found = isNamed ? await systemAddresses(host) : await resolve(host);
      if (found.length === 0) throw Object.assign(new Error("the name has no address"), { code: "ENOTFOUND" });
      // One that is refused among them: a name that changes its mind between looks is not given another chance.
      if (!isNamed && !found.every(({ address }) => isOpen(address))) {
        throw new EgressRefused("the name leads to an address that may not be called");
      }
      return found;
    },
  };
}

function plain(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.+$/, "");
}
