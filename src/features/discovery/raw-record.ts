import { createHash } from "node:crypto";
import type { SourceClass } from "../ci/index.ts";
import type { DiscoveredHost } from "./host.model.ts";
import { factsOf, type HostFacts } from "./identity/index.ts";

/** Grows when a rule changes what the same payload becomes: everything is then processed anew, once. */
const RULES_VERSION = 1;
/** Scanners whose last word is remembered on a CI. */
const MAX_HASHES = 8;

/** A host of a submission, as it waits to be processed. */
export interface RawRecord {
  id: string;
  position: number;
  payload: DiscoveredHost;
  contentHash: string;
  sourceClass: SourceClass;
}

/** The same with what identity reads of it. */
export interface PendingHost extends RawRecord {
  facts: HostFacts;
}

export function withFacts(record: RawRecord, scannerId: string): PendingHost {
  return { ...record, facts: factsOf(record.payload, scannerId) };
}

/** Digest of what a host's payload says. */
export function contentHash(payload: unknown): string {
  return createHash("sha256").update(JSON.stringify(payload)).digest("base64url");
}

/** What stands on a CI whose scanner said this last. */
export function scanHash(scannerId: string, host: Pick<RawRecord, "contentHash" | "sourceClass">): string {
  return `${scannerMark(scannerId)}${RULES_VERSION}.${host.sourceClass}.${host.contentHash}`;
}

/** The marks on a CI after this scanner's word; those of others stay only where it changed nothing. */
export function nextHashes(current: readonly string[], scannerId: string, hash: string, changed: boolean): string[] {
  const others = changed ? [] : current.filter((other) => !other.startsWith(scannerMark(scannerId)));
  return [hash, ...others].slice(0, MAX_HASHES);
}

function scannerMark(scannerId: string): string {
  return `${createHash("sha1").update(scannerId).digest("base64url").slice(0, 12)}.`;
}
