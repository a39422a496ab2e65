import type { Graph } from "./graph.ts";

/** What ends the reads of a piece of work that consists of several. */
export interface ReadBounds {
  /** By `performance.now()`. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

/**
 * The graph with reads that share one deadline: the server ends a statement that passes it, and what begins later is not
 * sent. Both throw what `late` makes. Nothing is retried.
 */
export function boundedReads(graph: Graph, { deadline, signal }: ReadBounds, late: (cause?: unknown) => Error): Graph {
  return {
    ...graph,
    async read(query, params) {
      const timeoutMs = Math.ceil(deadline - performance.now());
      if (timeoutMs <= 0) throw late();
      const statement = { text: query.text, params: query.encode(params) };
      const rows = [];
      try {
        for await (const page of graph.stream(statement, { timeoutMs, signal })) {
          for (const row of page) rows.push(query.decode(row));
        }
      } catch (error) {
        throw performance.now() >= deadline && !signal?.aborted ? late(error) : error;
      }
      return rows;
    },
  };
}
