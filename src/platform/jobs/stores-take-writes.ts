import type { Graph } from "../graph/graph.ts";
import { newId } from "../ids.ts";
import type { Postgres } from "../postgres/postgres.ts";

/** Whether both stores work: Postgres commits a write, Neo4j answers. Never rejects; concurrent callers share one check. */
export type StoresTakeWrites = () => Promise<boolean>;

/**
 * Distinguishes an outage from work that a store refuses. A server with a full disk or in read-only mode still answers, so
 * the check writes: a row of the table in which the relay's own transactions begin.
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

async function takesWrites({ graph, postgres }: { graph: Graph; postgres: Postgres }): Promise<boolean> {
  const probe = `probe ${newId()}`;
  const answers = await Promise.allSettled([
    graph.ping(),
    postgres.transaction(async (tx) => {
      await tx.query("set local statement_timeout = 4000");
      await tx.query("insert into relayed_outbox (id) values ($1)", [probe]);
      await tx.query("delete from relayed_outbox where id = $1", [probe]);
    }),
  ]);
  return answers.every(({ status }) => status === "fulfilled");
}
