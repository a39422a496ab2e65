import { randomBytes } from "node:crypto";
import type { RequestContext } from "../../../context.ts";
import { AppError, conflict, invalidField, notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import { requireUser } from "../access.rules.ts";
import type { LoginAttempts } from "../login/login-attempts.ts";
import type { Passwords } from "../login/password.ts";
import { usersStore } from "../users/users.store.ts";
import { makeRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { secondFactorsStore } from "./second-factors.store.ts";
import { base32, matchingStep, otpauthUrl, TOTP_SECRET_BYTES } from "./totp.ts";
import { openTotpSecret, sealTotpSecret, type UseCode } from "./use-code.ts";

/** Secret for the user's authenticator app, shown only once. `secret` in base 32. */
export interface Enrolment {
  secret: string;
  otpauthUrl: string;
}

/** Verbs on the caller's second factor; each needs a user's login token. */
export interface SecondFactorVerbs {
  /** Generates a new secret, which takes effect when confirmed. Throws 409 when a factor is confirmed. */
  enrol(ctx: RequestContext): Promise<Enrolment>;
  /**
   * Confirms the secret by a one-time password, which is consumed; returns the recovery codes, of which only hashes are
   * stored. Throws 400 for a wrong code, 409 when no secret awaits confirmation.
   */
  confirm(ctx: RequestContext, code: string): Promise<string[]>;
  /**
   * Deletes the factor with its recovery codes. `code` may be a recovery code. Throws 401 AUTH_FAILED when password or
   * code is wrong, 404 when no factor is confirmed, 429 after many failures (see `LoginAttempts`).
   */
  disable(ctx: RequestContext, input: { password: string; code: string }): Promise<void>;
}

export interface SecondFactorDeps {
  postgres: Postgres;
  clock: Clock;
  secrets: Secrets;
  passwords: Passwords;
  useCode: UseCode;
  attempts: LoginAttempts;
}

export function createSecondFactor(deps: SecondFactorDeps): SecondFactorVerbs {
  const { postgres, clock, secrets } = deps;

  const findCaller = async (ctx: RequestContext) => {
    requireUser(ctx);
    const user = await usersStore.findById(postgres, ctx.tenantId, ctx.actor.id);
    if (!user) throw notFound("user");
    return user;
  };

  const record = (tx: Sql, ctx: RequestContext, outcome: string) =>
    recordAudit(
      tx,
      ctx,
      { action: `second_factor.${outcome}`, target: { kind: "user", id: ctx.actor.id } },
      clock.now(),
    );

  return {
    async enrol(ctx) {
      const user = await findCaller(ctx);
      const secret = randomBytes(TOTP_SECRET_BYTES);
      const sealed = sealTotpSecret(secrets, user.id, secret);
      await postgres.transaction(async (tx) => {
        if (!(await secondFactorsStore.enrol(tx, user.id, sealed, clock.now()))) {
          throw conflict("A second factor is in use; disable it first");
        }
        await record(tx, ctx, "enrolled");
      });
      return { secret: base32(secret), otpauthUrl: otpauthUrl(secret, user.email) };
    },

    async confirm(ctx, code) {
      requireUser(ctx);
      const userId = ctx.actor.id;
      const sealedSecret = await secondFactorsStore.findUnconfirmed(postgres, ctx.tenantId, userId);
      if (sealedSecret === undefined) throw noPendingFactor();
      const step = matchingStep(openTotpSecret(secrets, { userId, sealedSecret }), code, clock.now());
      if (step === undefined) throw invalidField("totp_code", "is not the code of now");
      const codes = makeRecoveryCodes();
      const hashes = codes.map((each) => recoveryCodeHash(userId, each));
      await postgres.transaction(async (tx) => {
        const done = await secondFactorsStore.confirm(tx, userId, sealedSecret, step, clock.now());
        if (!done) throw noPendingFactor();
        await secondFactorsStore.addRecoveryCodes(tx, userId, hashes);
        await record(tx, ctx, "confirmed");
      });
      return codes;
    },

    async disable(ctx, { password, code }) {
      const user = await findCaller(ctx);
      const { id: userId, sealedSecret } = user;
      const caller = { account: `user ${userId}`, address: ctx.client?.address ?? "", signal: ctx.signal };
      await deps.attempts.guard(caller, async () => {
        if (!(await deps.passwords.verify(user.passwordHash, password))) throw disableRefused();
        if (sealedSecret === null) throw notFound("second factor");
        await postgres.transaction(async (tx) => {
          if (!(await deps.useCode(tx, { userId, sealedSecret }, code))) throw disableRefused();
          await secondFactorsStore.remove(tx, userId);
          await record(tx, ctx, "disabled");
        });
      });
    },
  };
}

function noPendingFactor(): AppError {
  return conflict("There is no second factor that waits for confirmation");
}

function disableRefused(): AppError {
  return new AppError("AUTH_FAILED", "The second factor stays: password or code is wrong");
}
