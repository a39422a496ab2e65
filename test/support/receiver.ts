import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One received message. */
export interface Arrival {
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

export type Answer = (arrival: Arrival, response: ServerResponse, request: IncomingMessage) => void;

const ok: Answer = (_arrival, response) => void response.writeHead(204).end();

/** A local webhook receiver that keeps messages and counts connections. */
export async function createReceiver(answer: Answer = ok) {
  const arrivals: Arrival[] = [];
  let connections = 0;
  let answers = answer;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      const arrival = { path: request.url ?? "", headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
      arrivals.push(arrival);
      answers(arrival, response, request);
    });
    request.on("error", () => {});
    response.on("error", () => {});
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    connections: () => connections,
    answer(next: Answer) {
      answers = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Receiver = Awaited<ReturnType<typeof createReceiver>>;

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_arrival, response) =>
    void response.writeHead(code, headers).end();

/** Whether a signature matches the secret, computed as the Standard Webhooks specification says. */
export function isSignedWith(secret: string, { headers, body }: Pick<Arrival, "headers" | "body">): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return (headers["webhook-signature"] ?? "").split(" ").includes(expected);
}
