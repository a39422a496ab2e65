import type { RECORD_KINDS } from "../../model/host.ts";
import type { Fields } from "../ci/index.ts";

export type RecordKind = (typeof RECORD_KINDS)[number];

/** One record of a host's collection of a kind, e.g. a disk. */
export interface InventoryRecord {
  kind: RecordKind;
  /** Unique per host and kind, and stable across collections. */
  key: string;
  position: number;
  fields: Fields;
  softwareInstanceCiId: string | null;
}

/** A host's report: the kinds of records that it holds, and the records. */
export interface HostRecords {
  ciId: string;
  scannerId: string;
  /** ISO 8601. */
  collectedAt: string;
  kinds: RecordKind[];
  records: InventoryRecord[];
}

/** By kind: when a host's newest collection was last confirmed (ISO 8601), and its scanner. */
export type NewestCollections = ReadonlyMap<string, { at: string; scannerId: string }>;

/** When a scanner saw a CI first and last; times in ISO 8601. */
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

/** Position in the order of collection. */
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
  /** Position of the last entry; undefined at the end. */
  next: RecordCursor | undefined;
}
