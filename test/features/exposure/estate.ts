import { createExposure } from "../../../src/features/exposure/index.ts";
import { productKeys } from "../../../src/features/exposure/matching/index.ts";
import { instancesStore } from "../../../src/features/exposure/state/instances.store.ts";
import { profileOf } from "../../../src/features/exposure/state/profile.model.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { createGraph, type Neo4jConfig } from "../../../src/platform/graph/graph.ts";
import { createChanges } from "../../../src/platform/jobs/changes.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord } from "../../support/cve-records.ts";
import { log } from "../../support/scratch.ts";

const PRODUCTS = 100;

/** Exposure on stores, without a service: nothing of it is in the graph. */
export function exposureOn(postgres: Postgres, neo4j: Neo4jConfig) {
  const graph = createGraph({ ...neo4j, log });
  const exposure = createExposure({
    ...{ graph, postgres, clock: systemClock, log, nvd: undefined, changes: createChanges() },
    jobs: { send: async () => {} },
    storesTakeWrites: async () => true,
    dictionary: { change: async () => 0, async *renamedPairs() {} },
    reach: { reach: async () => ({ members: [], truncated: false }) },
    serviceHealth: async () => new Map(),
    requireCi: async () => {},
    requireService: async () => {},
  });
  return { exposure, graph };
}

/** A page of CVEs, of so many of each of a hundred products. */
export function cvesOfProducts(each: number) {
  const records = Array.from({ length: PRODUCTS * each }, (_, i) => {
    const versionEndExcluding = `${1 + Math.floor(i / PRODUCTS)}.0`;
    const range = criterion(cpe(`a:maker:product${i % PRODUCTS}`), { versionEndExcluding });
    return cveRecord(`CVE-2024-${10_000 + i}`, [anyOf(range)]);
  });
  return cvePage(records);
}

/** Programs of a tenant, five versions of each product, each on a server of its own, as if read from the graph. */
export async function seedPrograms(postgres: Postgres, tenantId: string, products = PRODUCTS): Promise<void> {
  await postgres.transaction(async (tx) => {
    for (let i = 0; i < PRODUCTS * 5; i++) {
      if (i % PRODUCTS >= products) continue;
      const version = `${1 + Math.floor(i / PRODUCTS)}.5`;
      const cpeName = cpe(`a:maker:product${i % PRODUCTS}:${version}`);
      const os = { osName: "Debian GNU/Linux", osVersion: "12", arch: "x86_64", ports: 0, isPublic: false };
      const instance = {
        ...{ id: `${tenantId}-${i}`, name: `program ${i}`, softwareId: null, kind: "other", package: null },
        ...{
          productKey: productKeys(cpeName),
          cpeName,
          version,
          server: { id: `host-${i}`, name: `host ${i}`, ...os },
        },
      };
      const profile = profileOf(tenantId, instance, []);
      await instancesStore.putProfiles(tx, tenantId, [profile]);
      await instancesStore.putHosts(tx, tenantId, [instance.server]);
      await instancesStore.putInstances(tx, tenantId, [{ instance, profileId: profile.id }]);
    }
  });
}

/** Runs the job of a tenant until every program is matched with every CVE. */
export async function matchToEnd(
  { jobs }: ReturnType<typeof createExposure>,
  postgres: Postgres,
  tenantId: string,
): Promise<void> {
  const job = jobs.find(({ ref }) => ref.name === "exposure.match");
  for (let left = 1; left > 0; ) {
    await job?.run({ tenantId }, { signal: AbortSignal.timeout(60_000), log });
    const [row] = await postgres.query<{ left: number }>(
      `select (select count(*) from exposure_profiles where tenant_id = $1 and not is_matched) +
         (select count(*) from cve_feed f left join exposure_tenants t on t.tenant_id = $1
          where coalesce(t.matched_to, 0) < f.change) as left`,
      [tenantId],
    );
    left = row?.left ?? 0;
  }
}

/** What is found, in an order of its own. */
export function findings(postgres: Postgres, tenantId: string) {
  return postgres.query<{ ciId: string; cve: string; status: string }>(
    `select ci_id as "ciId", cve, status from exposure_results where tenant_id = $1 order by ci_id, cve`,
    [tenantId],
  );
}
