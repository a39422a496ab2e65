import type { Scope } from "../../../model/scopes.ts";
import type { User } from "../access.model.ts";

/** An application that acts for users with their consent. */
export interface OAuthClient {
  /** The `client_id`. */
  id: string;
  tenantId: string;
  tenantName: string;
  name: string;
  redirectUris: readonly string[];
  /** Scopes that it may request. */
  scopes: readonly Scope[];
  /** Has no secret, since a program on the user's machine cannot keep one; must use PKCE. */
  public: boolean;
  createdAt: Date;
}

/** Unvalidated parameters of an authorization request, without empty ones (RFC 6749, section 3.1). */
export interface AuthorizationParameters {
  client_id?: string;
  redirect_uri?: string;
  response_type?: string;
  scope?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

/** A valid authorization request. */
export interface AuthorizationRequest {
  parameters: AuthorizationParameters;
  client: OAuthClient;
  redirectUri: string;
  /**
   * Scopes to grant: those requested, or all of the client's; once the user is known, only those that the user holds.
   */
  scopes: readonly Scope[];
}

/** A user's login to the authorization server in a browser. */
export interface BrowserLogin {
  sessionId: string;
  user: User;
}

/** Answer of the token endpoint (RFC 6749, section 5.1). `expiresIn` in seconds. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: readonly string[];
}

export const CODE_LIFETIME_MS = 60_000;
/** Time to log in and to decide, for each page. */
export const INTERACTION_LIFETIME_MS = 10 * 60_000;
/** Maximum lifetime of a browser's login to the authorization server. */
export const BROWSER_LOGIN_LIFETIME_MS = 8 * 60 * 60_000;
/** Reuse of a refresh token within this time counts as a parallel request of the client, not as theft. */
export const REFRESH_GRACE_MS = 10_000;
