import type * as Undici from "undici";
import { coerceError } from "../../errors.ts";
import { loadOnce } from "../load-once.ts";
import type { Egress } from "./egress.ts";
import { createGuardedConnector } from "./egress-connect.ts";

/** Why a message got no answer. */
export type PostFault =
  | "egress_refused"
  | "dns_failed"
  | "connect_failed"
  | "tls_failed"
  | "connection_lost"
  | "malformed_answer"
  | "timeout";

export type PostOutcome = { status: number; retryAfter: string | undefined } | { fault: PostFault };

export interface GuardedPost {
  /** Sends a message. Never rejects. Does not follow redirects: they count as answers. */
  post(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<PostOutcome>;
  close(): Promise<void>;
}

export interface GuardedPostOptions {
  egress: Egress;
  /** Timeout in milliseconds from the start to the end of the answer's head. */
  timeoutMs: number;
}

const CONNECT_MS = 10_000;
/** Limits for reading an answer's body, to reuse the connection; beyond them the connection is closed. */
const DRAIN_BYTES = 65_536;
const DRAIN_MS = 1_000;
const IDLE_MS = 10_000;

/** Creates a client for messages to tenants' addresses. Only the head of an answer counts; the body is discarded. */
export function createGuardedPost({ egress, timeoutMs }: GuardedPostOptions): GuardedPost {
  // Loaded with the first message: most processes send none.
  const agent = loadOnce(async (): Promise<Undici.Agent> => {
    const undici = await import("undici");
    const connect = createGuardedConnector(undici, egress, Math.min(CONNECT_MS, timeoutMs));
    return new undici.Agent({ connect, keepAliveTimeout: IDLE_MS, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
  });
  return {
    async post(url, headers, body) {
      return send(await agent.get(), { url, headers, body, timeoutMs });
    },
    async close() {
      await (await agent.started())?.destroy();
    },
  };
}

interface Message {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
}

function send(agent: Undici.Agent, { url, headers, body, timeoutMs }: Message): Promise<PostOutcome> {
  return new Promise((resolve) => {
    let control: Undici.Dispatcher.DispatchController | undefined;
    let over: PostOutcome | undefined;
    let drained = 0;
    const end = (outcome: PostOutcome) => {
      over ??= outcome;
      clearTimeout(timer);
      resolve(over);
    };
    const giveUp = () => {
      end({ fault: "timeout" });
      control?.abort(new Error("given up"));
    };
    let timer = setTimeout(giveUp, timeoutMs);
    const answered = (status: number, answer: Record<string, string | string[] | undefined>) => {
      clearTimeout(timer);
      over ??= { status, retryAfter: textOf(answer["retry-after"]) };
      timer = setTimeout(giveUp, DRAIN_MS);
    };
    const handler: Undici.Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        control = controller;
        if (over) controller.abort(new Error("given up"));
      },
      onResponseStart(_controller, status, answer) {
        // Statuses below 200 are informational.
        if (status >= 200) answered(status, answer);
      },
      onResponseData(_controller, chunk) {
        drained += chunk.length;
        if (drained > DRAIN_BYTES) giveUp();
      },
      onResponseEnd: () => end({ fault: "connection_lost" }),
      onResponseError: (_controller, error) => end({ fault: faultOf(error) }),
    };
    const path = `${url.pathname}${url.search}`;
    try {
      agent.dispatch({ origin: url.origin, path, method: "POST", headers: { ...headers }, body }, handler);
    } catch (error) {
      end({ fault: faultOf(error) });
    }
  });
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function faultOf(thrown: unknown): PostFault {
  const codes = codesOf(thrown);
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  if (has(/^EGRESS_REFUSED$/)) return "egress_refused";
  if (has(/TIMEOUT|ETIMEDOUT/)) return has(/^(?:ETIMEOUT|ESERVFAIL)$/) ? "dns_failed" : "timeout";
  if (has(/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EBADRESP|EREFUSED|EBUSY)/)) return "dns_failed";
  if (has(/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/)) return "connect_failed";
  if (has(/^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/)) return "tls_failed";
  if (has(/^(?:HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/)) return "malformed_answer";
  return "connection_lost";
}

/** Codes of the error, its causes, and the members of an AggregateError. */
function codesOf(thrown: unknown, depth = 0): string[] {
  if (thrown === undefined || depth > 3) return [];
  const error = coerceError(thrown) as NodeJS.ErrnoException & { errors?: unknown[] };
  const inner = [error.cause, ...(error.errors ?? [])].filter((each) => each !== undefined);
  return [error.code ?? error.name, ...inner.flatMap((each) => codesOf(each, depth + 1))];
}
