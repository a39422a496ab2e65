import type { Route } from "./http/route.ts";
import type { ChangeConsumers } from "./jobs/changes.ts";
import type { JobDefinition, JobRef } from "./jobs/job-ref.ts";

/** Deletes what a tenant keeps no longer; answers how many things. May be broken off and repeated. */
export type DeleteExpired = (tenantId: string) => Promise<number>;

/**
 * What a feature may bring; every member is optional. `createFeatures` lists features in the order of need, and in that
 * order hooks run, consumers get changes and routes are mounted.
 */
export interface Feature {
  /** Below `/v1`, below `/api`, and at the root. */
  routes?: { v1?: Route[]; api?: Route[]; bare?: Route[] };
  jobs?: readonly JobDefinition[];
  /** The jobs that it sends: each must have its handler, its own or another's. */
  jobRefs?: readonly JobRef[];
  /** Run in the transaction that delivers the changes. */
  consumers?: ChangeConsumers;
  /** By name, every hour for every tenant. */
  retention?: Readonly<Record<string, DeleteExpired>>;
  /** By name, every hour: what belongs to no tenant, or is deleted for all at once. Answers how many things. */
  installationRetention?: Readonly<Record<string, () => Promise<number>>>;
  /**
   * Removes what it keeps of CIs that can no longer be restored, while their locks are held; these are gone once every
   * feature has done so. May be called again for the same CIs.
   */
  onCisPurged?(tenantId: string, ciIds: readonly string[]): Promise<void>;
  /** The stores have their schema, nothing listens yet. May be called again where the start is repeated. */
  prepare?(): Promise<void>;
  /** The queue runs; only in processes that run jobs. */
  startWork?(): Promise<void>;
  /** Sends what waits in memory, before the queue stops. */
  flush?(): Promise<void>;
  /** Lets work of its own end for up to so many milliseconds, beside the queue's. */
  drain?(graceMs: number): Promise<void>;
  /** The queue has stopped. */
  stop?(): Promise<void>;
  /** Lets the stores plan what a first caller needs; no tenant has the id. */
  warmUp?(tenantId: string): Promise<void>;
  /** Releases what it holds besides the stores, last of all. */
  close?(): Promise<void>;
}

/** A feature and its name in the log. */
export interface NamedFeature {
  name: string;
  feature: Feature;
}

export interface Failure {
  /** Of the feature, or of its task. */
  name: string;
  error: unknown;
}

/** Does the work for each, one after the other; one that fails stops no other. Answers the failures. */
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
