import { AppError } from "../../../errors.ts";
import { isScope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { ACCESS_TOKEN_SECONDS, type AssertionResult } from "../access.model.ts";
import type { AccessTokens } from "../credentials/access-token.ts";
import { claimedAccount, verifyAssertion } from "./assertion.ts";
import { serviceAccountsStore } from "./service-accounts.store.ts";

export interface ExchangeAssertionInput {
  assertion: string;
  /** The base address, the required `aud`. */
  audience: string;
}

export interface ExchangeAssertionDeps {
  postgres: Postgres;
  clock: Clock;
  accessTokens: AccessTokens;
}

/**
 * Section 5 of the interface specification, Service account token: exchanges an assertion signed with the account's key
 * for an access token. A `jti` is accepted once. Every refusal is the same 401 AUTH_FAILED.
 */
export function createExchangeAssertion({ postgres, clock, accessTokens }: ExchangeAssertionDeps) {
  return async ({ assertion, audience }: ExchangeAssertionInput): Promise<AssertionResult> => {
    const accountId = claimedAccount(assertion);
    if (accountId === undefined) throw assertionRefused();
    const account = await serviceAccountsStore.findWithKey(postgres, accountId);
    if (!account) throw assertionRefused();
    const expected = { accountId, publicKey: account.publicKey, audience, now: clock.now() };
    const verified = await verifyAssertion(assertion, expected);
    if (!verified) throw assertionRefused();
    // Before the jti is consumed, so that an unreadable signing key costs the caller no assertion.
    const sign = await accessTokens.signer();
    const { jti, acceptedUntil } = verified;
    const accepted =
      jti === undefined || (await serviceAccountsStore.useAssertion(postgres, accountId, sha256(jti), acceptedUntil));
    if (!accepted) throw assertionRefused();
    const claims = { serviceAccountId: accountId, tenantId: account.tenantId, scopes: account.scopes.filter(isScope) };
    return { accessToken: sign(claims), expiresIn: ACCESS_TOKEN_SECONDS };
  };
}

function assertionRefused(): AppError {
  return new AppError("AUTH_FAILED", "The assertion is not valid, was used before, or has expired");
}
