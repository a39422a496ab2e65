import type { z } from "zod";
import type { ClientInfo, RequestContext } from "../../context.ts";
import type { AppError, ErrorCode } from "../../errors.ts";
import type { Scope } from "../../model/scopes.ts";
import type { HttpResult } from "./answers.ts";
import type { Formats } from "./negotiation.ts";
import type { Identity, RateClass } from "./ports.ts";
import type { Variant } from "./variant.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: holders of the scope (or one of several), a user with its own login's token (and a scope, if declared),
 * anybody, or whoever the handler itself finds out.
 */
export type Access =
  | { scope: Scope | readonly [Scope, ...Scope[]]; user?: undefined; public?: undefined }
  | {
      user: true;
      scope?: Scope | readonly [Scope, ...Scope[]];
      public?: undefined;
      /** Open to a user who must do something else first: this route is it, or leads there. */
      restricted?: true;
    }
  | {
      public: true;
      scope?: undefined;
      user?: undefined;
      /**
       * The caller proves itself by what it sends, in a way of its own: the handler authenticates it, and has the request
       * counted by `Call.admit`; failures are limited by `Call.prove`.
       */
      signed?: true;
    };

/** The context of a caller without a credential. */
export type PublicContext = Pick<RequestContext, "requestId" | "signal"> & { client: ClientInfo };

export interface RawBody {
  bytes: Uint8Array;
  /** Without parameters, in lower case, e.g. `application/xml`. */
  mediaType: string;
}

/** A checked request, as a route's handler gets it. */
export interface Call<C = RequestContext, P = unknown, Q = unknown, B = unknown> {
  ctx: C;
  params: P;
  query: Q;
  body: B;
  /** Set if the route declares `rawBody` and the caller sent one of its types. */
  rawBody: RawBody | undefined;
  /** Id for the thing to be created, if the caller sent an Idempotency-Key: the same for every try. */
  idempotencyId: string | undefined;
  variant: Variant;
  /** Base of absolute addresses, without a trailing slash. */
  origin: string;
  method: Method;
  /** Whether the caller reached the service by https: by its base address, or by what a trusted proxy says. */
  readonly isHttps: boolean;
  /** Whether the caller asked for the headers alone (HEAD). */
  isHead: boolean;
  /** Raw path. */
  path: string;
  /** Raw query, without `?`. */
  rawQuery: string;
  header(name: string): string | undefined;
  /** Names the body that a handler parsed from `rawBody`, so that faults name its fields as the caller spelled them. */
  parsedBody(value: unknown): void;
  /** Authenticates the caller of a public route that answers more to a credential. Throws 401 without a valid one. */
  authenticate(): Promise<RequestContext>;
  /**
   * Runs the check of a `signed` route's handler, which throws 401 where the caller does not prove itself to `whom`. Each 401
   * counts against the caller's address and `whom`, as logins count; once too many failed, throws 429 without the check. Other
   * addresses, and the same address elsewhere, are not affected.
   */
  prove<T>(whom: string, check: () => Promise<T>): Promise<T>;
  /** Counts the request of a caller whom the handler of a `signed` route authenticated. Throws 429 beyond its limits. */
  admit(identity: Identity): Promise<RequestContext>;
}

export interface ResponseSpec {
  description: string;
  /** Schema of `body`, or of one item if `list` is set; the variant adds its envelope. */
  schema?: z.ZodType;
  list?: boolean;
  /** Name and meaning of further headers; an empty meaning is that of the documents' shared header. */
  headers?: Record<string, string>;
  /** Media types of a raw answer instead of JSON, e.g. `application/pdf`. */
  contentType?: string | readonly string[];
  /** Examples of raw answers, by media type. */
  examples?: Readonly<Record<string, string>>;
}

/** An error as a page, with the headers that the page needs. */
export interface ErrorPage {
  content: string;
  contentType: string;
  headers: Readonly<Record<string, string>>;
}

export interface Deprecation {
  /** YYYY-MM-DD, at least 12 months after the successor's release (section 9 of the interface specification). */
  date: string;
  /** Absolute address of the migration notes. */
  info: string;
  /** YYYY-MM-DD. */
  successorReleased: string;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
export type ContextOf<A> = A extends { public: true } ? PublicContext : RequestContext;
type Schema = z.ZodType | undefined;

export interface RouteSpec<A extends Access, P extends Schema, Q extends Schema, B extends Schema> {
  method: Method;
  /** Below the variant's base, in OpenAPI's form: `/cmdb/ci/{id}`. Only operations end in `{+path}`, for any path below. */
  path: string;
  /** Unique among the routes of a variant. */
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  access: A;
  limit: RateClass;
  /** A path parameter that does not match gives 404. */
  params?: P;
  query?: Q;
  /** JSON. */
  body?: B;
  /** Schema of `body` for the OpenAPI document, where the handler checks parts of it itself. */
  documentedBody?: z.ZodType;
  /** `application/x-www-form-urlencoded`. */
  formBody?: B;
  /** Body passed on unparsed, beside or instead of JSON. Independent of `gzip`. */
  rawBody?: {
    contentTypes: readonly string[];
    /** Media types of bodies compressed by zlib or gzip; the handler gets the inflated body, within `bodyLimit`. */
    packedTypes?: readonly string[];
    /** Schema of its JSON, for the OpenAPI document alone. */
    json?: z.ZodType;
  };
  /** Further media types whose content is parsed as JSON, e.g. `text/plain` from senders that cannot set another. */
  jsonTypes?: readonly string[];
  /**
   * Repairs texts, names and numbers of JSON that cannot be stored, instead of refusing them: for senders that do not
   * retry.
   */
  lenientJson?: boolean;
  /** Default true; if false, a missing body counts as `{}`. */
  bodyRequired?: boolean;
  /** Bytes after inflating; default 1 MiB. */
  bodyLimit?: number;
  /** Whether `Content-Encoding: gzip` is accepted. */
  gzip?: boolean;
  /** Milliseconds until the caller gets 503; default 4,500, which also applies while a store does not answer. */
  deadlineMs?: number;
  /** Called only if fields are invalid: throws 404 if the thing in the path does not exist. */
  checkExists?(ctx: ContextOf<A>, params: Output<P>): Promise<void>;
  /** Errors of its verb besides those of the pipeline, for the OpenAPI document. */
  errors?: readonly ErrorCode[];
  /** Whether the route evaluates If-Match: 412 unless the thing is in the state of that entity tag. */
  ifMatch?: boolean;
  /** Whether the route honours Range and If-Range: see `answerFile`. */
  ranges?: boolean;
  /** Whether the route honours Idempotency-Key; for routes that create. */
  idempotent?: boolean;
  /** The handler commits nothing before `ctx.rateLimitVerdict`, so it may start before the rate limiter's verdict. */
  awaitsRateLimitVerdict?: boolean;
  /** The answer holds a secret, which a repeat of its Idempotency-Key must not show again. */
  secretAnswer?: boolean;
  /**
   * Representations among which the caller chooses by the query parameter `format`, else by Accept, whose choice then
   * stands in `query.format`; 406 where it accepts none. A route without them has one representation, which Accept does
   * not change (RFC 9110, section 12.5.1).
   */
  formats?: Formats;
  responses: Record<number, ResponseSpec>;
  deprecated?: Deprecation;
  /** Formats errors differently from the variant, e.g. as RFC 6749 requires. */
  presentError?(error: AppError, requestId: string): unknown;
  /** Renders errors as a page, on routes that browsers open. */
  errorPage?(error: AppError, requestId: string): ErrorPage;
  handle(call: Call<ContextOf<A>, Output<P>, Output<Q>, Output<B>>): HttpResult | Promise<HttpResult>;
}

/** A route of any shape, as the pipeline sees it. */
export type Route = RouteSpec<Access, Schema, Schema, Schema>;

/** Declares a route; the handler's types derive from its schemas. `checkRoute` checks it when it is mounted. */
export function defineRoute<
  A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<A, P, Q, B>): Route {
  return spec as unknown as Route;
}

/** Throws for an invalid route, e.g. without access or rate class. Run at composition. */
export function checkRoute(route: Route): void {
  const fail = (what: string): never => {
    throw new Error(`route ${route.method} ${route.path}: ${what}`);
  };
  const { access, limit } = route;
  if (!access || !(access.public || access.user || access.scope)) fail("declares no access");
  if (!limit) fail("declares no rate class");
  if (limit === "none" && !access.public) fail("only public operations go uncounted");
  if (limit === "login" && !access.public) fail("login-like routes are public");
  if (access.public && access.signed && limit !== "standard") fail("a signed request is an ordinary one");
  if (!PATH.test(route.path)) fail("malformed path");
  if (Object.keys(route.responses).length === 0) fail("declares no response");
  if (route.body && route.formBody) fail("declares two bodies");
  if (route.method === "GET" && (route.body || route.formBody || route.rawBody)) fail("GET takes no body");
  if (route.idempotent && (route.method !== "POST" || access.public))
    fail("only an authenticated POST is idempotent by key");
  if (route.awaitsRateLimitVerdict && (route.method === "GET" || access.public))
    fail("only an authenticated write waits");
  if (route.deprecated && !hasDeprecationNotice(route.deprecated))
    fail("deprecated less than 12 months after its successor");
}

/** `{+name}` at the end stands for all that follows, slashes included (RFC 6570, section 3.2.3). */
const PATH = /^(?:\/|(\/([A-Za-z0-9._-]+|\{[A-Za-z][A-Za-z0-9_]*\}))+(\/\{\+[A-Za-z]+\})?)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function hasDeprecationNotice({ date, successorReleased }: Deprecation): boolean {
  if (!DAY.test(date) || !DAY.test(successorReleased)) return false;
  const earliest = new Date(`${successorReleased}T00:00:00Z`);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  return new Date(`${date}T00:00:00Z`) >= earliest;
}

/** The scopes of which a caller needs one; empty if the route requires none. */
export function scopesOf(access: Access): readonly Scope[] {
  if (access.scope === undefined) return [];
  return typeof access.scope === "string" ? [access.scope] : access.scope;
}
