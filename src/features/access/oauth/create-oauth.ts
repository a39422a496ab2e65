import type { Clock } from "../../../platform/clock.ts";
import type { Route } from "../../../platform/http/route.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import type { AccessTokens } from "../credentials/access-token.ts";
import type { CheckLogin } from "../login/check-login.ts";
import { authorizeRoutes } from "./authorize.oauth.ts";
import { createAuthorizer } from "./authorizer.ts";
import { createBrowserFlow } from "./browser-flow.ts";
import { createCreateOAuthClient } from "./create-oauth-client.ts";
import { createExchangeToken } from "./exchange-token.ts";
import { createGrantVerbs } from "./manage-grants.ts";
import { createOAuthClientVerbs } from "./manage-oauth-clients.ts";
import { createRevokeGrant } from "./revoke-grant.ts";
import { createRevokeToken } from "./revoke-token.ts";
import { tokenRoutes } from "./token.oauth.ts";

export interface OAuthDeps {
  postgres: Postgres;
  clock: Clock;
  accessTokens: AccessTokens;
  keyEnvironment: string;
  checkLogin: CheckLogin;
  /** Called after a revocation, so that this process refuses the grant's tokens at once. */
  onGrantRevoked(id: string): void;
}

/** The OAuth authorization server: clients, pages for users, and token endpoints for clients. */
export function createOAuth(deps: OAuthDeps): {
  verbs: Pick<AccessVerbs, "createOAuthClient" | "oauthClients" | "oauthGrants">;
  routes: Route[];
} {
  const authorizer = createAuthorizer(deps);
  const revokeGrant = createRevokeGrant(deps);
  const flow = createBrowserFlow({ ...deps, authorizer });
  const exchangeToken = createExchangeToken({ ...deps, revokeGrant });
  const revokeToken = createRevokeToken({ ...deps, revokeGrant });
  return {
    verbs: {
      createOAuthClient: createCreateOAuthClient(deps),
      oauthClients: createOAuthClientVerbs(deps),
      oauthGrants: createGrantVerbs({ ...deps, revokeGrant }),
    },
    routes: [...authorizeRoutes(flow), ...tokenRoutes({ exchangeToken, revokeToken })],
  };
}
