import type { Point } from "./seed";

export interface LayoutTask {
  turn: number;
  nodes: { id: string; parent: string | undefined; x: number; y: number; isFixed: boolean }[];
  /** Outermost first. */
  groups: { id: string; parent: string | undefined }[];
  links: { id: string; source: string; target: string }[];
}

export interface LayoutAnswer {
  turn: number;
  positions: [id: string, x: number, y: number][];
}

/** Lays out in a worker. A newer task makes an older one's answer undefined. */
export function createLayouter() {
  let worker: Worker | undefined;
  let last = 0;
  let settle: ((answer: Map<string, Point> | undefined) => void) | undefined;
  const stop = () => {
    worker?.terminate();
    worker = undefined;
    settle?.(undefined);
    settle = undefined;
  };
  return {
    layOut(task: Omit<LayoutTask, "turn">): Promise<Map<string, Point> | undefined> {
      // A running layout cannot be interrupted: its worker goes with it.
      if (settle) stop();
      worker ??= new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
      const turn = ++last;
      return new Promise((resolve, reject) => {
        settle = resolve;
        worker!.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
          if (data.turn !== turn) return;
          settle = undefined;
          resolve(new Map(data.positions.map(([id, x, y]) => [id, { x, y }])));
        };
        worker!.onerror = (event) => {
          settle = undefined;
          reject(new Error(`The layout failed: ${event.message}`));
        };
        worker!.postMessage({ ...task, turn } satisfies LayoutTask);
      });
    },
    stop,
  };
}
