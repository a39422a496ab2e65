import { hash } from "node:crypto";
import { AppError, coerceError } from "../../../errors.ts";
import { createAddressFilter } from "../../../model/ip-ranges.ts";
import { isScope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Authenticator, CredentialSource, Identity } from "../../../platform/http/ports.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { KEY_NOTICE_MS, type OwnedLiveTarget } from "../access.model.ts";
import { keyKind } from "../keys/key-format.ts";
import type { KeyUsage } from "../keys/key-usage.ts";
import { keysStore } from "../keys/keys.store.ts";
import type { QueryKeyPolicy } from "../keys/query-key-policy.ts";
import { sessionsStore } from "../login/sessions.store.ts";
import { grantsStore } from "../oauth/grants.store.ts";
import { serviceAccountsStore } from "../service-accounts/service-accounts.store.ts";
import type { AccessTokens, OAuthClaims, ServiceAccountClaims } from "./access-token.ts";
import {
  type CachedCredential,
  createCredentialCache,
  type RevocationTarget,
  type VerifiedCredential,
} from "./credential-cache.ts";
import { credentialRefused, type PresentedCredential, readCredential } from "./read-credential.ts";

export interface AuthenticatorDeps {
  postgres: Postgres;
  accessTokens: AccessTokens;
  clock: Clock;
  log: Logger;
  queryKeyPolicy: QueryKeyPolicy;
  usage: Pick<KeyUsage, "recordUse">;
  maxCached?: number;
}

export interface RevocableAuthenticator extends Authenticator {
  /** Drops the cached tokens of a session, service account or grant, or a cached key, in this process. */
  evict(kind: RevocationTarget["kind"], id: string): void;
  /**
   * Asks the store which cached credentials were revoked, drops these, and updates the scopes of the others to those
   * that their users hold now. Called every two seconds, which bounds how long a revocation by another process takes to
   * hold here. While the store is unavailable the cache stays as it is.
   */
  recheckRevocations(): Promise<void>;
}

const MAX_CACHED = 10_000;

/** The store of each kind of revocation target. */
const TARGET_STORES = [
  ["session", sessionsStore],
  ["service_account", serviceAccountsStore],
  ["grant", grantsStore],
  ["key", keysStore],
] as const;

/**
 * Verifies a credential once, by signature or by the store, and from then on by its digest in memory: a warm request
 * costs one SHA-256 and no round trip, and works while the store is unavailable.
 */
export function createAuthenticator(deps: AuthenticatorDeps): RevocableAuthenticator {
  const { clock, postgres } = deps;
  const cache = createCredentialCache(deps.maxCached ?? MAX_CACHED);
  const pending = new Map<string, Promise<CachedCredential>>();
  const checkUse = createUseCheck(deps);

  const verifyAndCache = async (presented: PresentedCredential, digest: string): Promise<CachedCredential> => {
    const verified = presented.kind === "jwt" ? await verifyJwt(deps, presented) : await verifyKey(deps, presented);
    const nowMs = clock.now().getTime();
    if (verified === "unknown") cache.putRefused(digest, nowMs);
    if (verified === "invalid" || verified === "unknown") throw credentialRefused();
    return cache.put(digest, verified, nowMs);
  };

  return {
    authenticate(source) {
      const presented = readCredential(source);
      const digest = hash("sha256", presented.text, "base64");
      const nowMs = clock.now().getTime();
      const cached = cache.get(digest, nowMs);
      if (cached) return checkUse(cached, presented, source, nowMs);
      if (cache.isRefused(digest, nowMs)) throw credentialRefused();
      let verification = pending.get(digest);
      if (!verification) {
        verification = verifyAndCache(presented, digest).finally(() => pending.delete(digest));
        pending.set(digest, verification);
      }
      return verification.then((verified) => checkUse(verified, presented, source, nowMs));
    },

    evict: (kind, id) => cache.evict(kind, [id]),

    async recheckRevocations() {
      cache.evictExpired(clock.now().getTime());
      try {
        for (const [kind, store] of TARGET_STORES) {
          const ids = cache.targetIds(kind);
          if (ids.length > 0) cache.refresh(kind, ids, await store.findLive(postgres, ids));
        }
        await deps.queryKeyPolicy.refresh();
      } catch (error) {
        const reason = error instanceof AppError ? error.message : coerceError(error);
        deps.log.warn({ reason }, "revocations could not be read; cached credentials stay valid until they can");
      }
    },
  };
}

/**
 * The checks of every use, cached or not, since they depend on the request: whether a key may stand in the query, and
 * whether it may be used from the peer's address. A refusal reads like that of an unknown key.
 */
function createUseCheck({ queryKeyPolicy, usage }: AuthenticatorDeps) {
  const recordUse = (credential: CachedCredential, nowMs: number): Identity => {
    if (!credential.key) return credential.identity;
    usage.recordUse(credential.target.id, nowMs);
    const { expiresAt, expiryNoticeFromMs } = credential.key;
    if (nowMs >= expiryNoticeFromMs && credential.identity.keyExpiresAt === undefined) {
      credential.identity = { ...credential.identity, keyExpiresAt: expiresAt };
    }
    return credential.identity;
  };

  return (
    credential: CachedCredential,
    { inQuery }: PresentedCredential,
    { address }: CredentialSource,
    nowMs: number,
  ) => {
    if (credential.key?.isAllowedFrom?.(address) === false) throw credentialRefused();
    if (!inQuery) return recordUse(credential, nowMs);
    const useIfAllowed = (allowed: boolean) => {
      if (!allowed) throw credentialRefused();
      return recordUse(credential, nowMs);
    };
    const allowed = queryKeyPolicy.isAllowed(credential.identity.tenantId);
    return typeof allowed === "boolean" ? useIfAllowed(allowed) : allowed.then(useIfAllowed);
  };
}

const CHANGE_PASSWORD_FIRST =
  "The password was set by somebody else: change it by POST /v1/auth/password, then log in again or refresh";

/** `invalid`: refused without the store. `unknown`: the store does not hold it, or it was revoked or has expired. */
type VerificationResult = VerifiedCredential | "invalid" | "unknown";

async function verifyJwt(deps: AuthenticatorDeps, presented: PresentedCredential): Promise<VerificationResult> {
  const claims = await deps.accessTokens.verify(presented.text);
  if (!claims) return "invalid";
  if ("serviceAccountId" in claims) return verifyServiceAccount(deps, claims);
  if ("grantId" in claims) return verifyGrant(deps, claims);
  const [session] = await sessionsStore.findLive(deps.postgres, [claims.sessionId]);
  if (!session) return "unknown";
  return {
    identity: {
      tenantId: claims.tenantId,
      actor: { kind: "user", id: claims.userId, sessionId: claims.sessionId },
      scopes: new Set(claims.scopes),
      ...(claims.restricted && { restricted: CHANGE_PASSWORD_FIRST }),
    },
    target: { kind: "session", id: claims.sessionId },
    expiresAtMs: claims.expiresAtMs,
    ownerScopes: session.ownerScopes,
  };
}

async function verifyServiceAccount(
  deps: AuthenticatorDeps,
  claims: ServiceAccountClaims,
): Promise<VerificationResult> {
  const { serviceAccountId: id, tenantId, scopes, expiresAtMs } = claims;
  const [account] = await serviceAccountsStore.findLive(deps.postgres, [id]);
  if (!account) return "unknown";
  return {
    identity: { tenantId, actor: { kind: "service_account", id, ...ownerOf(account) }, scopes: new Set(scopes) },
    target: { kind: "service_account", id },
    expiresAtMs,
    ownerScopes: account.ownerScopes,
  };
}

async function verifyGrant(deps: AuthenticatorDeps, claims: OAuthClaims): Promise<VerificationResult> {
  const { grantId, clientId, userId, tenantId, scopes, expiresAtMs } = claims;
  const [grant] = await grantsStore.findLive(deps.postgres, [grantId]);
  if (!grant) return "unknown";
  return {
    identity: { tenantId, actor: { kind: "oauth", id: userId, clientId }, scopes: new Set(scopes) },
    target: { kind: "grant", id: grantId },
    expiresAtMs,
    ownerScopes: grant.ownerScopes,
  };
}

async function verifyKey(deps: AuthenticatorDeps, presented: PresentedCredential): Promise<VerificationResult> {
  if (keyKind(presented.text) !== presented.kind) return "invalid";
  const key = await keysStore.findByHash(deps.postgres, sha256(presented.text));
  if (!key || key.kind !== presented.kind || key.expiresAt <= deps.clock.now()) return "unknown";
  const expiresAtMs = key.expiresAt.getTime();
  return {
    identity: {
      tenantId: key.tenantId,
      actor: { kind: key.kind, id: key.id, ...ownerOf(key) },
      scopes: new Set(key.scopes.filter(isScope)),
    },
    target: { kind: "key", id: key.id },
    expiresAtMs,
    ownerScopes: key.ownerScopes,
    key: {
      isAllowedFrom: key.allowedIps ? createAddressFilter(key.allowedIps) : undefined,
      expiresAt: key.expiresAt.toISOString(),
      expiryNoticeFromMs: expiresAtMs - KEY_NOTICE_MS,
    },
  };
}

function ownerOf({ ownerId }: OwnedLiveTarget): { ownerId?: string } {
  return ownerId === null ? {} : { ownerId };
}
