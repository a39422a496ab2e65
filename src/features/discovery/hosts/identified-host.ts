import type { LockedCi } from "../../ci/index.ts";
import type { Decision } from "../identity/index.ts";
import type { PendingHost } from "../scans/raw-record.ts";
import type { LastSeen, Look } from "./server-state.ts";

/** A host with the CI that it is. */
export interface IdentifiedHost {
  /** Of its payload only the collections that are the newest of their kind. */
  host: PendingHost;
  scanId: string;
  decision: Decision;
  ciId: string;
  /** The CI as it stands, locked; undefined where the host makes a new one. */
  before: LockedCi | undefined;
  look: Look;
  seen: LastSeen;
  /** What scanners said of the CI last. */
  marks: readonly string[];
  /** Whether this is the newest look at the host, all its collections included. */
  newest: boolean;
  /** Whether some of its records were another scanner's so far. */
  takesOver: boolean;
  /** ISO 8601: when its connections were collected before. */
  collectedBefore: string | undefined;
}
