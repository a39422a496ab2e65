import { systemContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import { ACCESS_TOKEN_SECONDS, CLOCK_SKEW_SECONDS } from "../access.model.ts";
import { tenantsStore } from "../tenants/tenants.store.ts";
import { makeSigningKey } from "./make-signing-key.ts";
import { signingKeysStore } from "./signing-keys.store.ts";

/** Time after a rotation until no process signs with the previous key any more. */
const ROLLOUT_MS = 2 * 60_000;
/** Time after its retirement in which a key may have to verify tokens. */
const VERIFIABLE_MS = (ACCESS_TOKEN_SECONDS + CLOCK_SKEW_SECONDS) * 1_000 + ROLLOUT_MS;

/** Result of a rotation. */
export interface RotatedKey {
  kid: string;
  /** `kid` of the key that signed until now; undefined when there was none. */
  previous: string | undefined;
  /** The previous key verifies tokens until this time. */
  verifiesUntil: Date;
}

export interface SigningKeyDeps {
  postgres: Postgres;
  secrets: Secrets;
  clock: Clock;
}

/**
 * Creates the key that signs from now on. Other processes sign with it within seconds, and verify its tokens at once.
 * The previous key loses its private part now, and its public part when the last token that it signed has expired.
 * Recorded in every tenant's audit log.
 */
export function createRotateSigningKey({ postgres, secrets, clock }: SigningKeyDeps) {
  return async (): Promise<RotatedKey> => {
    const row = await makeSigningKey(secrets);
    return postgres.transaction(async (tx) => {
      await signingKeysStore.lock(tx);
      const now = clock.now();
      await signingKeysStore.purge(tx, new Date(now.getTime() - VERIFIABLE_MS));
      const previous = await signingKeysStore.retire(tx, now);
      await signingKeysStore.insert(tx, row, now);
      const record = {
        action: "signing_key.rotated",
        target: { kind: "signing_key", id: row.kid },
        before: { kid: previous ?? null },
        after: { kid: row.kid },
      };
      const requestId = newId();
      for (const tenantId of await tenantsStore.ids(tx)) {
        await recordAudit(tx, systemContext(tenantId, requestId), record, now);
      }
      return { kid: row.kid, previous, verifiesUntil: new Date(now.getTime() + VERIFIABLE_MS) };
    });
  };
}

/** Deletes retired keys whose last token has expired; returns how many. */
export function createPurgeSigningKeys({ postgres, clock }: Pick<SigningKeyDeps, "postgres" | "clock">) {
  return () => signingKeysStore.purge(postgres, new Date(clock.now().getTime() - VERIFIABLE_MS));
}
