import { setImmediate as otherWork } from "node:timers/promises";
import type { Logger } from "../../platform/log.ts";
import { createSequence } from "../../platform/sequence.ts";
import { drawSvg, NODE } from "./drawing/draw-svg.ts";
import { foldMap } from "./fold.ts";
import { createDotProcess } from "./layout/dot-process.ts";
import { createLayOut } from "./layout/lay-out.ts";
import type { DependencyMap } from "./map.model.ts";

/** Draws a map as an SVG document. The same map gives the same bytes, independent of the order of nodes and links. */
export type DrawMap = (map: DependencyMap) => Promise<string>;

export interface MapDrawing {
  draw: DrawMap;
  /** Ends the thread of the layout engine, if it runs. */
  close(): Promise<void>;
}

export function createMapDrawing({ log }: { log: Logger }): MapDrawing {
  const dot = createDotProcess();
  const layOut = createLayOut({ dot, log });
  const inSequence = createSequence();
  /** Runs work sequentially and yields to the event loop in between, so that many maps do not block other requests. */
  const sequentially = <T>(work: () => T): Promise<T> => inSequence(() => otherWork().then(work));
  return {
    async draw(map) {
      const folded = await sequentially(() => foldMap(map));
      const layout = await layOut({
        nodeWidth: NODE.width,
        nodeHeight: NODE.height,
        layers: folded.nodes.map(({ layer }) => layer),
        links: folded.links,
      });
      return sequentially(() => drawSvg(folded, layout));
    },
    close: () => dot.close(),
  };
}
