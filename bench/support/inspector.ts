/** A process that was started with `--inspect=127.0.0.1:<port>`. */
export interface Inspected {
  /** Collects all garbage twice, as finalizers leave some; returns the megabytes of its heap that are in use. */
  collectGarbage(): Promise<number>;
}

/** @param port of the process's inspector */
export function inspect(port: number): Inspected {
  return {
    async collectGarbage() {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
      await new Promise((resolve, reject) => {
        socket.addEventListener("open", resolve);
        socket.addEventListener("error", () => reject(new Error("the inspector does not answer")));
      });
      let last = 0;
      const call = (method: string) =>
        new Promise<{ usedSize: number }>((resolve) => {
          const id = ++last;
          socket.addEventListener("message", ({ data }) => {
            const answer = JSON.parse(String(data)) as { id: number; result: { usedSize: number } };
            if (answer.id === id) resolve(answer.result);
          });
          socket.send(JSON.stringify({ id, method }));
        });
      await call("HeapProfiler.collectGarbage");
      await call("HeapProfiler.collectGarbage");
      const { usedSize } = await call("Runtime.getHeapUsage");
      socket.close();
      return usedSize / 1024 ** 2;
    },
  };
}
