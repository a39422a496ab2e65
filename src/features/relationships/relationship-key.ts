import { createHash } from "node:crypto";

/** What tells two relationships of one type and the same ends apart. Absent, null and blank are the same. */
export type KeyPart = string | number | null | undefined;

/** Longer parts stand in the key as their digest: an index entry has a bounded size. */
const MAX_PART = 200;

/**
 * The key that is unique among the relationships of one graph type: `tenant|source|target`, then what distinguishes.
 * Within a part `\` is written `\\` and `|` is written `\|`, so that no two lists of parts give one key.
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
 * The key of a `Connected To`, for whoever writes one: protocol (without case), port and the process at the source count
 * beside the ends. A port may come as a number or as its digits.
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

/** The key of a relationship whose type is not built in: its kind counts beside the ends. */
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
