import { newId } from "../../../platform/ids.ts";
import type { LoginResult } from "../access.model.ts";
import { type CheckLogin, type LoginInput, loginRefused } from "./check-login.ts";
import { issueLoginTokens, type LoginTokenDeps } from "./login-tokens.ts";
import type { LoginOrigin } from "./refused-logins.ts";
import { sessionsStore } from "./sessions.store.ts";

export type { LoginInput } from "./check-login.ts";

export interface LoginDeps extends LoginTokenDeps {
  checkLogin: CheckLogin;
}

/** Section 5 of the interface specification, Login. Throws as `createCheckLogin` does. */
export function createLogin(deps: LoginDeps): (input: LoginInput, from?: LoginOrigin) => Promise<LoginResult> {
  return async (input, from = { requestId: newId() }) => {
    const sign = await deps.accessTokens.signer();
    return deps.checkLogin(input, from, async (tx, user) => {
      const sessionId = newId();
      if (!(await sessionsStore.open(tx, sessionId, user.id, user.passwordHash, deps.clock.now())))
        throw loginRefused();
      return issueLoginTokens(deps, tx, sign, user, sessionId);
    });
  };
}
