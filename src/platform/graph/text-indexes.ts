import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import type { Graph } from "./graph.ts";
import { query } from "./query.ts";
import { despiteSchemaRaces } from "./schema-race.ts";

const none = z.object({});
const queueLength = query("text-indexes/queue-length", { params: none, row: z.object({ value: z.string() }) });
const existing = query("text-indexes/existing", {
  params: none,
  row: z.object({ name: z.string(), isBehind: z.boolean() }),
});
const drop = query("text-indexes/drop", { params: none, row: none });
const INDEXES = [
  { name: "ci_search", create: query("text-indexes/create-search", { params: none, row: none }) },
  { name: "ci_words", create: query("text-indexes/create-words", { params: none, row: none }) },
];

/**
 * Has the full-text indexes of CIs take words in behind the commit where Neo4j does so in the order of the commits, else
 * within it. Within it they cost more than the rest of a change. Behind it, Neo4j 5 recovers from a crash with several
 * transactions at once, whose words it may apply in any order: a CI is then found by words that it no longer has. It keeps
 * the order where no more than one transaction may wait
 * (`db.index.fulltext.eventually_consistent_index_update_queue_max_length=1`). Returns the names of the indexes that it made.
 * The caller holds the migration lock of Postgres.
 */
export async function adaptTextIndexes(graph: Graph, log: Logger): Promise<string[]> {
  const isBehind = await keepsOrder(graph, log);
  const found = new Map((await graph.read(existing, {})).map((index) => [index.name, index.isBehind]));
  const made: string[] = [];
  for (const { name, create } of INDEXES) {
    if (found.get(name) === isBehind) continue;
    const changes = [drop.with({ index: name }), create.with({ isBehind: String(isBehind) })];
    for (const change of changes) await despiteSchemaRaces(() => graph.write((tx) => tx.run(change, {})));
    log.info({ index: name, behindCommit: isBehind }, "full-text index made");
    made.push(name);
  }
  return made;
}

/** Whether words reach the indexes in the order of the commits; no where the server refuses to tell its settings. */
async function keepsOrder(graph: Graph, log: Logger): Promise<boolean> {
  try {
    const [setting] = await graph.read(queueLength, {});
    return setting?.value === "1";
  } catch (error) {
    // A server that cannot be reached has told nothing: its indexes stay as they are.
    if (error instanceof AppError) throw error;
    log.info({ err: error }, "Neo4j does not tell its settings: full-text indexes take words in within the commit");
    return false;
  }
}
