import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Resealed } from "../../platform/postgres/reseal.ts";
import { repeat } from "../../platform/repeat.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { accessApiRoutes } from "./access.api.ts";
import type { KeyKind, Tenant } from "./access.model.ts";
import { accessV1Routes } from "./access.v1.ts";
import type { AccessVerbs } from "./access.verbs.ts";
import { createAccessTokens } from "./credentials/access-token.ts";
import { createAuthenticator, type RevocableAuthenticator } from "./credentials/authenticator.ts";
import { type CurrentRights, createCurrentRights } from "./credentials/current-rights.ts";
import { createPurgeExpired } from "./credentials/purge-expired.ts";
import { createRotateSecret } from "./credentials/rotate-secret.ts";
import { createRotateSigningKey, type RotatedKey } from "./credentials/rotate-signing-key.ts";
import { createSigningKeys } from "./credentials/signing-keys.ts";
import {
  type CreatedKey,
  createCreateApiKey,
  createCreateDiscoveryToken,
  createCreateKeyForTenant,
  type TenantKeyInput,
} from "./keys/create-key.ts";
import { discoveryTokenApiRoutes } from "./keys/discovery-tokens.api.ts";
import { discoveryTokenV1Routes } from "./keys/discovery-tokens.v1.ts";
import { createKeyUsage } from "./keys/key-usage.ts";
import { createKeyVerbs } from "./keys/manage-keys.ts";
import { createQueryKeyPolicy } from "./keys/query-key-policy.ts";
import { createOwnAccount } from "./login/change-password.ts";
import { createCheckLogin } from "./login/check-login.ts";
import { createLogin } from "./login/login.ts";
import { createLoginAttempts } from "./login/login-attempts.ts";
import { createEndLogin, createLogout } from "./login/logout.ts";
import { createPasswords, type Passwords } from "./login/password.ts";
import { createPasswordRules } from "./login/password-rules.ts";
import { createRefresh, createRenew } from "./login/refresh.ts";
import { createRefusedLogins } from "./login/refused-logins.ts";
import { createOAuth } from "./oauth/create-oauth.ts";
import { grantV1Routes } from "./oauth/grants.v1.ts";
import { oauthClientV1Routes } from "./oauth/oauth-clients.v1.ts";
import { createSecondFactor } from "./second-factor/second-factor.ts";
import { secondFactorV1Routes } from "./second-factor/second-factor.v1.ts";
import { createUseCode } from "./second-factor/use-code.ts";
import { createCreateServiceAccount } from "./service-accounts/create-service-account.ts";
import { createExchangeAssertion } from "./service-accounts/exchange-assertion.ts";
import { createServiceAccountVerbs } from "./service-accounts/manage-service-accounts.ts";
import { serviceAccountV1Routes } from "./service-accounts/service-accounts.v1.ts";
import { type CreateTenantInput, createCreateTenant } from "./tenants/create-tenant.ts";
import { createEnsureFirstAdministrator, type FirstAdministrator } from "./tenants/ensure-first-administrator.ts";
import { createOperator, type Operator } from "./tenants/operate.ts";
import { tenantsStore } from "./tenants/tenants.store.ts";
import { createUserVerbs } from "./users/manage-users.ts";
import { usersStore } from "./users/users.store.ts";
import { userV1Routes } from "./users/users.v1.ts";

export type { KeyKind, ServiceAccount, Tenant } from "./access.model.ts";
export { REFRESH_TOKEN_MS } from "./access.model.ts";
export type { AccessVerbs } from "./access.verbs.ts";
export type { RevocableAuthenticator } from "./credentials/authenticator.ts";
export type { CurrentRights } from "./credentials/current-rights.ts";
export type { RotatedKey } from "./credentials/rotate-signing-key.ts";
export type { CreatedKey, NewKeyInput, TenantKeyInput } from "./keys/create-key.ts";
export { loginBody, loginResult } from "./login/login.wire.ts";
export type { Passwords } from "./login/password.ts";
export type { CreateTenantInput } from "./tenants/create-tenant.ts";
export type { FirstAdministrator } from "./tenants/ensure-first-administrator.ts";
export type { Operator } from "./tenants/operate.ts";

export interface AccessDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  config: {
    /** The environment part of generated keys: `<prefix>_<environment>_<random>`. */
    keyEnvironment: string;
    /** `iss` of access tokens: the base address, the same in every process; absent where none is configured. */
    baseUrl: string | undefined;
    /** Folder for `admin.json`. */
    home: string;
    admin: { email: string | undefined; password: string | undefined };
  };
  /** Whether the tenant accepts API keys in the query parameter `api_key`; default: every tenant does. */
  allowsKeyInQuery?: (tenantId: string) => boolean | Promise<boolean>;
  /** Default: hashing at the production cost. */
  passwords?: Passwords | undefined;
  /** Interval in milliseconds at which revocations by other processes are read; default 2,000. */
  recheckMs?: number;
}

export interface Access {
  verbs: AccessVerbs;
  authenticator: RevocableAuthenticator;
  /** `bare` is mounted at the root: `/oauth/...`. */
  routes: { v1: Route[]; api: Route[]; bare: Route[] };
  /** For the command line, as the operator: throws 400, and 409 when the name is taken. */
  createTenant(input: CreateTenantInput): Promise<Tenant>;
  /** For the command line, as the operator: throws 400, and 404 for an unknown tenant. */
  createKeyForTenant(kind: KeyKind, input: TenantKeyInput): Promise<CreatedKey>;
  /** See `createEnsureFirstAdministrator`. The caller prints a returned password once, and never logs it. */
  ensureFirstAdministrator(): Promise<FirstAdministrator | undefined>;
  /** For the command line. */
  operator: Operator;
  /** For the command line, as the operator: the tenant of that name, compared without case. */
  findTenant(name: string): Promise<Tenant | undefined>;
  /** Users who still have the password that the first start of the installation generated. */
  generatedPasswords(): Promise<{ email: string; tenantName: string }[]>;
  /** Ids of all tenants. */
  tenantIds(): Promise<string[]>;
  /** The tenant's name; undefined when there is none of this id, or it is being removed. */
  tenantName(id: string): Promise<string | undefined>;
  currentRights: CurrentRights;
  /** Throws ConfigError when the signing key was sealed under another root secret. */
  checkSecret(): Promise<void>;
  /** Replaces the key that signs access tokens. See `createRotateSigningKey`. */
  rotateSigningKey(): Promise<RotatedKey>;
  /** Reseals every sealed column under the current root of `secrets`. See `createRotateSecret`. */
  rotateSecret(secrets: Secrets): Promise<Resealed[]>;
  /** See `createPurgeExpired`. */
  installationRetention: { credentials(): Promise<number> };
  /** Creates or opens the signing key, and starts polling for revocations and rotations. */
  prepare(): Promise<void>;
  /** Stops polling, and writes the last uses of keys and the refused logins. */
  stop(): Promise<void>;
}

const RECHECK_MS = 2_000;
const USAGE_FLUSH_MS = 30_000;

/** Tenants, users, logins, API keys, service accounts and discovery tokens. */
export function createAccess(deps: AccessDeps): Access {
  const { postgres, clock, config, log } = deps;
  const passwords = deps.passwords ?? createPasswords();
  const rules = createPasswordRules();
  const signingKeys = createSigningKeys({ postgres, secrets: deps.secrets, clock });
  const accessTokens = createAccessTokens({ signingKeys, clock, issuer: config.baseUrl ?? "orrery" });
  const usage = createKeyUsage({ postgres, log });
  const queryKeyPolicy = createQueryKeyPolicy(deps.allowsKeyInQuery ?? (() => true));
  const authenticator = createAuthenticator({
    postgres,
    accessTokens,
    clock,
    log,
    queryKeyPolicy,
    usage,
  });
  const onSessionEnded = (id: string) => authenticator.evict("session", id);
  const onKeyRevoked = (id: string) => authenticator.evict("key", id);
  const tokens = { postgres, clock, accessTokens, keyEnvironment: config.keyEnvironment };
  const useCode = createUseCode(deps);
  const refusals = createRefusedLogins(deps);
  const attempts = createLoginAttempts(deps);
  const checkLogin = createCheckLogin({ postgres, clock, passwords, useCode, attempts, refusals });
  const onGrantRevoked = (id: string) => authenticator.evict("grant", id);
  const oauth = createOAuth({ ...tokens, checkLogin, onGrantRevoked });
  const refreshDeps = { ...tokens, secrets: deps.secrets, onSessionEnded };
  const logout = createLogout({ postgres, clock, onSessionEnded });
  const verbs: AccessVerbs = {
    login: createLogin({ ...tokens, checkLogin }),
    refresh: createRefresh(refreshDeps),
    renew: createRenew(refreshDeps),
    logout,
    endLogin: createEndLogin({ postgres }, logout),
    createApiKey: createCreateApiKey(tokens),
    createDiscoveryToken: createCreateDiscoveryToken(tokens),
    secondFactor: createSecondFactor({ ...deps, passwords, useCode, attempts }),
    apiKeys: createKeyVerbs({ postgres, clock, onKeyRevoked }, "api_key"),
    discoveryTokens: createKeyVerbs({ postgres, clock, onKeyRevoked }, "discovery_token"),
    createServiceAccount: createCreateServiceAccount({ postgres, clock }),
    users: createUserVerbs({ postgres, clock, passwords, rules, onRevoked: authenticator.evict }),
    ownAccount: createOwnAccount({ postgres, clock, passwords, rules, attempts, onSessionEnded }),
    serviceAccounts: createServiceAccountVerbs({
      postgres,
      clock,
      onRevoked: (id) => authenticator.evict("service_account", id),
    }),
    exchangeAssertion: createExchangeAssertion(tokens),
    ...oauth.verbs,
  };
  const watches = [
    repeat(
      () => Promise.all([authenticator.recheckRevocations(), signingKeys.refresh()]),
      deps.recheckMs ?? RECHECK_MS,
      log,
    ),
    repeat(usage.flush, USAGE_FLUSH_MS, log),
  ];
  return {
    verbs,
    authenticator,
    routes: {
      v1: [
        ...accessV1Routes(verbs),
        ...secondFactorV1Routes(verbs),
        ...serviceAccountV1Routes(verbs),
        ...discoveryTokenV1Routes(verbs),
        ...oauthClientV1Routes(verbs),
        ...grantV1Routes(verbs),
        ...userV1Routes(verbs),
      ],
      api: [...accessApiRoutes(verbs), ...discoveryTokenApiRoutes(verbs)],
      bare: oauth.routes,
    },
    createTenant: createCreateTenant({ postgres, passwords, rules, clock }),
    createKeyForTenant: createCreateKeyForTenant(tokens),
    ensureFirstAdministrator: createEnsureFirstAdministrator({ postgres, passwords, rules, clock, ...config }),
    operator: createOperator({ postgres, clock, users: verbs.users }),
    findTenant: (name) => tenantsStore.findByName(postgres, name),
    tenantIds: () => tenantsStore.ids(postgres),
    tenantName: async (id) => (await tenantsStore.find(postgres, id))?.name,
    currentRights: createCurrentRights({ postgres, clock }),
    generatedPasswords: () => usersStore.listWithGeneratedPassword(postgres),
    checkSecret: () => signingKeys.check(),
    rotateSigningKey: createRotateSigningKey(deps),
    rotateSecret: createRotateSecret(deps),
    installationRetention: { credentials: createPurgeExpired({ postgres, clock, attempts }) },
    async prepare() {
      await signingKeys.current();
      for (const watch of watches) watch.start();
    },
    async stop() {
      await Promise.all(watches.map((watch) => watch.stop()));
      await Promise.all([usage.flush(), refusals.flush()]);
    },
  };
}
