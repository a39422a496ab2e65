import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver of deliveries in a process of its own. What is asked of it, and what it answers. */
export type ReceiverCommand =
  | { ask: "reset"; silent: string | null }
  | { ask: "await"; count: number }
  | { ask: "report" };
export interface ReceiverReport {
  count: number;
  distinct: number;
  /** Of messages that say when they were made (`data.ci.made_ms`): path and milliseconds until they arrived. */
  latencies: [path: string, ms: number][];
}

let count = 0;
let ids = new Set<string>();
let latencies: [string, number][] = [];
let silent: string | null = null;
let awaited: number | undefined;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const path = request.url ?? "";
    if (path === silent) return;
    const arrivedMs = performance.timeOrigin + performance.now();
    const madeMs = /"made_ms":([\d.]+)/.exec(Buffer.concat(chunks).toString())?.[1];
    if (madeMs !== undefined) latencies.push([path, arrivedMs - Number(madeMs)]);
    count++;
    ids.add(request.headers["webhook-id"] as string);
    response.writeHead(204).end();
    answerAwaited();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

function answerAwaited(): void {
  if (awaited === undefined || count < awaited) return;
  awaited = undefined;
  process.send?.({ done: count });
}

process.on("message", (command: ReceiverCommand) => {
  if (command.ask === "reset") {
    [count, ids, latencies, silent] = [0, new Set(), [], command.silent];
    process.send?.({ done: 0 });
  } else if (command.ask === "await") {
    awaited = command.count;
    answerAwaited();
  } else {
    const report: ReceiverReport = { count, distinct: ids.size, latencies };
    process.send?.({ report });
  }
});
