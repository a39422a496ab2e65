import { AppError } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { comparisonKey, type LoginResult } from "./access.model.ts";
import type { LoginAttempts } from "./login-attempts.ts";
import { issueLoginTokens, type LoginTokenDeps } from "./login-tokens.ts";
import type { Passwords } from "./password.ts";
import { sessionsStore } from "./sessions.store.ts";
import type { FactorHolder, UseCode } from "./use-code.ts";
import { type UserWithPassword, usersStore } from "./users.store.ts";

export interface LoginInput {
  email: string;
  password: string;
  /** Name of the tenant; needed only where the email exists in several. */
  tenant?: string | undefined;
  /** One-time password or recovery code; looked at only for users who have a second factor. */
  code?: string | undefined;
  /** Of the peer, empty when unknown. */
  address?: string | undefined;
  /** Aborted when the caller went away. */
  signal?: AbortSignal | undefined;
}

export interface LoginDeps extends LoginTokenDeps {
  postgres: Postgres;
  passwords: Passwords;
  useCode: UseCode;
  attempts: LoginAttempts;
}

/**
 * Section 5 of the interface specification, Login. Every refusal is the same 401 AUTH_FAILED after the same work:
 * unknown email, wrong password, missing, wrong or used code of the second factor, unknown tenant, and an email of
 * several tenants without `tenant`. A code is used up only by a login that succeeds. Whoever fails again and again must
 * wait, see `LoginAttempts`.
 */
export function createLogin(deps: LoginDeps): (input: LoginInput) => Promise<LoginResult> {
  const login = createAttempt(deps);
  return (input) => {
    const { email, tenant = "", address = "", signal } = input;
    const account = JSON.stringify([comparisonKey(tenant), comparisonKey(email)]);
    return deps.attempts.guard({ account, address, signal }, () => login(input));
  };
}

function createAttempt(deps: LoginDeps): (input: LoginInput) => Promise<LoginResult> {
  return async ({ email, password, tenant, code, signal }) => {
    const found = await usersStore.findByEmail(deps.postgres, email, tenant);
    const user = found.length === 1 ? found[0] : undefined;
    const right = await deps.passwords.verify(user?.passwordHash, password, signal);
    const admitted = right ? user : undefined;
    const sign = await deps.accessTokens.signer();
    return deps.postgres.transaction(async (tx) => {
      const complete = admitted?.sealedSecret === null || (await deps.useCode(tx, holderOf(admitted), code));
      if (!admitted || !complete) throw loginRefused();
      const sessionId = newId();
      if (!(await sessionsStore.open(tx, sessionId, admitted.id, deps.clock.now()))) throw loginRefused();
      return issueLoginTokens(deps, tx, sign, admitted, sessionId);
    });
  };
}

function holderOf(user: UserWithPassword | undefined): FactorHolder | undefined {
  return user && user.sealedSecret !== null ? { userId: user.id, sealedSecret: user.sealedSecret } : undefined;
}

function loginRefused(): AppError {
  return new AppError(
    "AUTH_FAILED",
    "The login was refused: email, password or code is wrong, a second factor needs its code, or the email its tenant",
  );
}
