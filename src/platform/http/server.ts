import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
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
  /**
   * Refuses new connections, answers requests in flight and further ones on open connections, and closes each
   * connection with its answer, or after a second without one. What remains after `graceMs` is cut.
   */
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
  const answering = new Set<ServerResponse>();
  server.on("request", (_request, response: ServerResponse) => {
    answering.add(response);
    response.once("close", () => answering.delete(response));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address() as AddressInfo;
      resolve({ host, port: address.port, close: (graceMs = 10_000) => closeServer(server, answering, graceMs) });
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

/** A request may be on its way on a connection that is idle here: after so long without one, none is expected. */
const IDLE_GRACE_MS = 1_000;

function closeServer(server: Server, answering: ReadonlySet<ServerResponse>, graceMs: number): Promise<void> {
  // Answers say that the connection ends with them, so that clients open the next one elsewhere.
  const endWith = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };
  for (const response of answering) endWith(response);
  server.prependListener("request", (_request, response: ServerResponse) => endWith(response));
  return new Promise((resolve) => {
    let idle: NodeJS.Timeout;
    const closeIdle = () => {
      afterArrivals(() => server.closeIdleConnections());
      // Connections that were busy become idle one by one; nothing else closes them.
      idle = setTimeout(closeIdle, 50);
    };
    idle = setTimeout(closeIdle, Math.min(IDLE_GRACE_MS, graceMs));
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    const closed = () => {
      clearTimeout(idle);
      clearTimeout(cut);
      // Ends the check of connections too.
      server.close(() => resolve());
    };
    // The method of HTTP servers would close idle connections at once.
    afterArrivals(() => NetServer.prototype.close.call(server, closed));
  });
}

/**
 * Runs the work when what has arrived was taken in, connections and requests: what waits in the operating system while a
 * socket closes is reset.
 */
function afterArrivals(work: () => void): void {
  setImmediate(work);
}
