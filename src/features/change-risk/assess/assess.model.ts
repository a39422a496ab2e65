import type { Model } from "../../../platform/ai/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { RecordAiQuery } from "../../ai-usage/index.ts";
import type { Correlator } from "../../correlation/index.ts";
import type { Events } from "../../events/index.ts";
import type { ChangeActivity } from "../../history/index.ts";
import type { CommonImpact, ImpactOfAll } from "../../impact/index.ts";
import type { ReadFailureKinds } from "../../relationships/index.ts";
import type { Change } from "../change-analysis.model.ts";
import type { PastChange, PastInput, PlannedChange, PlannedInput } from "../planned-changes.model.ts";
import type { Profile, Spare } from "./facts/change-risk.graph.store.ts";

/** A public holiday, with its beginning and end in the zone of its country. */
export interface Holiday {
  date: string;
  name: string;
  country: string;
  from: Date;
  to: Date;
}

export interface AssessDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  model: Model;
  recordAiQuery: RecordAiQuery;
  impactOfAll: ImpactOfAll;
  failureKinds: ReadFailureKinds;
  openEventsOf: Correlator["openEventsOf"];
  openIncidentsOf: Correlator["openIncidentsOf"];
  maintenanceBetween: Events["maintenanceBetween"];
  eventsByHour: Events["eventsByHour"];
  endedEvents: Events["endedEvents"];
  plannedChanges: (sql: Sql, tenantId: string, input: PlannedInput) => Promise<PlannedChange[]>;
  /** With an outcome; those of the CIs themselves first. */
  pastChanges: (sql: Sql, tenantId: string, input: PastInput) => Promise<PastChange[]>;
  /** Countries and regions (ISO 3166) whose holidays the tenant keeps. */
  holidayCountries: (tenantId: string) => Promise<readonly string[]>;
  holidaysBetween: (countries: string[], from: Date, to: Date) => Promise<Holiday[]>;
  /** The time zone (IANA) of the first country or region that has one. */
  zoneOf: (countries: readonly string[]) => Promise<string | undefined>;
}

export type OpenEvent = Awaited<ReturnType<Correlator["openEventsOf"]>>[number];
export type EndedEvent = Awaited<ReturnType<Events["endedEvents"]>>[number];
export type OpenIncident = Awaited<ReturnType<Correlator["openIncidentsOf"]>>[number];
export type MaintenanceWindow = Awaited<ReturnType<Events["maintenanceBetween"]>>[number];

/** A changed CI. */
export interface ChangedCi extends Profile {
  /** Whether it has a relationship on which a failure propagates. */
  isRelated: boolean;
}

/** A past change with how much its CIs resemble those of this change. */
export interface ComparedChange extends PastChange {
  /** `same`: it changed one of them. */
  likeness: "same" | "like" | "type";
}

/** An affected service; a changed one is affected without a spare. */
export interface AffectedService {
  id: string;
  name: string;
  criticality: "critical" | "high" | "medium" | "low";
  /** False: nothing usable is recorded, and `medium` is assumed. */
  saysCriticality: boolean;
  redundancy: "none" | "covered" | "lost";
  /** Whether it fails because a redundancy group on the way to it, or its own, has no member left. */
  hangsOnLost: boolean;
  /** Null: not recorded. */
  users: number | null;
}

export type AffectedCi = CommonImpact["affected"][number];

/** Everything that an assessment is made from, read once. */
export interface Facts {
  change: Change;
  now: Date;
  changed: readonly ChangedCi[];
  /** Without services. */
  affected: readonly AffectedCi[];
  services: readonly AffectedService[];
  /** Whether the impact was cut at its limit. */
  truncated: boolean;
  /** Members of shared redundancy groups that are not changed. */
  spares: readonly Spare[];
  /** By id, of affected CIs that are no services. */
  users: ReadonlyMap<string, number>;
  /** Null: the caller may not read events. */
  events: readonly OpenEvent[] | null;
  incidents: readonly OpenIncident[] | null;
  /** Resolved events of the changed CIs, newest first; null: the caller may not read events. */
  endedEvents: readonly EndedEvent[] | null;
  past: readonly ComparedChange[];
  /** Recorded edits of the changed CIs, newest first. */
  activity: readonly ChangeActivity[];
  /** By id. */
  nameOf: (id: string) => string;
}

export type AssessOptions = {
  /** Null: a dry run. */
  analysisId: string | null;
  taskIntegrationId: string | null;
};
