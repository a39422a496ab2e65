import type { OutsideFault } from "../../../platform/outside/outside-call.ts";

const UNKNOWN_NAME = /^(?:ENOTFOUND|ENODATA|EAI_|ESERVFAIL|EREFUSED|ETIMEOUT)/;

/** Words for people about a call without an answer, to stand behind the name of the platform, and whether the fault may pass. */
export function faultWords({ kind, code = "", status, message }: OutsideFault): { words: string; retryable: boolean } {
  if (kind === "network") {
    if (code === "EGRESS_REFUSED") return { words: "has an address that may not be called", retryable: false };
    if (UNKNOWN_NAME.test(code)) return { words: `has an address whose name is not found: ${code}`, retryable: true };
    return { words: message, retryable: true };
  }
  if (kind === "timeout") return { words: "did not answer in time", retryable: true };
  // The same request leads to the same answer.
  return {
    words: status === undefined || message.includes(`${status}`) ? message : `${message} (${status})`,
    retryable: false,
  };
}
