import type { Scope } from "../../../model/scopes.ts";
import type { User } from "../access.model.ts";

/** An application that acts for users who allow it to. */
export interface OAuthClient {
  /** The `client_id`. */
  id: string;
  tenantId: string;
  tenantName: string;
  name: string;
  redirectUris: readonly string[];
  /** The most that it may be given. */
  scopes: readonly Scope[];
  /** Keeps no secret, as a program on the user's own machine cannot; it has to use PKCE. */
  public: boolean;
  createdAt: Date;
}

/** Parameters of an authorization request as they came, those without a value left out (RFC 6749, section 3.1). */
export interface AuthorizationParameters {
  client_id?: string;
  redirect_uri?: string;
  response_type?: string;
  scope?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

/** An authorization request that its client may make. */
export interface AuthorizationRequest {
  parameters: AuthorizationParameters;
  client: OAuthClient;
  redirectUri: string;
  /** What would be given: of the client's scopes those asked for, or all; and only such as the user holds, once known. */
  scopes: readonly Scope[];
}

/** A browser in which a user has logged in to the authorization server. */
export interface BrowserLogin {
  sessionId: string;
  user: User;
}

/** What the token endpoint answers (RFC 6749, section 5.1). `expiresIn` in seconds. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: readonly string[];
}

export const CODE_LIFETIME_MS = 60_000;
/** Time to log in and to decide. */
export const INTERACTION_LIFETIME_MS = 10 * 60_000;
/** How long a browser stays logged in to the authorization server, at most. */
export const BROWSER_LOGIN_LIFETIME_MS = 8 * 60 * 60_000;
/** A refresh token that is sent a second time within it came from a client that did two things at once, not from a thief. */
export const REFRESH_GRACE_MS = 10_000;
