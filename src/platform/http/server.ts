import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { AppError } from "../../errors.ts";
import { newId } from "../ids.ts";
import type { HttpApp } from "./http-app.ts";
import { internalError, renderError } from "./rendered.ts";
import type { Variant } from "./variant.ts";
import { createVariantB } from "./variant-b.ts";

export { createHttpApp, type HttpApp } from "./http-app.ts";

export interface ServeOptions {
  app: HttpApp;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Base of absolute addresses. */
  origin: () => string;
}

export interface RunningServer {
  host: string;
  port: number;
  /** Refuses new connections, lets requests in flight finish, and closes the remaining connections after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** Timeouts of a request's head and of the whole request: 32 MB over a slow line. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Starts to listen. Rejects if the address cannot be bound. */
export function serve(options: ServeOptions): Promise<RunningServer> {
  const { app, host, port, origin } = options;
  const fallback = createVariantB({ base: "", origin });
  const refuse = (error: AppError) => refusal(fallback, error);
  const listener = getRequestListener(app.fetch, {
    hostname: host,
    // The caller may read only faults of the request.
    errorHandler: (error) => {
      const shown = error instanceof RequestError ? malformed(NOT_HTTP) : internalError(error);
      const { status, headers, body } = refuse(shown);
      return new Response(body as string, { status, headers });
    },
  });
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: 5_000,
      // Otherwise Node would silently use the first of two different credentials or hosts.
      joinDuplicateHeaders: true,
    },
    listener,
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => answerMalformed(error, socket, refuse));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address() as AddressInfo;
      resolve({ host, port: address.port, close: (graceMs = 10_000) => closeServer(server, graceMs) });
    });
  });
}

const NOT_HTTP = "The request is not well-formed HTTP";

function malformed(message: string): AppError {
  return new AppError("VALIDATION_ERROR", message);
}

function refusal(fallback: Variant, error: AppError) {
  const requestId = newId();
  const rendered = renderError({ error, requestId, body: undefined, query: {} }, fallback);
  return { ...rendered, headers: { "X-Request-ID": requestId, ...rendered.headers } };
}

/** Answers a request that Node's parser refused with a well-formed error, then closes the connection. */
function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  refuse: (error: AppError) => { headers: Record<string, string>; body: unknown },
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", "The headers are too large"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "The request did not arrive in time"]
        : ["400 Bad Request", NOT_HTTP];
  const { headers, body } = refuse(malformed(message));
  const text = String(body);
  const lines = Object.entries({ ...headers, "Content-Length": Buffer.byteLength(text), Connection: "close" });
  socket.end(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`);
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Connections that were busy at the close become idle one by one; nothing else closes them.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
