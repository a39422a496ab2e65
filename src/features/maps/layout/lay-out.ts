import type { Logger } from "../../../platform/log.ts";
import { layOutInColumns } from "./columns.ts";
import { dotGraph, readPlain, suitsDot } from "./dot.ts";
import type { DotProcess } from "./dot-process.ts";
import type { Layout, LayoutInput } from "./layout.model.ts";

export type LayOut = (input: LayoutInput) => Promise<Layout>;

/**
 * Lays out small graphs with Graphviz, which crosses fewer lines, and large ones in columns, which always takes
 * milliseconds. Falls back to columns if the engine fails.
 */
export function createLayOut(deps: { dot: DotProcess; log: Logger }): LayOut {
  return async (input) => {
    if (!suitsDot(input)) return layOutInColumns(input);
    try {
      return readPlain(await deps.dot.layOut(dotGraph(input)), input);
    } catch (error) {
      deps.log.warn({ err: error, nodes: input.layers.length }, "a map was laid out without the engine");
      return layOutInColumns(input);
    }
  };
}
