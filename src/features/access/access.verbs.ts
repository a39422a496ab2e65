import type { RequestContext } from "../../context.ts";
import type { AssertionResult, LoginResult, ServiceAccount } from "./access.model.ts";
import type { CreatedKey, NewKeyInput } from "./keys/create-key.ts";
import type { KeyVerbs } from "./keys/manage-keys.ts";
import type { OwnAccountVerbs } from "./login/change-password.ts";
import type { LoginInput } from "./login/login.ts";
import type { EndLogin } from "./login/logout.ts";
import type { Refresh } from "./login/refresh.ts";
import type { LoginOrigin } from "./login/refused-logins.ts";
import type { CreatedOAuthClient, NewOAuthClientInput } from "./oauth/create-oauth-client.ts";
import type { GrantVerbs } from "./oauth/manage-grants.ts";
import type { OAuthClientVerbs } from "./oauth/manage-oauth-clients.ts";
import type { SecondFactorVerbs } from "./second-factor/second-factor.ts";
import type { NewServiceAccountInput } from "./service-accounts/create-service-account.ts";
import type { ExchangeAssertionInput } from "./service-accounts/exchange-assertion.ts";
import type { ServiceAccountVerbs } from "./service-accounts/manage-service-accounts.ts";
import type { UserVerbs } from "./users/users.verbs.ts";

/** The verbs that the routes call; each is documented in its own file. */
export interface AccessVerbs {
  login(input: LoginInput, from?: LoginOrigin): Promise<LoginResult>;
  refresh: Refresh;
  renew: Refresh;
  logout(ctx: RequestContext): Promise<void>;
  endLogin: EndLogin;
  createApiKey(ctx: RequestContext, input: NewKeyInput): Promise<CreatedKey>;
  createDiscoveryToken(ctx: RequestContext, input: NewKeyInput): Promise<CreatedKey>;
  secondFactor: SecondFactorVerbs;
  apiKeys: KeyVerbs;
  discoveryTokens: KeyVerbs;
  createServiceAccount(ctx: RequestContext, input: NewServiceAccountInput): Promise<ServiceAccount>;
  serviceAccounts: ServiceAccountVerbs;
  createOAuthClient(ctx: RequestContext, input: NewOAuthClientInput): Promise<CreatedOAuthClient>;
  oauthClients: OAuthClientVerbs;
  oauthGrants: GrantVerbs;
  users: UserVerbs;
  ownAccount: OwnAccountVerbs;
  exchangeAssertion(input: ExchangeAssertionInput): Promise<AssertionResult>;
}
