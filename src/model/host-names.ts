import { normalizeIp } from "./ip-addresses.ts";
import { isPlaceholderHostLabel } from "./placeholders.ts";

/** Lengths: RFC 1035, section 2.3.4. Underscores and letters beyond ASCII are accepted, because Windows allows them. */
const LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}_])?$/u;
const MAX_NAME_LENGTH = 253;

/** Local domains: only the first label of a name below them identifies the host. */
const LOCAL_DOMAINS = new Set(["local", "localdomain", "localhost", "localnet", "lan", "home", "workgroup"]);

/**
 * The short name of a host in lower case, the first label of a full name: `Web01.example.com.` gives `web01`.
 * Undefined for an address, a malformed name, and a placeholder such as `localhost`.
 */
export function normalizeHostname(text: string): string | undefined {
  return labelsOf(text)?.[0];
}

/**
 * A fully qualified name in lower case without the trailing dot. Undefined unless it has at least two labels
 * and `normalizeHostname` accepts it.
 */
export function normalizeFqdn(text: string): string | undefined {
  const labels = labelsOf(text);
  return labels && labels.length > 1 ? labels.join(".") : undefined;
}

/** Whether a full name has a domain that is not local (`web01.local` has none). @param fqdn normalised */
export function isQualified(fqdn: string): boolean {
  const labels = fqdn.split(".");
  const last = labels.at(-1) ?? "";
  return last !== "localdomain" && !(labels.length === 2 && LOCAL_DOMAINS.has(last));
}

function labelsOf(text: string): string[] | undefined {
  if (text.length > 4 * MAX_NAME_LENGTH) return undefined;
  const name = text.trim().normalize("NFC").toLowerCase().replace(/\.$/, "");
  if (name === "" || name.length > MAX_NAME_LENGTH) return undefined;
  const labels = name.split(".");
  if (!labels.every((label) => LABEL.test(label)) || isPlaceholderHostLabel(labels[0] ?? "")) return undefined;
  // A last label of digits only makes it an IP address or a malformed one (RFC 3696, section 2).
  if (labels.length > 1 && /^\d+$/.test(labels.at(-1) ?? "")) return undefined;
  return normalizeIp(name) === undefined ? labels : undefined;
}
