/** What a distribution's maker says of one of its packages and one CVE. */
export interface VendorStatement {
  cve: string;
  /** As in `ID` of os-release: `debian`, `ubuntu`, `rhel`, `sles`, `opensuse-leap`, `fedora` and others. */
  distribution: string;
  /** Dotted numbers: `12`, `22.04`, `9`, `9.2`, `15.5`. */
  release: string;
  /** Name of the package as the feed writes it: that of the source or of the built package. */
  package: string;
  status: "affected" | "fixed" | "not_affected";
  /** For `fixed`: the first version with the fix, in the distribution's own form; null otherwise. */
  fixedVersion: string | null;
}

/** A record that was left out; the other records of the file are read. */
export interface RefusedRecord {
  /** Its own id, as far as it has a readable one. */
  record: string;
  reason: string;
}

export interface FeedSummary {
  format: "csaf" | "oval";
  /** Number of statements passed on. */
  statements: number;
  /** Number of refused records. */
  refused: number;
}

export interface FeedSink {
  /** Called with statements in batches of bounded size; waits for its promise. */
  onStatements: (statements: readonly VendorStatement[]) => void | Promise<void>;
  onRefused: (refused: RefusedRecord) => void;
}

/** The file as a whole is wrong. The message continues a sentence that begins with the file's name, e.g. `ends early`. */
export class VendorFeedFault extends Error {
  override readonly name = "VendorFeedFault";
}

export const CVE_NUMBER = /^CVE-\d{4}-\d{4,19}$/;
const SHOWN = 120;

/** Text of a feed as a part of a message: printable and short. */
export function shown(text: unknown): string {
  return typeof text === "string" ? text.replaceAll(/[^ -~]+/g, " ").slice(0, SHOWN) : "(without an id)";
}
