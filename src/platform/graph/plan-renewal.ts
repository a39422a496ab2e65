import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { type Repeated, repeat } from "../repeat.ts";
import type { Graph } from "./graph.ts";
import { query } from "./query.ts";

const none = z.object({});
const sizeRow = z.object({ cis: z.int(), relationships: z.int() });
const readSize = query("plans/size", { params: none, row: sizeRow });
const renew = query("plans/renew", { params: none, row: none });

type Size = z.output<typeof sizeRow>;

export interface PlanRenewalDeps {
  graph: Graph;
  /** Plans the first statements, as a start does. */
  planAhead(): Promise<void>;
  /** Aborted when the service stops: what fails from then on is no failure. */
  signal: AbortSignal;
  log: Logger;
  /** Milliseconds between two looks; default 5,000. */
  pauseMs?: number;
}

const PAUSE_MS = 5_000;
/** A scan of less costs nothing. */
const MIN_SIZE = 100;
const GROWTH = 10;

/**
 * Has Neo4j plan its statements anew when the graph has outgrown their plans: when it has ten times as many CIs or
 * relationships, and a hundred at least, as at the start or at the last renewal.
 *
 * Neo4j samples an index some seconds after its first entries were written. A statement that is planned in between takes the
 * index for empty and scans it, and Neo4j keeps that plan however large the index grows: it plans anew when the number of
 * nodes has changed, and not when a sample has. So the first scan of a network would leave plans that read every CI.
 */
export function createPlanRenewal({ graph, planAhead, signal, log, pauseMs = PAUSE_MS }: PlanRenewalDeps): Repeated {
  let planned: Size | undefined;
  const look = async () => {
    const [size] = await graph.read(readSize, {});
    if (!size) throw new Error("a graph without a size");
    planned ??= size;
    if (!isOutgrown(planned.cis, size.cis) && !isOutgrown(planned.relationships, size.relationships)) return;
    if (await renewed(graph, log)) {
      log.info(size, "the graph has grown: statements are planned anew");
      await planAhead();
    }
    planned = size;
  };
  const lookUnlessStopped = () =>
    look().catch((error) => {
      if (!signal.aborted) throw error;
    });
  const looks = repeat(lookUnlessStopped, pauseMs, log, "whether the graph has outgrown its plans could not be told");
  let first: Promise<void> = Promise.resolve();
  return {
    start() {
      // The next look tells of a store that is away.
      first = look()
        .catch(() => undefined)
        .then(() => looks.start());
    },
    async stop() {
      await first;
      await looks.stop();
    },
  };
}

const isOutgrown = (planned: number, now: number) => now >= MIN_SIZE && now >= planned * GROWTH;

/** False where the server refuses to renew plans. Throws AppError where it cannot be reached. */
async function renewed(graph: Graph, log: Logger): Promise<boolean> {
  try {
    await graph.read(renew, {});
    return true;
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.warn(
      { err: error },
      "Neo4j refuses to plan statements anew: those planned on an empty graph may scan it until it restarts",
    );
    return false;
  }
}
