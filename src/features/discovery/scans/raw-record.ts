import { createHash } from "node:crypto";
import type { RawRecord } from "../../inventory/index.ts";
import type { DiscoveredHost } from "../host.model.ts";
import { factsOf, type HostFacts } from "../identity/index.ts";

/** Grows when a rule changes what the same payload becomes: everything is then processed anew, once. */
const RULES_VERSION = 2;
/** Last words of scanners that are remembered on a CI. */
const MAX_MARKS = 16;

/** A host of a submission, as it waits to be processed. */
export type RawHost = RawRecord<DiscoveredHost>;

/** The same with what identity reads of it. */
export interface PendingHost extends RawHost {
  facts: HostFacts;
}

export function withFacts(record: RawHost, scannerId: string): PendingHost {
  return { ...record, facts: factsOf(record.payload, scannerId) };
}

/** Digest of what a host's payload says. */
export function contentHash(payload: unknown): string {
  return createHash("sha256").update(JSON.stringify(payload)).digest("base64url");
}

/** What a scanner's word on a CI is known by: whose it is, by which rules it was read, of what standing, its content. */
export function scanHash(scannerId: string, host: Pick<RawRecord, "contentHash" | "sourceClass">): string {
  return `${scannerMark(scannerId)}${RULES_VERSION}.${host.sourceClass}.${host.contentHash}`;
}

/** How a word was heard. */
export interface Heard {
  scanId: string;
  /** Whether the CI says all that it may: an older observation, or one whose records were too old, is to be heard again. */
  complete: boolean;
  /** ISO 8601: from then on the word may count for more, because a stronger source has fallen silent. */
  until: string | undefined;
  /** Whether it changed what others had said. */
  changed: boolean;
}

/** Whether one of the marks says that this word was heard, and that hearing it again changes nothing. */
export function isHeard(marks: readonly string[], hash: string, now: string): boolean {
  return marks.some((mark) => {
    const [heard, , until] = mark.split("|");
    return heard === hash && (!until || now < until);
  });
}

/**
 * The marks on a CI after a word. Of the same scanner those of the same scan stay, where it reports the host several
 * times; those of others stay where nothing changed.
 */
export function nextMarks(current: readonly string[], scannerId: string, hash: string, heard: Heard): string[] {
  const scan = heard.scanId.slice(-12);
  const others = current.filter((mark) => {
    const [other = "", of] = mark.split("|");
    if (other === hash) return false;
    return other.startsWith(scannerMark(scannerId)) ? of === scan || !heard.complete : !heard.changed;
  });
  const own = heard.complete ? [`${hash}|${scan}|${heard.until ?? ""}`] : [];
  return [...own, ...others].slice(0, MAX_MARKS);
}

function scannerMark(scannerId: string): string {
  return `${createHash("sha1").update(scannerId).digest("base64url").slice(0, 12)}.`;
}
