import type { EnrichmentWork } from "./enrichment.ts";
import type { Route } from "./http/route.ts";
import type { ChangeConsumers } from "./jobs/changes.ts";
import type { JobDefinition, JobRef } from "./jobs/job-ref.ts";
import type { OwedWork } from "./jobs/owed-work.ts";
import type { ParkedWork } from "./jobs/parked-work.ts";
import type { MetricSource } from "./metrics.ts";

/** Deletes the expired data of a tenant; returns the number of deleted things. May be interrupted and repeated. */
export type DeleteExpired = (tenantId: string) => Promise<number>;

/**
 * What a feature contributes; every member is optional. `createFeatures` lists features in dependency order: hooks run,
 * consumers get changes and routes are mounted in that order.
 */
export interface Feature {
  /** Routes below `/v1`, below `/api`, and at the root. */
  routes?: { v1?: Route[]; api?: Route[]; bare?: Route[] };
  jobs?: readonly JobDefinition[];
  /** The jobs that the feature sends. Each needs a handler, in this feature or another. */
  jobRefs?: readonly JobRef[];
  /** Metrics of the feature at `/metrics`. */
  metrics?: readonly MetricSource[];
  /** Work that committed data still requires: a sweep every few seconds sends jobs that were lost. */
  owedWork?: readonly OwedWork[];
  /** Owed work that failed `MAX_TRIES` times and waits for the operator. */
  parkedWork?: readonly ParkedWork[];
  /** Enrichment that the feature offers as runs, which the enrichment feature schedules and shows. */
  enrichment?: readonly EnrichmentWork[];
  /** Run within the transaction that delivers the changes. */
  consumers?: ChangeConsumers;
  /** Deletions by name; run every hour for every tenant. */
  retention?: Readonly<Record<string, DeleteExpired>>;
  /** Deletions by name, for all tenants at once; run every hour. Return the number of deleted things. */
  installationRetention?: Readonly<Record<string, () => Promise<number>>>;
  /**
   * Deletes the feature's data about CIs that can no longer be restored, while their locks are held. The CIs are deleted
   * after every feature's hook. May be called again for the same CIs.
   */
  onCisPurged?(tenantId: string, ciIds: readonly string[]): Promise<void>;
  /** Runs once the stores have their schema, before anything listens. May be called again if the start is repeated. */
  prepare?(): Promise<void>;
  /** Runs after the job queue has started; only in processes that run jobs. */
  startWork?(): Promise<void>;
  /** Sends what waits in memory; runs before the job queue stops. */
  flush?(): Promise<void>;
  /** Lets the feature's own work end for up to `graceMs` milliseconds, while the job queue does the same. */
  drain?(graceMs: number): Promise<void>;
  /** Runs after the job queue has stopped. */
  stop?(): Promise<void>;
  /** Lets the stores plan the queries of the first requests. No tenant has the id. */
  warmUp?(tenantId: string): Promise<void>;
  /** Releases resources other than the stores; runs last. */
  close?(): Promise<void>;
}

/** A feature and its name in the log. */
export interface NamedFeature {
  name: string;
  feature: Feature;
}

export interface Failure {
  /** Name of the feature or of its task. */
  name: string;
  error: unknown;
}

/** Runs the work for each feature in sequence, past failures. Returns the failures. */
export async function forEachFeature(
  features: readonly NamedFeature[],
  work: (feature: Feature, name: string) => Promise<unknown> | undefined,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const { name, feature } of features) {
    try {
      await work(feature, name);
    } catch (error) {
      failures.push({ name, error });
    }
  }
  return failures;
}
