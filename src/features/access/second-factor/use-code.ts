import type { Clock } from "../../../platform/clock.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import { isRecoveryCode, recoveryCodeHash } from "./recovery-codes.ts";
import { secondFactorsStore } from "./second-factors.store.ts";
import { matchingStep, TOTP_SECRET_BYTES } from "./totp.ts";

/** A user with a confirmed second factor. */
export interface FactorHolder {
  userId: string;
  sealedSecret: string;
}

/** Whether the code is valid for the holder; consumes it within the transaction. */
export type UseCode = (tx: Sql, holder: FactorHolder | undefined, code: string | undefined) => Promise<boolean>;

const DECOY = Buffer.alloc(TOTP_SECRET_BYTES);

/**
 * Accepts a one-time password or a recovery code. Without a holder, and for a wrong code, it does the same work (one
 * statement, which finds nothing) and returns false, so that the time does not reveal which part of a login was wrong.
 */
export function createUseCode({ secrets, clock }: { secrets: Secrets; clock: Clock }): UseCode {
  return async (tx, holder, code = "") => {
    const userId = holder?.userId ?? "";
    if (isRecoveryCode(code)) return secondFactorsStore.useRecoveryCode(tx, userId, recoveryCodeHash(userId, code));
    const secret = holder ? openTotpSecret(secrets, holder) : DECOY;
    const step = matchingStep(secret, code, clock.now()) ?? null;
    return secondFactorsStore.useStep(tx, userId, holder?.sealedSecret ?? "", step);
  };
}

export function sealTotpSecret(secrets: Secrets, userId: string, secret: Buffer): string {
  return secrets.seal("totp-secret", secret.toString("base64"), userId);
}

export function openTotpSecret(secrets: Secrets, { userId, sealedSecret }: FactorHolder): Buffer {
  return Buffer.from(secrets.open("totp-secret", sealedSecret, userId), "base64");
}
