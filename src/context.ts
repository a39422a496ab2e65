import { forbidden } from "./errors.ts";
import { SCOPES, type Scope } from "./model/scopes.ts";

/**
 * How a caller authenticated. `user` is a login's token, `oauth` a token of the OAuth code flow (counted and treated
 * like a user's), `discovery_token` a scanner's, `system` Orrery itself (jobs, command line).
 */
export type ActorKind = "user" | "oauth" | "api_key" | "service_account" | "discovery_token" | "system";

export interface Actor {
  kind: ActorKind;
  /** Id of the user, key, account or token; `system` for Orrery itself. */
  id: string;
  /** Of a user: the login that the token came from, which logging out ends. */
  sessionId?: string;
  /** Of an OAuth token: the client that acts for the user. */
  clientId?: string;
  /** Of an API key or a service account: the user whose it is, where it is a user's. */
  ownerId?: string;
}

/** What every verb gets first: on whose behalf it runs. */
export interface RequestContext {
  tenantId: string;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
  requestId: string;
  /** Aborted when the caller went away or its deadline passed. */
  signal?: AbortSignal;
  /** What the caller and its connection tell about it; absent for Orrery itself. Kept in the audit, decides nothing. */
  client?: ClientInfo | undefined;
  /**
   * Set while the request is still being counted among its limits, which only routes that say so let happen: whoever
   * writes waits for it, and where it rejects, the request was refused and writes nothing.
   */
  admitted?: Promise<void> | undefined;
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

/** Throws 403 PERMISSION_DENIED unless the context holds the scope, or one of them where several suffice. */
export function requireScope(ctx: RequestContext, ...anyOf: [Scope, ...Scope[]]): void {
  if (!anyOf.some((scope) => ctx.scopes.has(scope))) throw forbidden(anyOf[0]);
}

/** The actor as it stands in `created_by` and `updated_by`: a user's id, else `<kind>:<id>`, or `system`. */
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
    case "system":
      return "system";
  }
}

/** On behalf of Orrery itself, with every scope: jobs and the command line. */
export function systemContext(tenantId: string, requestId: string): RequestContext {
  return { tenantId, actor: { kind: "system", id: "system" }, scopes: new Set(SCOPES), requestId };
}
