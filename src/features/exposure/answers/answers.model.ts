import type { CveSeverity } from "../../../platform/nvd/index.ts";
import type { TimedPageInput } from "../../../platform/timed-list.ts";
import type { Decision } from "../decisions/decisions.store.ts";

/** The worst of the instances, worst first. A decision that holds makes an affected or possible one accepted. */
export const EXPOSURE_STATUSES = ["affected", "possible", "accepted", "fixed"] as const;
export type ExposureStatus = (typeof EXPOSURE_STATUSES)[number];

export interface VulnerabilityFilter {
  severity?: readonly CveSeverity[] | undefined;
  kev?: boolean | undefined;
  /** 0 to 1, inclusive. */
  epssMin?: number | undefined;
  status?: readonly ExposureStatus[] | undefined;
  /** A server, with all its programs, or a software instance. */
  ciId?: string | undefined;
  serviceId?: string | undefined;
  softwareId?: string | undefined;
  /** Words that stand in the id or the summary. */
  search?: string | undefined;
  /** Of the publication: inclusive, exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
}

/** What lists are sorted by: the time of publication, or the score of the priority. */
export const LIST_SORTS = ["published", "priority"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** A position in a list: milliseconds since 1970 or a score, by its sort, then the CVE. */
export interface ListPosition {
  at: number;
  id: string;
}

export interface ListInput extends TimedPageInput<ListPosition> {
  sort: ListSort;
  filter: VulnerabilityFilter;
}

/** Instances to which a list is restricted; undefined: all of the tenant. */
export interface InstanceScope {
  /** Ids of instances and of servers. */
  ciIds?: readonly string[] | undefined;
  softwareId?: string | undefined;
}

/** One part of a priority: what it is of, how many points it gives, and how many it can give at most. */
export interface PriorityPart<V> {
  value: V;
  points: number;
  max: number;
}

/** How urgent a CVE is here, 0 to 100, with its parts. */
export interface Priority {
  score: number;
  parts: {
    severity: PriorityPart<number | null>;
    knownExploited: PriorityPart<boolean>;
    prediction: PriorityPart<number | null>;
    /** Business services that need what is affected. */
    reach: PriorityPart<number>;
    exposure: PriorityPart<{ listening: boolean; public: boolean }>;
  };
}

/** What is known of a CVE, wherever it is. */
export interface CveFacts {
  cve: string;
  severity: CveSeverity;
  cvss: { version: string; score: number; vector: string | null } | null;
  epss: number | null;
  kev: { added: string | null; due: string | null } | null;
  published: Date | null;
  modified: Date;
  summary: string;
}

/** How many instances of a CVE, and what they reach. */
export interface Spread {
  byStatus: Record<ExposureStatus, number>;
  /** Affected, possible or accepted. */
  instances: number;
  servers: number;
  services: number;
  listening: boolean;
  public: boolean;
}

export interface Vulnerability extends CveFacts, Spread {
  /** Null: it concerns no instance. */
  status: ExposureStatus | null;
  priority: Priority;
}

export interface ExposedInstance {
  id: string;
  name: string;
  version: string | null;
  cpeName: string;
  status: ExposureStatus;
  reason: string;
  criterion: string | null;
  foundAt: Date;
  server: { id: string; name: string } | null;
}

export interface ExposedService {
  id: string;
  name: string;
  criticality: string | null;
  health: string;
}

export interface VulnerabilityDetail extends Vulnerability {
  rejected: boolean;
  links: string[];
  weaknesses: string[];
  kevEntry: { name: string; action: string; ransomware: boolean } | null;
  /** At most 1,000, the worst first. */
  instanceList: ExposedInstance[];
  serverList: { id: string; name: string; status: ExposureStatus }[];
  serviceList: ExposedService[];
  /** Whether a list was cut. */
  truncated: boolean;
  decisions: Decision[];
}

export interface ServiceExposure {
  /** 0 to 100. */
  score: number;
  bySeverity: Record<CveSeverity, number>;
  /** Affected or possible, in the catalogue of known exploited ones. */
  kev: number;
  affected: number;
  possible: number;
  top: Vulnerability[];
  /** Whether there is any vulnerability data. */
  hasData: boolean;
}
