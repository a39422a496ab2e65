import type { IncomingMessage } from "node:http";
import type { ClientInfo, RequestContext } from "../../context.ts";
import { type AppError, unavailable } from "../../errors.ts";
import type { ClientAddress, ForwardedByHttps } from "./client-address.ts";
import type { Deadline, Deadlines } from "./deadlines.ts";
import type { CredentialSource, Identity } from "./ports.ts";
import { queryParameter, rawQuery } from "./query.ts";
import { rawPath } from "./router.ts";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const PRINTABLE = /^[\x20-\x7e]{1,128}$/;

/** Default deadline of a request, in milliseconds. */
export const DEFAULT_DEADLINE_MS = 4500;
/** Deadline of bulk writes, in milliseconds: a busy machine needs longer for a thousand things in one transaction. */
export const BULK_DEADLINE_MS = 20_000;

/** What the requests of an application share. */
export interface ExchangeDeps {
  freshId: () => string;
  clientAddress: ClientAddress;
  forwardedByHttps: ForwardedByHttps;
  deadlines: Deadlines;
}

/** One request in progress. `incoming` is its connection, absent for a Request created in this process. */
export class Exchange implements CredentialSource, Deadline {
  readonly request: Request;
  readonly incoming: IncomingMessage | undefined;
  readonly started = performance.now();
  readonly requestId: string;
  /** Headers of the answer, independent of its outcome. */
  readonly headers: Record<string, string>;
  identity: Identity | undefined;
  /** Set if the handler runs before the rate limiter has counted the request, see `RequestContext`. */
  rateLimitVerdict: Promise<void> | undefined;
  /** The body as sent, to name faults in the caller's spelling. */
  body: unknown;
  query: Readonly<Record<string, unknown>> = {};
  deadlineMs = DEFAULT_DEADLINE_MS;
  /** Time that the caller took to send its body; it extends the deadline. */
  receivingMs = 0;
  expired = false;
  /** By `performance.now()`; set while the request waits for work. */
  dueAt = 0;
  /** `X-Department` and `X-Client-Version`, if well-formed. */
  readonly department: string | undefined;
  readonly clientVersion: string | undefined;
  readonly #deadlines: Deadlines;
  readonly #clientAddress: ClientAddress;
  readonly #forwardedByHttps: ForwardedByHttps;
  #giveUp: ((reason: AppError) => void) | undefined;
  #abort: AbortController | undefined;
  #path: string | undefined;

  constructor(request: Request, incoming: IncomingMessage | undefined, shared: ExchangeDeps) {
    this.request = request;
    this.incoming = incoming;
    this.#deadlines = shared.deadlines;
    this.#clientAddress = shared.clientAddress;
    this.#forwardedByHttps = shared.forwardedByHttps;
    const given = this.header("x-request-id");
    this.requestId = given !== undefined && REQUEST_ID.test(given) ? given : shared.freshId();
    this.department = printable(this.header("x-department"));
    this.clientVersion = printable(this.header("x-client-version"));
    this.headers = {
      "X-Request-ID": this.requestId,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    };
  }

  /** The header of that lower-case name; the values of a repeated header are joined (RFC 9110, section 5.3). */
  header(name: string): string | undefined {
    if (!this.incoming) return this.request.headers.get(name) ?? undefined;
    const value = this.incoming.headers[name];
    return typeof value === "string" || value === undefined ? value : value.join(", ");
  }

  queryApiKey(): string | undefined {
    return queryParameter(this.rawQuery, "api_key");
  }

  get address(): string {
    return this.#clientAddress(this.incoming?.socket?.remoteAddress ?? "", () => this.header("x-forwarded-for"));
  }

  /** Whether a trusted proxy was reached by https. */
  get isHttps(): boolean {
    const peer = this.incoming?.socket?.remoteAddress ?? "";
    return this.#forwardedByHttps(peer, () => this.header("x-forwarded-proto"));
  }

  get path(): string {
    this.#path ??= rawPath(this.request.url);
    return this.#path;
  }

  get rawQuery(): string {
    return rawQuery(this.request.url);
  }

  get client(): ClientInfo {
    return { address: this.address, department: this.department, version: this.clientVersion };
  }

  /** Aborted when the caller disconnects or the deadline passes. Created on first use. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController();
      this.#abort = abort;
      if (this.expired) abort.abort(deadlinePassed());
      const disconnected = this.request.signal;
      if (disconnected.aborted) abort.abort(disconnected.reason);
      else disconnected.addEventListener("abort", () => abort.abort(disconnected.reason), { once: true });
    }
    return this.#abort.signal;
  }

  /** Adds the expiry of the caller's key to the answer, if it is near. */
  announceExpiry({ keyExpiresAt }: Identity): void {
    if (keyExpiresAt !== undefined) this.headers["X-API-Key-Expires"] = keyExpiresAt;
  }

  context(identity: Identity): RequestContext {
    return new ExchangeContext(this, identity);
  }

  /**
   * Waits for the work until the deadline, then calls `next` with its result. Late work continues with an aborted signal.
   *
   * @param onLate called with the error of late work
   * @throws AppError SERVICE_UNAVAILABLE when the deadline passes
   */
  within<T, R>(work: Promise<T>, next: (value: T) => R | Promise<R>, onLate: (error: unknown) => void): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.dueAt = this.started + this.receivingMs + this.deadlineMs;
      this.#giveUp = reject;
      this.#deadlines.add(this);
      const done = () => {
        this.#deadlines.delete(this);
        this.#giveUp = undefined;
      };
      work.then(
        (value) => {
          done();
          if (this.expired) return;
          try {
            resolve(next(value));
          } catch (error) {
            reject(error);
          }
        },
        (error) => {
          done();
          if (this.expired) onLate(error);
          else reject(error);
        },
      );
    });
  }

  /** Ends the wait, if any: answers the caller with 503 and aborts the signal of the work. */
  expire(): void {
    if (!this.#giveUp || this.expired) return;
    this.#deadlines.delete(this);
    this.expired = true;
    const reason = deadlinePassed();
    this.#abort?.abort(reason);
    this.#giveUp(reason);
  }
}

/** Creates the signal on first use: most requests never read it. */
class ExchangeContext implements RequestContext {
  readonly tenantId: Identity["tenantId"];
  readonly actor: Identity["actor"];
  readonly scopes: Identity["scopes"];
  readonly requestId: string;
  readonly #x: Exchange;

  constructor(x: Exchange, { tenantId, actor, scopes }: Identity) {
    this.tenantId = tenantId;
    this.actor = actor;
    this.scopes = scopes;
    this.requestId = x.requestId;
    this.#x = x;
  }

  get client(): ClientInfo {
    return this.#x.client;
  }

  get signal(): AbortSignal {
    return this.#x.signal;
  }

  get rateLimitVerdict(): Promise<void> | undefined {
    return this.#x.rateLimitVerdict;
  }
}

function deadlinePassed(): AppError {
  return unavailable("The request took too long; a store may be slow or unreachable");
}

function printable(text: string | undefined): string | undefined {
  return text !== undefined && PRINTABLE.test(text) ? text : undefined;
}
