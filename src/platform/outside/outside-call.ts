import type * as Undici from "undici";
import { coerceError, errorCode } from "../../errors.ts";
import { loadOnce } from "../load-once.ts";
import { createTrustingEgress, type Egress } from "./egress.ts";
import { createGuardedConnector } from "./egress-connect.ts";

export type OutsideFaultKind = "timeout" | "network" | "redirect" | "too_large";

/** What is known of a fault besides its kind. */
export interface FaultDetails {
  /** Of a fault of the network: `ECONNREFUSED`, `ENOTFOUND`, `EGRESS_REFUSED`, ... */
  code?: string;
  /** Of an answer that is not used. */
  status?: number;
  cause?: unknown;
}

/** An outbound call without a complete answer. The message contains neither addresses nor headers. */
export class OutsideFault extends Error {
  override readonly name = "OutsideFault";
  readonly kind: OutsideFaultKind;
  readonly code: string | undefined;
  readonly status: number | undefined;

  constructor(kind: OutsideFaultKind, message: string, { code, status, cause }: FaultDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.code = code;
    this.status = status;
  }
}

export interface OutsideAnswer {
  status: number;
  headers: Headers;
  body: string;
}

export interface OutsideCall {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "OPTIONS";
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Timeout in milliseconds from the start to the last byte. */
  timeoutMs: number;
  /** Maximum size of the answer's body in bytes, inflated. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** Called when the connection exists and the request is sent. */
  onSent?: (() => void) | undefined;
}

/**
 * Sends one HTTP request and reads the whole answer, within limits of time and size. Refuses redirects: a credential goes
 * only to the configured address. Rejects with OutsideFault, or with the signal's reason.
 */
export type CallOutside = (url: URL, call: OutsideCall) => Promise<OutsideAnswer>;

const CONNECT_MS = 10_000;

/**
 * Creates a client that reuses connections; they do not keep the process alive. It connects to the addresses that `egress`
 * allows; by default to all, for addresses of the configuration.
 */
export function createCallOutside(egress: Egress = createTrustingEgress()): CallOutside {
  // Loaded with the first call: most processes make none.
  const library = loadOnce(async () => {
    const undici = await import("undici");
    const connect = createGuardedConnector(undici, egress, CONNECT_MS);
    return { fetch: undici.fetch, agent: new undici.Agent({ connect, keepAliveTimeout: 10_000 }) };
  });
  return async (url, call) => {
    const { fetch, agent } = await library.get();
    const { method = "GET", headers = {}, body, timeoutMs, maxBytes, signal, onSent } = call;
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
        dispatcher: onSent ? agent.compose(notifySent(onSent)) : agent,
      });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        const { status } = response;
        throw new OutsideFault("redirect", `answered ${status}: redirects are not followed`, { status });
      }
      return {
        status: response.status,
        headers: new Headers([...response.headers]),
        body: await readBody(response, maxBytes),
      };
    } catch (thrown) {
      if (thrown instanceof OutsideFault) throw thrown;
      signal?.throwIfAborted();
      if (deadline.aborted) throw new OutsideFault("timeout", `did not answer within ${timeoutMs / 1000} s`);
      throw networkFault(coerceError(thrown));
    }
  };
}

/** Calls `onSent` when a request is written to its connection, after connecting if needed. */
function notifySent(onSent: () => void): Undici.Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const notifying: Undici.Dispatcher.DispatchHandler = {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context);
        onSent();
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    };
    return dispatch(options, notifying);
  };
}

function networkFault(error: Error): OutsideFault {
  const cause = coerceError(error.cause ?? error);
  const code = errorCode(cause) ?? cause.name;
  return new OutsideFault("network", `cannot be reached or broke off: ${code}`, { code, cause: error });
}

async function readBody(response: Undici.Response, maxBytes: number): Promise<string> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      const { status } = response;
      throw new OutsideFault("too_large", `answered with more than ${maxBytes} bytes`, { status });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
