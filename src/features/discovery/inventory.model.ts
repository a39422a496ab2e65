import type { Fields } from "../ci/index.ts";

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
export interface RecordPlace {
  position: number;
  id: string;
}

export interface RecordPageInput {
  /** Ignored where `after` is given. */
  page: number;
  limit: number;
  order: "asc" | "desc";
  after: RecordPlace | undefined;
}

export interface RecordPage {
  items: RecordView[];
  total: number;
  /** Place of the last entry; undefined at the end. */
  next: RecordPlace | undefined;
}
