import { isIP } from "node:net";
import { createAddressFilter, parseIpRange } from "../../model/ip-ranges.ts";
import type { Address } from "./address.ts";
import { isPublicAddress } from "./egress-ranges.ts";
import { noAddress } from "./query-name.ts";
import { createNameResolver, type Resolve } from "./resolve-name.ts";

/** A refused call to a forbidden address. The message contains no address. */
export class EgressRefused extends Error {
  override readonly name = "EgressRefused";
  readonly code = "EGRESS_REFUSED";
}

/** The rule for calls to addresses that tenants choose: the public internet and the allowed hosts. */
export interface Egress {
  /**
   * Whether a host, as `URL.hostname` spells it, is refused before resolution: a non-public address, or a local name.
   */
  refuses(hostname: string): boolean;
  /** Whether the operator allowed the host: its name, or every address to which it resolves. */
  isAllowed(hostname: string): Promise<boolean>;
  /**
   * Resolves a host to the addresses to connect to. Rejects with EgressRefused if the host or any of its addresses is
   * refused.
   */
  addressesOf(hostname: string): Promise<Address[]>;
}

const OWN_NAMES = /^(?:(?:.+\.)?localhost6?(?:\.localdomain6?)?|ip6-localhost|ip6-loopback|broadcasthost)$/;

/** Spellings that the system might read as an address although `isIP` does not. */
const ODD_LITERAL = /[:%]|(?:^|\.)(?:0x[\da-f]*|\d+)$/;

/** @param allow host names, addresses and CIDR ranges that are allowed although they are not public */
export function createEgress(allow: readonly string[], resolve: Resolve = createNameResolver().resolve): Egress {
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
    async isAllowed(hostname) {
      const host = plain(hostname);
      if (names.has(host)) return true;
      if (isIP(host) !== 0) return isAllowedAddress(host);
      if (refuses(host)) return false;
      const found = await resolve(host).catch(() => []);
      return found.length > 0 && found.every(({ address }) => isAllowedAddress(address));
    },
    async addressesOf(hostname) {
      const host = plain(hostname);
      if (refuses(host)) throw new EgressRefused("the address is not one that may be called");
      const family = isIP(host);
      if (family !== 0) return [{ address: host, family }];
      const isNamed = names.has(host);
      const found = await resolve(host, isNamed);
      if (found.length === 0) throw noAddress();
      // A single refused address suffices: a name may change its addresses between resolutions (DNS rebinding).
      if (!isNamed && !found.every(({ address }) => isOpen(address))) {
        throw new EgressRefused("the name leads to an address that may not be called");
      }
      return found;
    },
  };
}

/** The rule for calls to addresses of the operator's configuration: all are allowed. */
export function createTrustingEgress(resolve: Resolve = createNameResolver().resolve): Egress {
  return {
    refuses: () => false,
    isAllowed: async () => true,
    async addressesOf(hostname) {
      const host = plain(hostname);
      const family = isIP(host);
      return family !== 0 ? [{ address: host, family }] : resolve(host, true);
    },
  };
}

function plain(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.+$/, "");
}
