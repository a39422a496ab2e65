import type { IncomingMessage } from "node:http";
import type { ClientInfo, RequestContext } from "../../context.ts";
import { type AppError, unavailable } from "../../errors.ts";
import type { ClientAddress } from "./client-address.ts";
import type { Deadline, Deadlines } from "./deadlines.ts";
import type { CredentialSource, Identity } from "./ports.ts";
import { queryParameter, rawQuery } from "./query.ts";
import { rawPath } from "./router.ts";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const PRINTABLE = /^[\x20-\x7e]{1,128}$/;

/** Longest that a caller waits for a store, in milliseconds, unless the route says otherwise. */
export const DEFAULT_DEADLINE_MS = 4500;
/** A thousand things in one transaction take a busy machine longer than one answer usually may. */
export const BULK_DEADLINE_MS = 20_000;

/** What the requests of an application have in common. */
export interface ExchangeDeps {
  freshId: () => string;
  clientAddress: ClientAddress;
  deadlines: Deadlines;
}

/** One request while it is being answered. `incoming` is its connection, absent for a Request made in this process. */
export class Exchange implements CredentialSource, Deadline {
  readonly request: Request;
  readonly incoming: IncomingMessage | undefined;
  readonly started = performance.now();
  readonly requestId: string;
  /** Headers that the answer carries whatever becomes of the request. */
  readonly headers: Record<string, string>;
  identity: Identity | undefined;
  /** Set where the handler runs while the request is being counted, see `RequestContext`. */
  rateLimitVerdict: Promise<void> | undefined;
  /** For naming faults in the caller's own spelling. */
  body: unknown;
  query: Readonly<Record<string, unknown>> = {};
  deadlineMs = DEFAULT_DEADLINE_MS;
  /** Time that the caller itself took to send its body; no store is to blame for it. */
  receivingMs = 0;
  expired = false;
  /** By `performance.now()`; set while something is waited for. */
  dueAt = 0;
  /** `X-Department` and `X-Client-Version`, where they are well-formed. */
  readonly department: string | undefined;
  readonly clientVersion: string | undefined;
  readonly #deadlines: Deadlines;
  readonly #clientAddress: ClientAddress;
  #giveUp: ((reason: AppError) => void) | undefined;
  #abort: AbortController | undefined;
  #path: string | undefined;

  constructor(request: Request, incoming: IncomingMessage | undefined, shared: ExchangeDeps) {
    this.request = request;
    this.incoming = incoming;
    this.#deadlines = shared.deadlines;
    this.#clientAddress = shared.clientAddress;
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

  /** By lower-case name. A header that was repeated gives its values joined, as RFC 9110 (section 5.3) has it. */
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

  /** Made only when somebody asks for it. Aborted when the caller goes away or the deadline passes. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController();
      this.#abort = abort;
      if (this.expired) abort.abort(deadlinePassed());
      const gone = this.request.signal;
      if (gone.aborted) abort.abort(gone.reason);
      else gone.addEventListener("abort", () => abort.abort(gone.reason), { once: true });
    }
    return this.#abort.signal;
  }

  /** From now on the answer names the end of the caller's key, where that is near. */
  announceExpiry({ keyExpiresAt }: Identity): void {
    if (keyExpiresAt !== undefined) this.headers["X-API-Key-Expires"] = keyExpiresAt;
  }

  context(identity: Identity): RequestContext {
    return new ExchangeContext(this, identity);
  }

  /**
   * Waits for work no longer than the deadline leaves, and goes on with what it gives. Work that is late goes on by
   * itself, its signal aborted.
   *
   * @param onLate told of a fault in work that nobody waits for any more
   * @throws AppError SERVICE_UNAVAILABLE when the time is up
   */
  within<T, R>(work: Promise<T>, next: (value: T) => R | Promise<R>, onLate: (error: unknown) => void): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.dueAt = this.started + this.receivingMs + this.deadlineMs;
      this.#giveUp = reject;
      this.#deadlines.add(this);
      work.then(
        (value) => {
          this.#deadlines.delete(this);
          if (this.expired) return;
          try {
            resolve(next(value));
          } catch (error) {
            reject(error);
          }
        },
        (error) => {
          this.#deadlines.delete(this);
          if (this.expired) onLate(error);
          else reject(error);
        },
      );
    });
  }

  /** The time is up: the caller is answered, the work told to stop. */
  expire(): void {
    this.#deadlines.delete(this);
    this.expired = true;
    const reason = deadlinePassed();
    this.#abort?.abort(reason);
    this.#giveUp?.(reason);
  }
}

/** The signal is made when somebody first reads it, which most requests never do. */
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
