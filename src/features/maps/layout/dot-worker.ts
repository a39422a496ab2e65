import { parentPort } from "node:worker_threads";
import { type Graph, instance } from "@viz-js/viz";

/** One graph to be laid out by Graphviz. */
export interface DotRequest {
  graph: Graph;
}

/** Its coordinates in Graphviz' plain output format, or why there are none. */
export type DotAnswer = { plain: string } | { error: string };

parentPort?.on("message", ({ graph }: DotRequest) => {
  answer(graph).then(
    (plain) => parentPort?.postMessage({ plain } satisfies DotAnswer),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies DotAnswer),
  );
});

/** Uses a new instance per graph: an instance keeps state of earlier graphs that changes its output. */
async function answer(graph: Graph): Promise<string> {
  const viz = await instance();
  return viz.renderString(graph, { engine: "dot", format: "plain" });
}
