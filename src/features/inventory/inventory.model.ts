import type { Fields } from "../ci/index.ts";

/** The lists of a host that become inventory records. */
export const RECORD_KINDS = [
  "disks",
  "user_accounts",
  "network_adapters",
  "processes",
  "network_connections",
  "installed_applications",
] as const;
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

/** A record of kind `network_connections` as a scanner reported it; members that it did not report are absent. */
export interface SocketFields {
  protocol?: string;
  local_address?: string;
  local_port?: number;
  remote_address?: string;
  remote_port?: number;
  state?: string;
  pid?: number;
  process_name?: string;
}

/** A record of kind `processes`, likewise. */
export interface ProcessFields {
  pid?: number;
  name?: string;
  command_line?: string;
  user?: string;
  cpu_percent?: number;
  memory_mb?: number;
  started_at?: string;
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
