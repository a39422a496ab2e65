import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import { comparisonKey } from "../access.model.ts";
import type { FactorHolder, UseCode } from "../second-factor/use-code.ts";
import { type UserWithPassword, usersStore } from "../users/users.store.ts";
import type { LoginAttempts } from "./login-attempts.ts";
import type { Passwords } from "./password.ts";
import type { LoginOrigin, RefusedLogins } from "./refused-logins.ts";

export interface LoginInput {
  email: string;
  password: string;
  /** Name of the tenant; needed only where the email exists in several. */
  tenant?: string | undefined;
  /** One-time password or recovery code; checked only for users with a second factor. */
  code?: string | undefined;
}

export interface CheckLoginDeps {
  postgres: Postgres;
  clock: Clock;
  passwords: Passwords;
  useCode: UseCode;
  attempts: LoginAttempts;
  refusals: RefusedLogins;
}

/**
 * Authenticates a user, then runs `work` in the transaction that consumes the code; if `work` throws, the code stays
 * valid.
 */
export type CheckLogin = <T>(
  input: LoginInput,
  from: LoginOrigin,
  work: (tx: Sql, user: UserWithPassword) => Promise<T>,
) => Promise<T>;

/**
 * Checks email, password and second factor for every kind of login. Each refusal is the same 401 AUTH_FAILED after the
 * same work: unknown email, wrong password, missing, wrong or used code of the second factor, unknown tenant, and an
 * email of several tenants without `tenant`. Only a successful login consumes the code. Repeated failures must wait:
 * `LoginAttempts`.
 */
export function createCheckLogin(deps: CheckLoginDeps): CheckLogin {
  const attempt = createAttempt(deps);
  return (input, from, work) => {
    // Keyed by the email alone: requests with and without the tenant must not count separately.
    const caller = {
      account: `email ${comparisonKey(input.email)}`,
      address: from.client?.address ?? "",
      signal: from.signal,
    };
    return deps.attempts.guard(caller, () => attempt(input, from, work));
  };
}

function createAttempt(deps: CheckLoginDeps): CheckLogin {
  return async ({ email, password, tenant, code }, from, work) => {
    const found = await usersStore.findByEmail(deps.postgres, email, tenant);
    const user = found.length === 1 ? found[0] : undefined;
    try {
      const passwordMatches = await deps.passwords.verify(user?.passwordHash, password, from.signal);
      const authenticated = passwordMatches ? user : undefined;
      return await deps.postgres.transaction(async (tx) => {
        const codeAccepted =
          authenticated?.sealedSecret === null || (await deps.useCode(tx, holderOf(authenticated), code));
        if (!authenticated || !codeAccepted) throw loginRefused();
        const { id, tenantId } = authenticated;
        const by = { ...from, tenantId, actor: { kind: "user", id } as const };
        await recordAudit(tx, by, { action: "login.succeeded", target: { kind: "user", id } }, deps.clock.now());
        return work(tx, authenticated);
      });
    } catch (error) {
      if (user && error instanceof AppError && error.code === "AUTH_FAILED") deps.refusals.record(user, from);
      throw error;
    }
  };
}

function holderOf(user: UserWithPassword | undefined): FactorHolder | undefined {
  return user && user.sealedSecret !== null ? { userId: user.id, sealedSecret: user.sealedSecret } : undefined;
}

export function loginRefused(): AppError {
  return new AppError(
    "AUTH_FAILED",
    "The login was refused: email, password or code is wrong, a second factor needs its code, or the email its tenant",
  );
}
