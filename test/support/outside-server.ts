import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** `performance.now()` when its headers arrived. */
  at: number;
}

export type Answering = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** A fake external service on loopback; `answer` handles each request. */
export interface OutsideServer {
  base: string;
  seen: SeenRequest[];
  /** Milliseconds between the arrivals of requests. */
  gaps(): number[];
  answer(next: Answering): void;
  close(): Promise<void>;
}

export async function outsideServer(
  first: Answering = (_request, response) => void response.end(),
): Promise<OutsideServer> {
  let answering = first;
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString("utf8"), at };
      seen.push(one);
      void answering(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    gaps: () => seen.slice(1).map(({ at }, i) => at - seen[i]!.at),
    answer(next) {
      answering = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}
