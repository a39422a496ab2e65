import type { Logger } from "../../../platform/log.ts";
import { layOutInColumns } from "./columns.ts";
import { dotGraph, readPlain, suitsDot } from "./dot.ts";
import type { DotProcess } from "./dot-process.ts";
import type { Layout, LayoutInput } from "./layout.model.ts";

export type LayOut = (input: LayoutInput) => Promise<Layout>;

/**
 * Places small graphs by Graphviz, which crosses fewer lines, and large ones in plain columns, which takes milliseconds
 * whatever they hold. Where the engine fails, columns take its place too.
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
