import type { RequestContext } from "../../context.ts";
import type { Exchange } from "./exchange.ts";
import type { Gate } from "./gate.ts";
import type { Input } from "./input.ts";
import type { MountedRoute } from "./mounted.ts";
import type { Authenticator, Identity } from "./ports.ts";
import type { Call, Method, PublicContext, RawBody } from "./route.ts";
import type { Variant } from "./variant.ts";

/** A request whose parts match their schemas, as its handler gets it. Computes most members on first use. */
export class CheckedCall implements Call<RequestContext | PublicContext> {
  readonly ctx: RequestContext | PublicContext;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly rawBody: RawBody | undefined;
  readonly idempotencyId: string | undefined;
  readonly variant: Variant;
  readonly method: Method;
  readonly #x: Exchange;
  readonly #origin: () => string;
  readonly #authenticator: Authenticator;
  readonly #mounted: MountedRoute;
  readonly #gate: Gate;

  constructor(
    x: Exchange,
    mounted: MountedRoute,
    ctx: RequestContext | PublicContext,
    input: Input,
    more: { idempotencyId: string | undefined; origin: () => string; authenticator: Authenticator; gate: Gate },
  ) {
    this.ctx = ctx;
    this.params = input.params;
    this.query = input.query;
    this.body = input.body;
    this.rawBody = input.rawBody;
    this.idempotencyId = more.idempotencyId;
    this.variant = mounted.variant;
    this.method = mounted.route.method;
    this.#x = x;
    this.#origin = more.origin;
    this.#authenticator = more.authenticator;
    this.#mounted = mounted;
    this.#gate = more.gate;
  }

  get origin(): string {
    return this.#origin();
  }

  get isHttps(): boolean {
    return this.origin.startsWith("https:") || this.#x.isHttps;
  }

  get isHead(): boolean {
    return this.#x.request.method === "HEAD";
  }

  get path(): string {
    return this.#x.path;
  }

  get rawQuery(): string {
    return this.#x.rawQuery;
  }

  header(name: string): string | undefined {
    return this.#x.header(name.toLowerCase());
  }

  parsedBody(value: unknown): void {
    this.#x.body = value;
  }

  async authenticate(): Promise<RequestContext> {
    const identity = await this.#authenticator.authenticate(this.#x);
    this.#x.announceExpiry(identity);
    return this.#x.context(identity);
  }

  prove<T>(whom: string, check: () => Promise<T>): Promise<T> {
    return this.#gate.prove(this.#x, this.#mounted, whom, check);
  }

  async admit(identity: Identity): Promise<RequestContext> {
    await this.#gate.admit(this.#x, this.#mounted, identity);
    return this.#x.context(identity);
  }
}

/** The context of a caller without a credential. */
export function publicContext(x: Exchange): PublicContext {
  return {
    requestId: x.requestId,
    get client() {
      return x.client;
    },
    get signal() {
      return x.signal;
    },
  };
}
