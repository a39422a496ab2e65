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
/** An expired key is still listed for a month, so that its user sees why it is refused. */
const EXPIRED_KEY_RETENTION_MS = 30 * RETENTION_MS;

/**
 * Removes refresh tokens that expired over a day ago, and logins of which none is left. Answers how many logins. A used
 * refresh token stays until then, since its reuse must be noticed. Used assertions go as long after their expiry, OAuth
 * codes and refresh tokens likewise, and grants of which none is left; pages of the login to clients at once, and so do
 * failed attempts to log in that matter no more, and signing keys whose last token has expired. Keys that expired over a
 * month ago go too.
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
    return deps.postgres.transaction(async (tx) => {
      await keysStore.purge(tx, new Date(now.getTime() - EXPIRED_KEY_RETENTION_MS));
      await grantsStore.purge(tx, before);
      await interactionsStore.purge(tx, now);
      await serviceAccountsStore.purgeUsedAssertions(tx, before);
      return sessionsStore.purge(tx, before);
    });
  };
}
