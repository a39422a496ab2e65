import OAuth2Server from "@node-oauth/oauth2-server";
import type { RequestContext } from "../../../context.ts";
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_MS } from "../access.model.ts";
import { clientRefused, readClientCredentials } from "./client-authentication.ts";
import { refusalOf } from "./library-error.ts";
import type { IssuedTokens } from "./oauth.model.ts";
import { OAuthRefusal } from "./oauth-error.ts";
import { createTokenModel, type TokenModelDeps } from "./token-model.ts";

/** The form of a token request, unvalidated. */
export interface TokenForm {
  grant_type?: string | undefined;
  code?: string | undefined;
  redirect_uri?: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  code_verifier?: string | undefined;
  refresh_token?: string | undefined;
  scope?: string | undefined;
}

export interface ExchangeTokenInput {
  form: TokenForm;
  /** The `Authorization` header. */
  authorization: string | undefined;
}

export type ExchangeToken = (
  input: ExchangeTokenInput,
  origin: Pick<RequestContext, "requestId" | "client">,
) => Promise<IssuedTokens>;

export const GRANT_TYPES = ["authorization_code", "refresh_token"] as const;

/**
 * Section 5 of the interface specification, OAuth token: exchanges a code or a refresh token for tokens. Throws
 * OAuthRefusal with the error codes of RFC 6749, section 5.2.
 */
export function createExchangeToken(deps: TokenModelDeps): ExchangeToken {
  return async ({ form, authorization }, origin) => {
    const { clientId, clientSecret } = readClientCredentials(form, authorization);
    const { grant_type: grantType } = form;
    if (grantType && !(GRANT_TYPES as readonly string[]).includes(grantType)) {
      throw new OAuthRefusal("unsupported_grant_type", `grant_type must be one of ${GRANT_TYPES.join(", ")}`);
    }
    const body = withoutEmpty({ ...form, client_id: clientId, client_secret: clientSecret });
    // The library checks the length only to see that there is a body; it never reads one.
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "1" };
    const request = new OAuth2Server.Request({ headers, method: "POST", query: {}, body });
    const server = new OAuth2Server({ model: createTokenModel(deps, body, origin) });
    try {
      const issued = await server.token(request, new OAuth2Server.Response(), {
        accessTokenLifetime: ACCESS_TOKEN_SECONDS,
        refreshTokenLifetime: REFRESH_TOKEN_MS / 1_000,
        // The model authenticates clients: public ones have no secret.
        requireClientAuthentication: Object.fromEntries(GRANT_TYPES.map((name) => [name, false])),
      });
      const { accessToken, refreshToken = "", scope = [] } = issued;
      return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, scopes: scope };
    } catch (error) {
      const { name, description } = refusalOf(error);
      throw name === "invalid_client" ? clientRefused() : new OAuthRefusal(name, description);
    }
  };
}

/** Drops parameters without a value, which count as omitted (RFC 6749, section 3.2). */
export function withoutEmpty(form: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(form).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(entries);
}
