import { Worker } from "node:worker_threads";
import type { Graph } from "@viz-js/viz";
import { createSequence } from "../../../platform/sequence.ts";
import type { DotAnswer, DotRequest } from "./dot-worker.ts";

/** Lays out graphs with Graphviz in a worker thread, one at a time. */
export interface DotProcess {
  /** Coordinates in the plain output format. Rejects if the engine fails, hangs, or its queue is full. */
  layOut(graph: Graph): Promise<string>;
  close(): Promise<void>;
}

export interface DotProcessOptions {
  /** Timeout of one graph, in milliseconds. */
  timeoutMs?: number;
  maxWaiting?: number;
  /** Module of the worker thread. */
  module?: URL;
}

/** The thread starts with the first graph, does not keep the process alive, and is replaced when it fails. */
export function createDotProcess(options: DotProcessOptions = {}): DotProcess {
  const { timeoutMs = 2_000, maxWaiting = 20, module = new URL("./dot-worker.ts", import.meta.url) } = options;
  let worker: Worker | undefined;
  let waiting = 0;
  const inSequence = createSequence();

  const start = (): Worker => {
    const started = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
    started.unref();
    // Each graph adds its own listeners; after a failure between graphs the next one starts another thread.
    started.on("error", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };

  const discard = () => {
    const discarded = worker;
    worker = undefined;
    return discarded?.terminate();
  };

  const requestLayout = (graph: Graph): Promise<string> => {
    worker ??= start();
    const target = worker;
    return new Promise<string>((resolve, reject) => {
      const settle = (settled: () => void) => {
        clearTimeout(timer);
        target.off("message", onMessage).off("error", onError).off("exit", onExit);
        settled();
      };
      const fail = (error: Error) =>
        settle(() => {
          void discard();
          reject(error);
        });
      const onMessage = (answer: DotAnswer) =>
        settle(() => ("plain" in answer ? resolve(answer.plain) : reject(new Error(answer.error))));
      const onError = (error: unknown) => fail(error instanceof Error ? error : new Error(String(error)));
      const onExit = () => fail(new Error("the layout engine ended"));
      const timer = setTimeout(() => fail(new Error(`no layout within ${timeoutMs} ms`)), timeoutMs);
      target.on("message", onMessage).on("error", onError).on("exit", onExit);
      target.postMessage({ graph } satisfies DotRequest);
    });
  };

  return {
    async layOut(graph) {
      if (waiting >= maxWaiting) throw new Error("too many graphs are waiting to be laid out");
      waiting++;
      try {
        return await inSequence(() => requestLayout(graph));
      } finally {
        waiting--;
      }
    },

    async close() {
      await discard();
    },
  };
}
