import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { RESOLVE_PEERS } from "../job-refs.ts";

/** Wakes the look-up of a tenant's due addresses. */
export function sendResolvePeers(jobs: SendJobs, tenantId: string, options: { tx?: Sql } = {}): Promise<void> {
  return jobs.send(RESOLVE_PEERS, { tenantId }, { singletonKey: tenantId, ...options });
}
