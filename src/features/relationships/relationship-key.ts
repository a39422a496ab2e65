import { createHash } from "node:crypto";

/** Distinguishes relationships of one type between the same ends. Absent, null and blank are equal. */
export type KeyPart = string | number | null | undefined;

/** Longer parts are replaced by their digest: an index entry has a bounded size. */
const MAX_PART = 200;

/**
 * Key that is unique among the relationships of one graph type: `tenant|source|target`, then the distinguishing parts.
 * Escapes `\` as `\\` and `|` as `\|` within a part, so that different parts never give the same key.
 */
export function relationshipKey(
  tenantId: string,
  source: string,
  target: string,
  ...distinguishing: readonly KeyPart[]
): string {
  return [tenantId, source, target, ...distinguishing].map(keyPart).join("|");
}

/**
 * Key of a `Connected To`: the ends, the protocol (ignoring case), the port and the process at the source. `port` is a
 * number or its digits.
 */
export function connectedToKey(
  tenantId: string,
  source: string,
  target: string,
  connection: { protocol?: KeyPart; port?: KeyPart; sourceProcess?: KeyPart },
): string {
  const protocol = textOf(connection.protocol).toLowerCase();
  return relationshipKey(tenantId, source, target, protocol, textOf(connection.port), textOf(connection.sourceProcess));
}

/** Key of a relationship of a custom type: the ends and the kind. */
export function relatedKey(tenantId: string, source: string, target: string, kind: string): string {
  return relationshipKey(tenantId, source, target, kind);
}

function textOf(part: KeyPart): string {
  return part === null || part === undefined ? "" : String(part).trim();
}

function keyPart(part: KeyPart): string {
  const text = part === null || part === undefined ? "" : String(part);
  if (text.length > MAX_PART) return `#${createHash("sha256").update(text).digest("hex")}`;
  return text.replace(/[\\|]/g, "\\$&");
}
