import type { Egress } from "./egress.ts";
import { createCallOutside } from "./outside-call.ts";

const TIMEOUT_MS = 4_000;
const MAX_BYTES = 65_536;

/**
 * Gets a short text from an address that somebody else gave. Rejects unless it may be called, and the text comes whole,
 * at once, and with status 200.
 */
export function createFetchText(egress: Egress): (url: URL) => Promise<string> {
  const call = createCallOutside(egress);
  return async (url) => {
    const { status, body } = await call(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    if (status !== 200) throw new Error(`answered ${status}`);
    return body;
  };
}
