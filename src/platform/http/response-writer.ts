import type { AccessLog } from "./access-log.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpMetrics, RecordRequest } from "./metrics.ts";
import type { MountedRoute } from "./mounted.ts";
import type { Rendered } from "./rendered.ts";
import type { Variant } from "./variant.ts";

export interface ResponseWriterDeps {
  accessLog: AccessLog;
  metrics: HttpMetrics;
}

/** The outcome of a request, for the log and the metrics. */
export interface Outcome {
  variant: Variant;
  mounted?: MountedRoute;
  code?: string;
}

/** Turns a rendered result into the response, and records it in the access log and the metrics. */
export function createResponseWriter({ accessLog, metrics }: ResponseWriterDeps) {
  const recorders = new WeakMap<MountedRoute | Variant, RecordRequest>();
  const recorderOf = (variant: Variant, mounted: MountedRoute | undefined): RecordRequest => {
    const known = recorders.get(mounted ?? variant);
    if (known) return known;
    const made = metrics.recorder(mounted?.route.method ?? "other", mounted?.pattern ?? "", variant.name);
    recorders.set(mounted ?? variant, made);
    return made;
  };

  return (x: Exchange, { mounted, variant, code }: Outcome, rendered: Rendered): Response => {
    const method = x.request.method;
    const head = method === "HEAD";
    const answered = head || method === "GET" ? notModified(x, rendered) : rendered;
    const { status } = answered;
    const headers = Object.assign(x.headers, answered.headers);
    const response = new Response(head ? withoutBody(answered, headers) : bodyOf(answered), { status, headers });
    const ms = performance.now() - x.started;
    recorderOf(variant, mounted)(status, ms / 1000);
    accessLog.write({
      method,
      route: mounted?.pattern ?? "",
      status,
      ms,
      requestId: x.requestId,
      identity: x.identity,
      department: x.department,
      clientVersion: x.clientVersion,
      code,
    });
    return response;
  };
}

/** 304 if the caller's copy is current (RFC 9110, section 13.1.2; weak comparison), else the result unchanged. */
function notModified(x: Exchange, rendered: Rendered): Rendered {
  const tag = rendered.headers.ETag;
  if (rendered.status !== 200 || tag === undefined) return rendered;
  const held = x.header("if-none-match");
  if (held === undefined) return rendered;
  const same = held.trim() === "*" || held.split(",").some((other) => bare(other) === bare(tag));
  if (!same) return rendered;
  if (rendered.body instanceof ReadableStream) void rendered.body.cancel();
  return { status: 304, headers: cachingHeaders(rendered.headers), body: null };
}

/** The headers of the 200 answer that a 304 repeats (RFC 9110, section 15.4.5). */
function cachingHeaders(headers: Rendered["headers"]): Rendered["headers"] {
  const names = ["ETag", "Cache-Control", "Vary"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

function bare(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}

/** In UTF-16 code units. */
const LONG_TEXT = 65_536;

/** The body; a long text as bytes. Node appends a text to the head, and so copies it once more before it is encoded. */
function bodyOf({ body }: Rendered): Rendered["body"] {
  return typeof body === "string" && body.length >= LONG_TEXT ? Buffer.from(body) : body;
}

/** HEAD answers with the headers of GET, including its length, and no body. */
function withoutBody({ body }: Rendered, headers: Record<string, string>): null {
  if (typeof body === "string") headers["Content-Length"] = String(Buffer.byteLength(body));
  else if (body instanceof Uint8Array) headers["Content-Length"] = String(body.byteLength);
  else if (body) void body.cancel();
  return null;
}
