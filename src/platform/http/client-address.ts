import { normalizeIp } from "../../model/ip-addresses.ts";
import { createAddressRule } from "../../model/ip-ranges.ts";

/** Address of whoever sent the request, from that of the connection's other end and from `X-Forwarded-For`. */
export type ClientAddress = (peer: string, forwardedFor: () => string | undefined) => string;

/**
 * The peer itself, unless it is one of the proxies: then the last address that it and the proxies before it tell which is
 * no proxy itself. What stands before that one, anybody may have written. A proxy that tells nothing readable is itself
 * the caller.
 */
export function createClientAddress(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) return (peer) => peer;
  const isProxy = createAddressRule(proxies);
  return (peer, forwardedFor) => {
    if (!isProxy(peer)) return peer;
    let caller = peer;
    for (const entry of (forwardedFor() ?? "").split(",").reverse()) {
      const address = normalizeIp(withoutPort(entry.trim()));
      if (address === undefined) return caller;
      caller = address;
      if (!isProxy(address)) return address;
    }
    return caller;
  };
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
