import { hash } from "node:crypto";
import { AppError, coerceError } from "../../errors.ts";
import { isScope } from "../../model/scopes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Authenticator, Identity } from "../../platform/http/ports.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { sha256 } from "../../platform/secrets.ts";
import type { AccessTokens, ServiceAccountClaims } from "./access-token.ts";
import { type Anchor, createCredentialCache, type Verified } from "./credential-cache.ts";
import { keyKind } from "./key-format.ts";
import { keysStore } from "./keys.store.ts";
import { credentialRefused, type PresentedCredential, readCredential } from "./read-credential.ts";
import { serviceAccountsStore } from "./service-accounts.store.ts";
import { sessionsStore } from "./sessions.store.ts";

export interface AuthenticatorDeps {
  postgres: Postgres;
  accessTokens: AccessTokens;
  clock: Clock;
  log: Logger;
  maxCached?: number;
}

export interface RevocableAuthenticator extends Authenticator {
  /** Stops honouring the tokens of the session or the service account, or the key, in this process. */
  forget(kind: Anchor["kind"], id: string): void;
  /**
   * Asks the store which of the cached credentials were revoked since, and drops them. Called every two seconds, this
   * bounds how long another process's revocation takes to hold here. While the store is away nothing is dropped.
   */
  recheck(): Promise<void>;
}

const MAX_CACHED = 10_000;

/** Where to ask which of the things that credentials hang on are gone. */
const ANCHORED = [
  ["session", sessionsStore],
  ["service_account", serviceAccountsStore],
  ["key", keysStore],
] as const;

/**
 * Verifies a credential once, by signature or by the store, and from then on by its digest in memory: a warm request
 * costs one SHA-256 and no round trip, and goes on while the store is away.
 */
export function createAuthenticator(deps: AuthenticatorDeps): RevocableAuthenticator {
  const { clock, postgres } = deps;
  const cache = createCredentialCache(deps.maxCached ?? MAX_CACHED);
  const pending = new Map<string, Promise<Identity>>();

  const verifyAndKeep = async (presented: PresentedCredential, digest: string): Promise<Identity> => {
    const verified = presented.kind === "jwt" ? await verifyJwt(deps, presented) : await verifyKey(deps, presented);
    const nowMs = clock.now().getTime();
    if (verified === "unknown") cache.putRefused(digest, nowMs);
    if (verified === "invalid" || verified === "unknown") throw credentialRefused();
    cache.put(digest, verified, nowMs);
    return verified.identity;
  };

  return {
    authenticate(source) {
      const presented = readCredential(source);
      const digest = hash("sha256", presented.text, "base64");
      const nowMs = clock.now().getTime();
      const known = cache.get(digest, nowMs);
      if (known) return known.identity;
      if (cache.isRefused(digest, nowMs)) throw credentialRefused();
      const running = pending.get(digest);
      if (running) return running;
      const fresh = verifyAndKeep(presented, digest).finally(() => pending.delete(digest));
      pending.set(digest, fresh);
      return fresh;
    },

    forget: (kind, id) => cache.forget(kind, [id]),

    async recheck() {
      cache.sweep(clock.now().getTime());
      try {
        for (const [kind, store] of ANCHORED) {
          const ids = cache.anchors(kind);
          if (ids.length > 0) cache.forget(kind, await store.dead(postgres, ids));
        }
      } catch (error) {
        const reason = error instanceof AppError ? error.message : coerceError(error);
        deps.log.warn({ reason }, "revocations could not be read; cached credentials stay valid until they can");
      }
    },
  };
}

const CHANGE_PASSWORD_FIRST =
  "The password was set by somebody else: change it by POST /v1/auth/password, then log in again or refresh";

/** `invalid`: refused without the store. `unknown`: the store has no such thing, or no longer, or it has expired. */
type Outcome = Verified | "invalid" | "unknown";

async function verifyJwt(deps: AuthenticatorDeps, presented: PresentedCredential): Promise<Outcome> {
  const claims = await deps.accessTokens.verify(presented.text);
  if (!claims) return "invalid";
  if ("serviceAccountId" in claims) return verifyServiceAccount(deps, claims);
  if ((await sessionsStore.dead(deps.postgres, [claims.sessionId])).length > 0) return "unknown";
  return {
    identity: {
      tenantId: claims.tenantId,
      actor: { kind: "user", id: claims.userId, sessionId: claims.sessionId },
      scopes: new Set(claims.scopes),
      ...(claims.restricted && { restricted: CHANGE_PASSWORD_FIRST }),
    },
    anchor: { kind: "session", id: claims.sessionId },
    expiresAtMs: claims.expiresAtMs,
  };
}

async function verifyServiceAccount(deps: AuthenticatorDeps, claims: ServiceAccountClaims): Promise<Outcome> {
  const { serviceAccountId: id, tenantId, scopes, expiresAtMs } = claims;
  if ((await serviceAccountsStore.dead(deps.postgres, [id])).length > 0) return "unknown";
  return {
    identity: { tenantId, actor: { kind: "service_account", id }, scopes: new Set(scopes) },
    anchor: { kind: "service_account", id },
    expiresAtMs,
  };
}

async function verifyKey(deps: AuthenticatorDeps, presented: PresentedCredential): Promise<Outcome> {
  if (keyKind(presented.text) !== presented.kind) return "invalid";
  const key = await keysStore.findByHash(deps.postgres, sha256(presented.text));
  if (!key || key.kind !== presented.kind || key.expiresAt <= deps.clock.now()) return "unknown";
  return {
    identity: {
      tenantId: key.tenantId,
      actor: { kind: key.kind, id: key.id },
      scopes: new Set(key.scopes.filter(isScope)),
    },
    anchor: { kind: "key", id: key.id },
    expiresAtMs: key.expiresAt.getTime(),
  };
}
