import { setImmediate as otherWork } from "node:timers/promises";
import type { Logger } from "../../platform/log.ts";
import { drawSvg, NODE } from "./drawing/draw-svg.ts";
import { foldMap } from "./fold.ts";
import { createDotProcess } from "./layout/dot-process.ts";
import { createLayOut } from "./layout/lay-out.ts";
import type { DependencyMap } from "./map.model.ts";

/** A map as an SVG document; the same map gives the same bytes, in whatever order its nodes and links come. */
export type DrawMap = (map: DependencyMap) => Promise<string>;

export interface MapDrawing {
  draw: DrawMap;
  /** Ends the thread of the layout engine, where one runs. */
  close(): Promise<void>;
}

export function createMapDrawing({ log }: { log: Logger }): MapDrawing {
  const dot = createDotProcess();
  const layOut = createLayOut({ dot, log });
  let last: Promise<unknown> = Promise.resolve();
  /** One piece of work after the other, with whatever else waits in between: many maps at once hold nobody up. */
  const sequentially = <T>(work: () => T): Promise<T> => {
    const mine = last.then(() => otherWork()).then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
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
