import { normalizeIp } from "../../model/ip-addresses.ts";
import { createAddressFilter } from "../../model/ip-ranges.ts";

/** The client's address, from the connection's peer and `X-Forwarded-For`. */
export type ClientAddress = (peer: string, forwardedFor: () => string | undefined) => string;

/**
 * The peer is the client unless it is a trusted proxy. Then the client is the last address in `X-Forwarded-For` that is
 * not a trusted proxy: the client may have forged the addresses before it. If a proxy sends no readable address, the
 * proxy counts as the client.
 */
export function createClientAddress(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) return (peer) => peer;
  const isProxy = createAddressFilter(proxies);
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

/** Whether the peer is a proxy that is trusted and says, in `X-Forwarded-Proto`, that it was reached by https. */
export type ForwardedByHttps = (peer: string, forwardedProto: () => string | undefined) => boolean;

/** Of several proxies one suffices. */
export function createForwardedByHttps(proxies: readonly string[]): ForwardedByHttps {
  if (proxies.length === 0) return () => false;
  const isProxy = createAddressFilter(proxies);
  return (peer, forwardedProto) =>
    isProxy(peer) && (forwardedProto() ?? "").split(",").some((name) => name.trim().toLowerCase() === "https");
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
