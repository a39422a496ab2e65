import { AppError } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { LoginResult } from "./access.model.ts";
import { issueLoginTokens, type LoginTokenDeps } from "./login-tokens.ts";
import type { Passwords } from "./password.ts";
import { sessionsStore } from "./sessions.store.ts";
import { usersStore } from "./users.store.ts";

export interface LoginInput {
  email: string;
  password: string;
  /** Name of the tenant; needed only where the email exists in several. */
  tenant?: string | undefined;
}

export interface LoginDeps extends LoginTokenDeps {
  postgres: Postgres;
  passwords: Passwords;
}

/**
 * Section 5 of the interface specification, Login. Every refusal is the same 401 AUTH_FAILED after the same work:
 * unknown email, wrong password, unknown tenant, and an email of several tenants without `tenant`.
 */
export function createLogin(deps: LoginDeps): (input: LoginInput) => Promise<LoginResult> {
  return async ({ email, password, tenant }) => {
    const found = await usersStore.findByEmail(deps.postgres, email, tenant);
    const user = found.length === 1 ? found[0] : undefined;
    const right = await deps.passwords.verify(user?.passwordHash, password);
    if (!user || !right) throw loginRefused();
    const sign = await deps.accessTokens.signer();
    return deps.postgres.transaction(async (tx) => {
      const sessionId = newId();
      if (!(await sessionsStore.open(tx, sessionId, user.id, deps.clock.now()))) throw loginRefused();
      return issueLoginTokens(deps, tx, sign, user, sessionId);
    });
  };
}

function loginRefused(): AppError {
  return new AppError(
    "AUTH_FAILED",
    "The login was refused: email or password is wrong, or the email needs its tenant to be named",
  );
}
