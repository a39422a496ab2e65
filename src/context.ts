import { forbidden } from "./errors.ts";
import { SCOPES, type Scope } from "./model/scopes.ts";

/**
 * How a caller authenticated. `user` is a login's token, `oauth` a token of the OAuth code flow (counted and treated
 * like a user's), `discovery_token` a scanner's, `integration` a service desk that proved itself as its configuration
 * says, `system` Orrery itself (jobs, command line).
 */
export type ActorKind = "user" | "oauth" | "api_key" | "service_account" | "discovery_token" | "integration" | "system";

export interface Actor {
  kind: ActorKind;
  /** Id of the user, key, account, token or integration; `system` for Orrery itself. */
  id: string;
  /** Session of a user's token: the login that issued it. Logging out ends it. */
  sessionId?: string;
  /** Client of an OAuth token, which acts for the user. */
  clientId?: string;
  /** Owner of an API key or a service account, if a user owns it. */
  ownerId?: string;
}

/** The first parameter of every verb: on whose behalf it runs. */
export interface RequestContext {
  tenantId: string;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
  requestId: string;
  /** Aborted when the caller disconnects or its deadline passes. */
  signal?: AbortSignal;
  /** The client's address and headers; absent for Orrery itself. Stored in the audit; no rule depends on it. */
  client?: ClientInfo | undefined;
  /**
   * Pending verdict of the rate limiter; set only on routes with `awaitsRateLimitVerdict`. A write waits for it before it
   * commits. It rejects with the refusal if the request exceeds a limit, and the write must roll back.
   */
  rateLimitVerdict?: Promise<void> | undefined;
}

/** Where a request came from. */
export interface ClientInfo {
  /** Address of the peer, empty when unknown. */
  address: string;
  /** `X-Department`, 1 to 128 printable characters. */
  department: string | undefined;
  /** `X-Client-Version`, likewise. */
  version: string | undefined;
}

/** Throws 403 PERMISSION_DENIED unless the context has one of the scopes. */
export function requireScope(ctx: RequestContext, ...anyOf: [Scope, ...Scope[]]): void {
  if (!anyOf.some((scope) => ctx.scopes.has(scope))) throw forbidden(anyOf[0]);
}

/** The caller with scopes that a verb adds for the verbs that it calls: its own scope stands for these. */
export function withScopes(ctx: RequestContext, ...added: readonly Scope[]): RequestContext {
  return { ...ctx, scopes: new Set([...ctx.scopes, ...added]) };
}

/** The actor's name in `created_by` and `updated_by`: a user's id, else `<kind>:<id>`, or `system`. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "user":
    case "oauth":
      return actor.id;
    case "api_key":
      return `api_key:${actor.id}`;
    case "service_account":
      return `service_account:${actor.id}`;
    case "discovery_token":
      return `discovery:${actor.id}`;
    case "integration":
      return `integration:${actor.id}`;
    case "system":
      return "system";
  }
}

/** Who owns what an actor keeps: a user, also through keys and applications of theirs, else the program itself. */
export function ownerOf(actor: Actor): string {
  return actor.ownerId ?? actorName(actor);
}

/** The context of Orrery itself, with every scope: for jobs and the command line. */
export function systemContext(tenantId: string, requestId: string): RequestContext {
  return { tenantId, actor: { kind: "system", id: "system" }, scopes: new Set(SCOPES), requestId };
}
