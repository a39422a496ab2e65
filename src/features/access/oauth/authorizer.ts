import OAuth2Server from "@node-oauth/oauth2-server";
import type { RequestContext } from "../../../context.ts";
import { isScope, type Scope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isId, newId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import type { User } from "../access.model.ts";
import { scopesOf } from "../access.rules.ts";
import { makeKey } from "../keys/key-format.ts";
import { grantsStore } from "./grants.store.ts";
import { refusalOf } from "./library-error.ts";
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  CODE_LIFETIME_MS,
  type OAuthClient,
} from "./oauth.model.ts";
import { oauthClientsStore } from "./oauth-clients.store.ts";
import { OAuthRefusal, RedirectedRefusal } from "./oauth-error.ts";

/** Request and client, for the audit log. */
export type GrantOrigin = Pick<RequestContext, "requestId" | "client">;

/**
 * Validates authorization requests and issues codes. Each method throws OAuthRefusal until the redirect address is
 * known to be the client's, and RedirectedRefusal after that (RFC 6749, section 4.1.2.1).
 */
export interface Authorizer {
  /** Validates the request of the client, before a user is known. */
  check(parameters: AuthorizationParameters): Promise<AuthorizationRequest>;
  /** Stores the user's grant and returns the authorization code. */
  allow(parameters: AuthorizationParameters, user: User, origin: GrantOrigin): Promise<string>;
  /** Always throws: RedirectedRefusal `access_denied` for a valid request. */
  deny(parameters: AuthorizationParameters, user: User): Promise<never>;
}

export interface AuthorizerDeps {
  postgres: Postgres;
  clock: Clock;
  keyEnvironment: string;
}

type SaveCode = (code: { text: string; redirectUri: string; scopes: readonly string[] }) => Promise<void>;

interface AuthorizationRun {
  parameters: AuthorizationParameters;
  /** Undefined before the login. */
  user: User | undefined;
  allowed: boolean;
  save: SaveCode;
}

export function createAuthorizer(deps: AuthorizerDeps): Authorizer {
  const allowed = true;
  return {
    check: (parameters) => authorize(deps, { parameters, user: undefined, allowed, save: async () => {} }),

    async allow(parameters, user, origin) {
      let issued = "";
      const save: SaveCode = async (code) => {
        await saveGrant(deps, parameters, user, origin, code);
        issued = code.text;
      };
      await authorize(deps, { parameters, user, allowed, save });
      return issued;
    },

    async deny(parameters, user) {
      await authorize(deps, { parameters, user, allowed: false, save: async () => {} });
      throw new Error("a request that was not allowed went through");
    },
  };
}

/**
 * Runs the library's authorization handler; with a `save` that stores nothing it only validates. The library's redirect
 * is not used: it rewrites the address, and loses an error when the address has a query.
 */
async function authorize(
  deps: AuthorizerDeps,
  { parameters, user, allowed, save }: AuthorizationRun,
): Promise<AuthorizationRequest> {
  const { redirect_uri: redirectUri, state } = parameters;
  if (redirectUri === undefined)
    throw new OAuthRefusal("invalid_request", "The request cannot be answered: it has no redirect_uri.");
  let client: OAuthClient | undefined;
  let scopes: readonly Scope[] = [];
  const model = {
    async getClient(id: string) {
      client = isId(id) ? await oauthClientsStore.findWithSecret(deps.postgres, id) : undefined;
      return client && { id, grants: ["authorization_code"], redirectUris: [...client.redirectUris] };
    },
    validateScope(_user: unknown, _client: unknown, requested: string[] | undefined) {
      scopes = grantableScopes(client!, user, requested);
      return scopes.length > 0 ? [...scopes] : false;
    },
    generateAuthorizationCode: () => makeKey("oauth_code", deps.keyEnvironment),
    async saveAuthorizationCode(code: { authorizationCode: string }) {
      requireChallenge(parameters, client!);
      await save({ text: code.authorizationCode, redirectUri, scopes });
      return code;
    },
  };
  const server = new OAuth2Server({ model: model as unknown as OAuth2Server.AuthorizationCodeModel });
  const query = { ...parameters } as Record<string, string>;
  const body = allowed ? {} : { allowed: "false" };
  const request = new OAuth2Server.Request({ headers: {}, method: "GET", query, body });
  const response = new OAuth2Server.Response();
  try {
    await server.authorize(request, response, {
      authenticateHandler: { handle: () => ({ user }) },
      allowEmptyState: true,
      authorizationCodeLifetime: CODE_LIFETIME_MS / 1_000,
    });
  } catch (error) {
    const { name, description } = refusalOf(error);
    if (response.get("location") === undefined)
      throw new OAuthRefusal("invalid_request", UNREDIRECTED_MESSAGES[name] ?? description);
    throw new RedirectedRefusal(name, description, { redirectUri, state: isState(state) ? state : undefined });
  }
  return { parameters, client: client!, redirectUri, scopes };
}

const UNREDIRECTED_MESSAGES: Partial<Record<string, string>> = {
  invalid_client:
    "The request cannot be answered: its client_id is unknown, or its redirect_uri is not one that the client registered.",
};

/** The requested scopes, empty unless client and user have them all; without a request, all that both have. */
function grantableScopes(
  client: OAuthClient,
  user: User | undefined,
  requested: string[] | undefined,
): readonly Scope[] {
  const clientScopes = client.scopes.filter(isScope);
  const userScopes = new Set<string>(user ? scopesOf(user) : clientScopes);
  if (requested === undefined) return clientScopes.filter((scope) => userScopes.has(scope));
  const distinct = [...new Set(requested)];
  const fits = distinct.every((scope) => isScope(scope) && clientScopes.includes(scope) && userScopes.has(scope));
  return fits ? distinct.filter(isScope) : [];
}

/** The request limited to the user's scopes; undefined when it names a scope that the user lacks. */
export function requestForUser(request: AuthorizationRequest, user: User): AuthorizationRequest | undefined {
  const scopes = grantableScopes(request.client, user, request.parameters.scope?.trim().split(/\s+/));
  return scopes.length > 0 ? { ...request, scopes } : undefined;
}

/** RFC 7636 with S256 only. A challenge without a method would mean `plain`, which proves nothing. */
function requireChallenge(parameters: AuthorizationParameters, client: OAuthClient): void {
  const { code_challenge: challenge, code_challenge_method: method } = parameters;
  const fault =
    challenge === undefined
      ? client.public || method !== undefined
        ? "code_challenge is missing"
        : undefined
      : method !== "S256"
        ? "code_challenge_method must be S256"
        : /^[A-Za-z0-9_-]{43}$/.test(challenge)
          ? undefined
          : "code_challenge must be the 43 characters of a SHA-256 in base64url";
  if (fault !== undefined) throw new OAuth2Server.InvalidRequestError(fault);
}

/** RFC 6749, appendix A.5. */
function isState(text: string | undefined): text is string {
  return text !== undefined && /^[\x20-\x7e]+$/.test(text);
}

async function saveGrant(
  { postgres, clock }: AuthorizerDeps,
  parameters: AuthorizationParameters,
  user: User,
  origin: GrantOrigin,
  code: { text: string; redirectUri: string; scopes: readonly string[] },
): Promise<void> {
  const now = clock.now();
  const id = newId();
  const clientId = parameters.client_id ?? "";
  await postgres.transaction(async (tx) => {
    const grant = { id, clientId, userId: user.id, scopes: code.scopes, createdAt: now };
    if (!(await grantsStore.insert(tx, grant))) {
      throw new OAuth2Server.AccessDeniedError("The application or the user is not known any more");
    }
    await grantsStore.addCode(tx, {
      hash: sha256(code.text),
      grantId: id,
      redirectUri: code.redirectUri,
      codeChallenge: parameters.code_challenge,
      expiresAt: new Date(now.getTime() + CODE_LIFETIME_MS),
    });
    const actor = { kind: "user", id: user.id } as const;
    const after = { client_id: clientId, scopes: code.scopes };
    const record = { action: "oauth_grant.created", target: { kind: "oauth_grant", id }, after };
    await recordAudit(tx, { ...origin, tenantId: user.tenantId, actor }, record, now);
  });
}
