import type { z } from "zod";
import type { ClientInfo, RequestContext } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import type { Scope } from "../../model/scopes.ts";
import type { HttpResult } from "./answers.ts";
import type { RateClass } from "./ports.ts";
import type { Variant } from "./variant.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: holders of the scope (of one of them, where several are named), a user by its own login's token
 * (with a scope besides, where named), or anybody.
 */
export type Access =
  | { scope: Scope | readonly [Scope, ...Scope[]]; user?: undefined; public?: undefined }
  | {
      user: true;
      scope?: Scope | readonly [Scope, ...Scope[]];
      public?: undefined;
      /** Also a user who must do something else first: this is it, or leads there. */
      restricted?: true;
    }
  | { public: true; scope?: undefined; user?: undefined };

/** All that is known of a caller without a credential. */
export type PublicContext = Pick<RequestContext, "requestId" | "signal"> & { client: ClientInfo };

export interface RawBody {
  bytes: Uint8Array;
  /** Without parameters, in lower case, e.g. `application/xml`. */
  mediaType: string;
}

/** One request, checked: what a route's handler gets. */
export interface Call<C = RequestContext, P = unknown, Q = unknown, B = unknown> {
  ctx: C;
  params: P;
  query: Q;
  body: B;
  /** Set where the route declares `rawBody` and the caller sent one of its types. */
  rawBody: RawBody | undefined;
  /** Id for the thing to be created, where an Idempotency-Key was sent: the same for every try. */
  idempotencyId: string | undefined;
  variant: Variant;
  /** Base of absolute addresses, without a slash at its end. */
  origin: string;
  method: Method;
  /** Path as it was sent. */
  path: string;
  /** Query as it was sent, without `?`. */
  rawQuery: string;
  header(name: string): string | undefined;
  /** For public routes that answer more to a credential. Throws as authentication does. */
  authenticate(): Promise<RequestContext>;
}

export interface ResponseSpec {
  description: string;
  /** Of `body`, of one item where `list` is set; the variant's envelope is added. */
  schema?: z.ZodType;
  list?: boolean;
  /** Name and meaning of further headers. */
  headers?: Record<string, string>;
  /** Instead of JSON, e.g. `application/pdf`; a raw answer of one of these. */
  contentType?: string | readonly string[];
}

/** An error as a page to read, with the headers that such a page needs. */
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
  /** Below the variant's base, in OpenAPI's form: `/cmdb/ci/{id}`. */
  path: string;
  /** Unique among the routes of a variant. */
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  access: A;
  limit: RateClass;
  /** A path parameter that does not fit makes the path name nothing: 404. */
  params?: P;
  query?: Q;
  /** JSON. */
  body?: B;
  /** `application/x-www-form-urlencoded`. */
  formBody?: B;
  /** Handed over unparsed, beside or instead of JSON. `gzip` is set apart. */
  rawBody?: {
    contentTypes: readonly string[];
    /** Types that themselves say that the body is compressed, by zlib or gzip; handed over inflated, within `bodyLimit`. */
    packedTypes?: readonly string[];
    /** What its JSON looks like, for the document alone. */
    json?: z.ZodType;
  };
  /** Further media types whose content is read as JSON, e.g. `text/plain` of senders that know no better. */
  jsonTypes?: readonly string[];
  /** Texts, names and numbers of its JSON that could not be kept are mended, not refused: for senders who do not come again. */
  lenientJson?: boolean;
  /** Default true; where false, no body at all counts as `{}`. */
  bodyRequired?: boolean;
  /** Bytes after inflating; default 1 MiB. */
  bodyLimit?: number;
  /** Whether `Content-Encoding: gzip` is accepted. */
  gzip?: boolean;
  /** Milliseconds after which the caller gets 503; default 4,500, and no longer than that while a store is silent. */
  deadlineMs?: number;
  /** Asked only when fields are at fault: throws 404 when the thing named by the path does not exist. */
  checkExists?(ctx: ContextOf<A>, params: Output<P>): Promise<void>;
  /** Whether Idempotency-Key is honoured; for routes that create. */
  idempotent?: boolean;
  /** The handler writes nothing before `ctx.admitted`, so that it may begin while the request is being counted. */
  awaitsRateLimitVerdict?: boolean;
  /** The answer holds a secret, which an Idempotency-Key must not bring back. */
  secretAnswer?: boolean;
  responses: Record<number, ResponseSpec>;
  deprecated?: Deprecation;
  /** Presents errors otherwise than the variant does, e.g. as RFC 6749 demands. */
  presentError?(error: AppError, requestId: string): unknown;
  /** Shows errors as a page to read, on routes that browsers open. */
  errorPage?(error: AppError, requestId: string): ErrorPage;
  handle(call: Call<ContextOf<A>, Output<P>, Output<Q>, Output<B>>): HttpResult | Promise<HttpResult>;
}

/** A route of whatever shape, as the plumbing sees it. */
export type Route = RouteSpec<Access, Schema, Schema, Schema>;

/** Declares a route; the handler's types follow from its schemas. Checked when it is mounted, see `checkRoute`. */
export function defineRoute<
  A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<A, P, Q, B>): Route {
  return spec as unknown as Route;
}

/** Throws unless the route says who may call it and what it counts as, and is otherwise sound. Run at composition. */
export function checkRoute(route: Route): void {
  const fail = (what: string): never => {
    throw new Error(`route ${route.method} ${route.path}: ${what}`);
  };
  const { access, limit } = route;
  if (!access || !(access.public || access.user || access.scope)) fail("declares no access");
  if (!limit) fail("declares no rate class");
  if (limit === "none" && !access.public) fail("only public operations go uncounted");
  if (limit === "login" && !access.public) fail("login-like routes are public");
  if (!/^(\/([A-Za-z0-9._-]+|\{[A-Za-z][A-Za-z0-9_]*\}))+$/.test(route.path)) fail("malformed path");
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

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function hasDeprecationNotice({ date, successorReleased }: Deprecation): boolean {
  if (!DAY.test(date) || !DAY.test(successorReleased)) return false;
  const earliest = new Date(`${successorReleased}T00:00:00Z`);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  return new Date(`${date}T00:00:00Z`) >= earliest;
}

/** The scopes of which a caller needs one; empty where none is asked for. */
export function scopesOf(access: Access): readonly Scope[] {
  if (access.scope === undefined) return [];
  return typeof access.scope === "string" ? [access.scope] : access.scope;
}
