import { AppError } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { recordAudit } from "../audit/index.ts";
import type { LoginResult } from "./access.model.ts";
import { issueLoginTokens, type LoginTokenDeps } from "./login-tokens.ts";
import type { Passwords } from "./password.ts";
import type { LoginOrigin, RefusedLogins } from "./refused-logins.ts";
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
}

export interface LoginDeps extends LoginTokenDeps {
  postgres: Postgres;
  passwords: Passwords;
  useCode: UseCode;
  refusals: RefusedLogins;
}

/**
 * Section 5 of the interface specification, Login. Every refusal is the same 401 AUTH_FAILED after the same work:
 * unknown email, wrong password, missing, wrong or used code of the second factor, unknown tenant, and an email of
 * several tenants without `tenant`. A code is used up only by a login that succeeds.
 */
export function createLogin(deps: LoginDeps): (input: LoginInput, from?: LoginOrigin) => Promise<LoginResult> {
  return async ({ email, password, tenant, code }, from = { requestId: newId() }) => {
    const found = await usersStore.findByEmail(deps.postgres, email, tenant);
    const user = found.length === 1 ? found[0] : undefined;
    try {
      const right = await deps.passwords.verify(user?.passwordHash, password);
      return await admit(deps, right ? user : undefined, code, from);
    } catch (error) {
      if (user && error instanceof AppError && error.code === "AUTH_FAILED") deps.refusals.note(user, from);
      throw error;
    }
  };
}

async function admit(
  deps: LoginDeps,
  admitted: UserWithPassword | undefined,
  code: string | undefined,
  from: LoginOrigin,
): Promise<LoginResult> {
  const sign = await deps.accessTokens.signer();
  return deps.postgres.transaction(async (tx) => {
    const complete = admitted?.sealedSecret === null || (await deps.useCode(tx, holderOf(admitted), code));
    if (!admitted || !complete) throw loginRefused();
    const sessionId = newId();
    const { id, tenantId, passwordHash } = admitted;
    const now = deps.clock.now();
    if (!(await sessionsStore.open(tx, sessionId, id, passwordHash, now))) throw loginRefused();
    const actor = { kind: "user", id } as const;
    const origin = { tenantId, actor, requestId: from.requestId, client: from.client };
    await recordAudit(tx, origin, { action: "login.succeeded", target: { kind: "user", id } }, now);
    return issueLoginTokens(deps, tx, sign, admitted, sessionId);
  });
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
