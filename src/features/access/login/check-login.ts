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
  /**
   * Whether the refusal of a right password without a code says that it needs one, for a page that then asks for it.
   * Whoever tries passwords there learns which is right, but gets in no further.
   */
  namesMissingCode?: boolean;
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
 * Checks email, password and second factor for every kind of login. Without `tenant` the password is tried for the user of
 * that email in each tenant, at most 5; one match logs in. Each refusal is the same 401 AUTH_FAILED after the same work:
 * unknown email, wrong password, missing, wrong or used code of the second factor, unknown tenant. Only where the password
 * is right in several tenants the refusal says that it needs `tenant`. Only a successful login consumes the code. Repeated
 * failures must wait: `LoginAttempts`.
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

/** Tenants in which a password is tried. */
const MAX_TENANTS = 5;

function createAttempt(deps: CheckLoginDeps): CheckLogin {
  const { postgres, clock, passwords, refusals, useCode } = deps;

  /**
   * The users whose password it is. Without a tenant every email takes as many tries as the one that most tenants have, so
   * that the time does not reveal in how many tenants an email is.
   */
  const matching = async (users: readonly UserWithPassword[], { password, tenant }: LoginInput, from: LoginOrigin) => {
    const most = Math.min(MAX_TENANTS, await usersStore.mostTenantsOfAnEmail(postgres));
    const tries = tenant === undefined ? Math.max(1, most, users.length) : 1;
    const matches: UserWithPassword[] = [];
    for (let i = 0; i < tries; i++) {
      const user = users[i];
      if ((await passwords.verify(user?.passwordHash, password, from.signal)) && user) matches.push(user);
    }
    return matches;
  };

  return async (input, from, work) => {
    const users = await usersStore.findByEmail(postgres, input.email, input.tenant, MAX_TENANTS);
    // The audit log records a refusal for the users with the right password, else for every user of the email.
    let concerned = users;
    try {
      const matches = await matching(users, input, from);
      const [authenticated, ...others] = matches;
      if (authenticated) concerned = matches;
      if (others.length > 0) throw tenantNeeded();
      return await postgres.transaction(async (tx) => {
        const codeAccepted =
          authenticated?.sealedSecret === null || (await useCode(tx, holderOf(authenticated), input.code));
        if (authenticated && !codeAccepted && input.namesMissingCode && !input.code) throw codeNeeded();
        if (!authenticated || !codeAccepted) throw loginRefused();
        const { id, tenantId } = authenticated;
        const by = { ...from, tenantId, actor: { kind: "user", id } as const };
        await recordAudit(tx, by, { action: "login.succeeded", target: { kind: "user", id } }, clock.now());
        return work(tx, authenticated);
      });
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === "AUTH_FAILED";
      if (isRefused) for (const user of concerned) refusals.record(user, from);
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

/** Only for callers who know the password of each. */
function tenantNeeded(): AppError {
  return new AppError("AUTH_FAILED", "The email and the password are those of several tenants: name the `tenant`", {
    details: { tenant_required: true },
  });
}

/** Only for callers who know the password. */
function codeNeeded(): AppError {
  return new AppError("AUTH_FAILED", "The login needs the code of the second factor as well: send `totp_code`", {
    details: { totp_required: true },
  });
}
