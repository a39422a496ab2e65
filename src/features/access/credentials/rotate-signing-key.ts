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

/** Until the last process signs with the new key, and what it was signing by then is signed. */
const ROLLOUT_MS = 2 * 60_000;
/** From its retirement on a key can be of use for so long. */
const VERIFIABLE_MS = (ACCESS_TOKEN_SECONDS + CLOCK_SKEW_SECONDS) * 1_000 + ROLLOUT_MS;

/** What a rotation came to. */
export interface RotatedKey {
  kid: string;
  /** The key that signed so far; undefined where there was none. */
  previous: string | undefined;
  /** Until then the previous key verifies. */
  verifiesUntil: Date;
}

export interface SigningKeyDeps {
  postgres: Postgres;
  secrets: Secrets;
  clock: Clock;
}

/**
 * A new key that signs from now on; other processes sign with it within seconds, and verify what it signed at once. The
 * private part of the one before goes now, since nobody needs to load it any more, and its public part when the last
 * token that it signed has expired. Every tenant's audit log says so.
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

/** Removes the retired keys whose last token has expired; answers how many. */
export function createPurgeSigningKeys({ postgres, clock }: Pick<SigningKeyDeps, "postgres" | "clock">) {
  return () => signingKeysStore.purge(postgres, new Date(clock.now().getTime() - VERIFIABLE_MS));
}
