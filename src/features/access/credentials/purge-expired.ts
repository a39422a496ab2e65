import { DAY_MS } from "../../../model/duration.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { keysStore } from "../keys/keys.store.ts";
import type { LoginAttempts } from "../login/login-attempts.ts";
import { sessionsStore } from "../login/sessions.store.ts";
import { grantsStore } from "../oauth/grants.store.ts";
import { interactionsStore } from "../oauth/interactions.store.ts";
import { serviceAccountsStore } from "../service-accounts/service-accounts.store.ts";
import { createPurgeSigningKeys } from "./rotate-signing-key.ts";

const RETENTION_MS = DAY_MS;
/** An expired key stays listed for 30 days, so that its user sees why it is refused. */
const EXPIRED_KEY_RETENTION_MS = 30 * RETENTION_MS;

/**
 * Deletes expired credentials; returns the number of login sessions deleted.
 * - a day after expiry: refresh tokens, used assertions, OAuth codes and OAuth refresh tokens, then sessions and grants
 *   without a token. A used refresh token is kept until then, so that its reuse is detected;
 * - 30 days after expiry: keys;
 * - at once: OAuth interactions, login attempts that no longer count, signing keys whose last token has expired.
 */
export function createPurgeExpired(deps: {
  postgres: Postgres;
  clock: Clock;
  attempts: LoginAttempts;
}): () => Promise<number> {
  const purgeSigningKeys = createPurgeSigningKeys(deps);
  return async () => {
    await deps.attempts.purge();
    await purgeSigningKeys();
    const now = deps.clock.now();
    const before = new Date(now.getTime() - RETENTION_MS);
    const { postgres } = deps;
    await keysStore.purge(postgres, new Date(now.getTime() - EXPIRED_KEY_RETENTION_MS));
    await grantsStore.purge(postgres, before);
    await interactionsStore.purge(postgres, now);
    await serviceAccountsStore.purgeUsedAssertions(postgres, before);
    return sessionsStore.purge(postgres, before);
  };
}
