import type { Egress } from "./egress.ts";
import { createCallOutside } from "./outside-call.ts";

const TIMEOUT_MS = 4_000;
const MAX_BYTES = 65_536;

/**
 * Creates a function that fetches a short text from a foreign address. It rejects if `egress` refuses the address, for
 * another status than 200, after 4 s, and beyond 64 KB.
 */
export function createFetchText(egress: Egress): (url: URL) => Promise<string> {
  const call = createCallOutside(egress);
  return async (url) => {
    const { status, body } = await call(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    if (status !== 200) throw new Error(`answered ${status}`);
    return body;
  };
}
