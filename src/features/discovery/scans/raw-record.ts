import { createHash } from "node:crypto";
import type { PendingRecord, RawRecord } from "../../inventory/index.ts";
import type { DiscoveredHost } from "../host.model.ts";
import { factsOf, type HostFacts } from "../identity/index.ts";

/** Raised when a rule changes what the same payload becomes: every payload is then processed in full once more. */
const RULES_VERSION = 3;
/** Most payload fingerprints kept on a CI. */
const MAX_FINGERPRINTS = 16;

/** A host of a submission, as it waits to be processed. */
export type RawHost = RawRecord<DiscoveredHost>;

/** A raw host with the number of its tries. */
export type WaitingHost = PendingRecord<DiscoveredHost>;

/** A raw host with the facts that identify it. */
export interface PendingHost extends RawHost {
  facts: HostFacts;
}

/** Adds the identifying facts of a raw host. */
export function withFacts<H extends RawHost>(record: H, scannerId: string): H & PendingHost {
  return { ...record, facts: factsOf(record.payload, scannerId) };
}

/** SHA-256 of a host's payload, base64url. */
export function contentHash(payload: unknown): string {
  return createHash("sha256").update(JSON.stringify(payload)).digest("base64url");
}

/** Fingerprint of a scanner's report on a host: `scanner.rules version.source class.content hash`. */
export function payloadFingerprint(scannerId: string, host: Pick<RawRecord, "contentHash" | "sourceClass">): string {
  return `${scannerPrefix(scannerId)}${RULES_VERSION}.${host.sourceClass}.${host.contentHash}`;
}

/** How a report was applied to its CI. */
export interface AppliedReport {
  scanId: string;
  /** Whether all of it was applied. An older observation, or one with outdated records, is applied again when it is repeated. */
  complete: boolean;
  /** ISO 8601: a repeat from then on is applied in full, because a stronger source has lost its precedence by then. */
  recheckAt: string | undefined;
  /** Whether it changed the CI: reports of other scanners must then be applied again. */
  changed: boolean;
}

/**
 * Whether a stored fingerprint shows that this report was applied before and that applying it again changes nothing.
 * `now` is ISO 8601.
 */
export function isUnchanged(fingerprints: readonly string[], hash: string, now: string): boolean {
  return fingerprints.map(parseFingerprint).some((stored) => {
    return stored.hash === hash && (!stored.recheckAt || now < stored.recheckAt);
  });
}

/** A stored fingerprint: `hash|end of the scan's id|recheckAt`. */
function parseFingerprint(text: string): { hash: string; scan: string | undefined; recheckAt: string | undefined } {
  const [hash = "", scan, recheckAt] = text.split("|");
  return { hash, scan, recheckAt };
}

/**
 * The fingerprints to store on a CI after a report, newest first. Of the same scanner, those of the same scan stay,
 * because one scan may report a host several times; those of other scanners stay unless the report changed the CI.
 */
export function nextFingerprints(
  current: readonly string[],
  scannerId: string,
  hash: string,
  report: AppliedReport,
): string[] {
  const scan = report.scanId.slice(-12);
  const kept = current.filter((text) => {
    const stored = parseFingerprint(text);
    if (stored.hash === hash) return false;
    const isSameScanner = stored.hash.startsWith(scannerPrefix(scannerId));
    return isSameScanner ? stored.scan === scan || !report.complete : !report.changed;
  });
  const added = report.complete ? [`${hash}|${scan}|${report.recheckAt ?? ""}`] : [];
  return [...added, ...kept].slice(0, MAX_FINGERPRINTS);
}

function scannerPrefix(scannerId: string): string {
  return `${createHash("sha1").update(scannerId).digest("base64url").slice(0, 12)}.`;
}
