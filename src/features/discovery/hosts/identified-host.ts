import type { LockedCi } from "../../ci/index.ts";
import type { Decision } from "../identity/index.ts";
import type { PendingHost } from "../scans/raw-record.ts";
import type { LastSeen, Observation } from "./server-state.ts";

/** A host with its CI, which is locked. */
export interface IdentifiedHost {
  /** Its payload holds only collections that are the newest of their kind. */
  host: PendingHost;
  scanId: string;
  decision: Decision;
  ciId: string;
  /** The stored CI; undefined where the host becomes a new one. */
  before: LockedCi | undefined;
  observation: Observation;
  lastSeen: LastSeen;
  /** Payload fingerprints stored on the CI. */
  fingerprints: readonly string[];
  /** Whether this is the newest observation of the host, all its collections included. */
  isNewest: boolean;
  /** Whether it replaces records that another scanner collected. */
  replacesOtherScanner: boolean;
  /** ISO 8601: when the stored connections were collected. */
  collectedBefore: string | undefined;
}
