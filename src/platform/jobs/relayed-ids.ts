import type { Graph } from "../graph/graph.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { outboxGraph } from "./outbox.graph.store.ts";

/** A process that has read a node delivers it within this time, or no more. */
const MIN_AGE = "2 days";
const PAGE = 1_000;

/**
 * Forgets the ids of delivered nodes, once their nodes are gone: a node that still exists, of any age, is delivered
 * once only because its id is known. Returns the number of forgotten ids.
 */
export async function forgetRelayedIds(deps: { graph: Graph; postgres: Postgres }): Promise<number> {
  const { graph, postgres } = deps;
  let forgotten = 0;
  for (let after = ""; ; ) {
    const rows = await postgres.query<{ id: string }>(
      "select id from relayed_outbox where id > $1 and at < now() - $2::interval order by id limit $3",
      [after, MIN_AGE, PAGE],
    );
    const existing = new Set(
      await outboxGraph.existing(
        graph,
        rows.map(({ id }) => id),
      ),
    );
    const gone = rows.map(({ id }) => id).filter((id) => !existing.has(id));
    await postgres.query("delete from relayed_outbox where id = any($1)", [gone]);
    forgotten += gone.length;
    if (rows.length < PAGE) return forgotten;
    after = rows.at(-1)!.id;
  }
}
