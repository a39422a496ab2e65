import { isUnavailable } from "../../errors.ts";
import type { Graph } from "../graph/graph.ts";
import { proveGraphWrites } from "../graph/migrate.ts";
import { newId } from "../ids.ts";
import { isServerCondition } from "../postgres/faults.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { within } from "../within.ts";

/** Whether both stores work: each commits a write. Never rejects; concurrent callers share one check. */
export type StoresTakeWrites = () => Promise<boolean>;

/**
 * Distinguishes an outage from work that a store refuses. A server with a full disk or in read-only mode still answers, so
 * the check writes: to Postgres a row of the table in which the relay's own transactions begin.
 */
export function createStoresTakeWrites(deps: { graph: Graph; postgres: Postgres }): StoresTakeWrites {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= takesWrites(deps).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/**
 * Whether the stores failed, rather than the work: what an outage interrupts waits without using up a try. A statement that
 * takes too long while both stores take writes is the work's own fault, or it would be tried for ever.
 */
export async function isOutage(error: unknown, storesTakeWrites: StoresTakeWrites): Promise<boolean> {
  return isUnavailable(error) && (isServerCondition(error) || !(await storesTakeWrites()));
}

/** How long a store may take. */
const ANSWER_MS = 4_000;

async function takesWrites({ graph, postgres }: { graph: Graph; postgres: Postgres }): Promise<boolean> {
  const probe = `probe ${newId()}`;
  const answers = await Promise.allSettled([
    within(ANSWER_MS, proveGraphWrites(graph)),
    postgres.transaction(async (tx) => {
      await tx.query(`set local statement_timeout = ${ANSWER_MS}`);
      await tx.query("insert into relayed_outbox (id) values ($1)", [probe]);
      await tx.query("delete from relayed_outbox where id = $1", [probe]);
    }),
  ]);
  return answers.every(({ status }) => status === "fulfilled");
}
