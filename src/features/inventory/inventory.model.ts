import type { RECORD_KINDS } from "../../model/host.ts";
import type { Fields } from "../ci/index.ts";

export type RecordKind = (typeof RECORD_KINDS)[number];

/** One thing in a host's collection of a kind. */
export interface InventoryRecord {
  kind: RecordKind;
  /** Distinguishes it from the others of its kind on its host, and is the same in every collection that holds it. */
  key: string;
  position: number;
  fields: Fields;
  softwareInstanceCiId: string | null;
}

/** The newest report of a host: which kinds it holds, and their records. */
export interface HostRecords {
  ciId: string;
  scannerId: string;
  /** ISO 8601. */
  collectedAt: string;
  kinds: RecordKind[];
  records: InventoryRecord[];
}

/** By kind: when a host's newest collection was last known to hold (ISO 8601), and whose it is. */
export type NewestCollections = ReadonlyMap<string, { at: string; scannerId: string }>;

/** By which scanner a CI was seen; times in ISO 8601. */
export interface Sighting {
  scannerId: string;
  sourceClass: string;
  scanId: string;
  firstSeen: string;
  lastSeen: string;
}

export interface RecordView {
  id: string;
  ciId: string;
  collectedAt: string;
  fields: Fields;
  /** Only of installed applications. */
  softwareInstanceCiId?: string | null;
}

/** Place in the order of collection. */
export interface RecordCursor {
  position: number;
  id: string;
}

export interface RecordPageInput {
  /** Ignored where `after` is given. */
  page: number;
  limit: number;
  order: "asc" | "desc";
  after: RecordCursor | undefined;
}

export interface RecordPage {
  items: RecordView[];
  total: number;
  /** Place of the last entry; undefined at the end. */
  next: RecordCursor | undefined;
}
