import { cypher, sql } from "../../platform/embedded/support.ts";
import { idOf, type Observed, type OwnCi } from "./ledger.ts";
import type { StoreAddresses } from "./own-stores.ts";

/** What clients did during one fault. */
export interface DuringFault {
  fault: string;
  /** CIs whose creation was sent meanwhile. */
  cis: readonly OwnCi[];
  observed: readonly Observed[];
  scan: string;
  event: string;
  recoveryMs: number;
}

/** What became of it, once all is settled. */
export interface FaultLedger {
  fault: string;
  /** Requests by their answers: successes, 503, and broken connections. */
  succeeded: number;
  refused: number;
  broken: number;
  slowest_ms: number;
  recovery_ms: number;
  /** CIs that were acknowledged, at once or to a repeat, and those of them that stand in the graph. */
  acknowledged: number;
  in_graph: number;
  /** Of a scan and an event sent in the middle: those whose jobs have done all. */
  jobs: string;
  /** Acknowledged CIs of which the webhook was told. */
  arrivals: number;
  lost: number;
  /** CIs of one name, and CIs that were announced under two delivery ids. */
  double: number;
}

interface Arrival {
  body: string;
}

/** A line for each fault. Whatever was not acknowledged has been sent again by then. */
export async function faultLedgers(
  faults: readonly DuringFault[],
  stores: StoreAddresses,
  arrivals: readonly Arrival[],
): Promise<FaultLedger[]> {
  const rows = await cypher(
    stores.neo4j,
    "MATCH (c:CI|DeletedCI) WHERE c.name STARTS WITH 'host SN-' RETURN c.name AS name, collect(c.id) AS ids",
  );
  const byName = new Map(rows.map(({ name, ids }) => [name as string, ids as string[]]));
  const told = deliveriesBySubject(arrivals);
  return Promise.all(
    faults.map(async (during) => {
      const { fault, cis, observed, recoveryMs } = during;
      const found = cis.filter((ci) => byName.get(ci.name)?.includes(idOf(ci)));
      const doubled = cis.filter((ci) => (byName.get(ci.name)?.length ?? 0) > 1 || (told.get(idOf(ci))?.size ?? 0) > 1);
      const answered = (of: (status: number) => boolean) => observed.filter(({ status }) => of(status)).length;
      return {
        fault,
        succeeded: answered((status) => status >= 200 && status < 300),
        refused: answered((status) => status === 503),
        broken: answered((status) => status === 0),
        slowest_ms: Math.round(Math.max(...observed.map(({ ms }) => ms))),
        recovery_ms: Math.round(recoveryMs),
        acknowledged: cis.length,
        in_graph: found.length,
        jobs: `${await jobsDone(during, stores)} of 2`,
        arrivals: cis.filter((ci) => told.has(idOf(ci))).length,
        lost: cis.length - found.length,
        double: doubled.length,
      };
    }),
  );
}

/** Delivery ids by the CI that they are about. */
function deliveriesBySubject(arrivals: readonly Arrival[]): Map<string, Set<string>> {
  const told = new Map<string, Set<string>>();
  for (const { body } of arrivals) {
    const { delivery_id, data } = JSON.parse(body) as { delivery_id: string; data: { ci?: { id: string } } };
    if (data.ci) told.set(data.ci.id, (told.get(data.ci.id) ?? new Set()).add(delivery_id));
  }
  return told;
}

async function jobsDone({ scan, event }: DuringFault, { postgres }: StoreAddresses): Promise<number> {
  const [row] = await sql(
    postgres.url,
    `select (select count(*) from scans where id::text = '${scan}' and status = 'completed')::int
       + (select count(*) from events e where e.source_id = '${event}'
          and not exists (select 1 from incident_queue q where q.event_id = e.id))::int as n`,
  );
  return row?.n as number;
}

/** What stands in the stores of what a ledger and its traffic sent. */
export async function standing(stores: StoreAddresses) {
  const [graph] = await cypher(
    stores.neo4j,
    `RETURN COUNT { MATCH (c:CI|DeletedCI) WHERE c.name STARTS WITH 'host SN-' } AS cis,
       COUNT { (:CI)-[:DEPENDS_ON]->(:CI) } + COUNT { (:DeletedRelationship) } AS relationships,
       COUNT { (:Outbox) } AS outbox`,
  );
  const [kept] = await sql(
    stores.postgres.url,
    `select (select count(*) from events)::int as events,
       (select count(*) from scans where status = 'completed')::int as scans,
       (select count(*) from webhook_deliveries where status = 'delivered')::int as delivered,
       (select count(*) from webhook_deliveries where status <> 'delivered')::int as undelivered`,
  );
  return { in_graph: graph, in_postgres: kept, jobs: await jobCounts(stores) };
}

/** Jobs by state, of all kinds but pg-boss's own. */
export async function jobCounts({ postgres }: Pick<StoreAddresses, "postgres">): Promise<Record<string, number>> {
  const rows = await sql(
    postgres.url,
    "select state::text as state, count(*)::int as n from pgboss.job where name not like '\\_\\_pgboss%' group by state",
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state as string, n as number]));
}
