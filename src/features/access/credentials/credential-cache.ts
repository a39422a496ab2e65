import type { Scope } from "../../../model/scopes.ts";
import type { Identity } from "../../../platform/http/ports.ts";
import { trimOldest } from "../../../platform/oldest.ts";
import type { LiveTarget } from "../access.model.ts";

/** What is revoked to end a credential: its login session, service account or OAuth grant, or the key itself. */
export interface RevocationTarget {
  kind: "session" | "service_account" | "grant" | "key";
  id: string;
}

/** What every use of a genuine key is checked against. */
export interface KeyConditions {
  /** Undefined when the key may be used from any address. */
  isAllowedFrom: ((address: string) => boolean) | undefined;
  /** ISO 8601. */
  expiresAt: string;
  /** From this time on each answer names the expiry; milliseconds since the epoch. */
  expiryNoticeFromMs: number;
}

export interface VerifiedCredential {
  /** With the scopes that the credential was granted. */
  identity: Identity;
  target: RevocationTarget;
  expiresAtMs: number;
  /** Scopes of the owning user, which limit those of the credential; null or absent: no limit. */
  ownerScopes?: LiveTarget["ownerScopes"];
  key?: KeyConditions;
}

/** A cached credential. Its identity has no scope that its owner lacks now. */
export interface CachedCredential extends VerifiedCredential {
  lastUsedAtMs: number;
}

export interface CredentialCache {
  /** The credential with this digest; undefined when unknown or expired at `nowMs`. */
  get(digest: string, nowMs: number): CachedCredential | undefined;
  put(digest: string, verified: VerifiedCredential, nowMs: number): CachedCredential;
  /** Whether the store refused this credential in the last 30 seconds. */
  isRefused(digest: string, nowMs: number): boolean;
  putRefused(digest: string, nowMs: number): void;
  /** Distinct ids of the revocation targets of the cached credentials. */
  targetIds(kind: RevocationTarget["kind"]): string[];
  /** Drops every credential of these targets. */
  evict(kind: RevocationTarget["kind"], ids: readonly string[]): void;
  /**
   * Of the credentials of `checkedIds`, drops those whose target is not in `live`; the others get their owner's scopes.
   */
  refresh(kind: RevocationTarget["kind"], checkedIds: readonly string[], live: readonly LiveTarget[]): void;
  /** Drops expired credentials and those unused for ten minutes. */
  evictExpired(nowMs: number): void;
}

const IDLE_MS = 10 * 60_000;
const REFUSED_MS = 30_000;
const MAX_REFUSED = 1_000;

/** LRU cache of verified credentials by digest, at most `maxEntries`. */
export function createCredentialCache(maxEntries: number): CredentialCache {
  // Maps iterate in the order of insertion, so the first entry is the one used longest ago.
  const entries = new Map<string, CachedCredential & { grantedScopes: ReadonlySet<Scope> }>();
  const refused = new Map<string, number>();

  return {
    get(digest, nowMs) {
      const entry = entries.get(digest);
      if (!entry) return undefined;
      entries.delete(digest);
      if (entry.expiresAtMs <= nowMs) return undefined;
      entry.lastUsedAtMs = nowMs;
      entries.set(digest, entry);
      return entry;
    },

    put(digest, verified, nowMs) {
      const grantedScopes = verified.identity.scopes;
      const entry = {
        ...verified,
        identity: limitScopes(verified.identity, grantedScopes, verified.ownerScopes),
        grantedScopes,
        lastUsedAtMs: nowMs,
      };
      entries.delete(digest);
      entries.set(digest, entry);
      trimOldest(entries, maxEntries);
      return entry;
    },

    isRefused(digest, nowMs) {
      const until = refused.get(digest);
      return until !== undefined && until > nowMs;
    },

    putRefused(digest, nowMs) {
      refused.delete(digest);
      refused.set(digest, nowMs + REFUSED_MS);
      trimOldest(refused, MAX_REFUSED);
    },

    targetIds(kind) {
      const ids = new Set<string>();
      for (const { target } of entries.values()) if (target.kind === kind) ids.add(target.id);
      return [...ids];
    },

    evict(kind, ids) {
      const evicted = new Set(ids);
      if (evicted.size === 0) return;
      for (const [digest, { target }] of entries) {
        if (target.kind === kind && evicted.has(target.id)) entries.delete(digest);
      }
    },

    refresh(kind, checkedIds, live) {
      if (checkedIds.length === 0) return;
      const checked = new Set(checkedIds);
      const scopesById = new Map(live.map(({ id, ownerScopes }) => [id, ownerScopes]));
      for (const [digest, entry] of entries) {
        if (entry.target.kind !== kind || !checked.has(entry.target.id)) continue;
        const ownerScopes = scopesById.get(entry.target.id);
        if (ownerScopes === undefined) entries.delete(digest);
        else entry.identity = limitScopes(entry.identity, entry.grantedScopes, ownerScopes);
      }
    },

    evictExpired(nowMs) {
      for (const [digest, entry] of entries) {
        if (entry.expiresAtMs <= nowMs || entry.lastUsedAtMs + IDLE_MS <= nowMs) entries.delete(digest);
      }
    },
  };
}

/** The identity with the granted scopes that the owner holds; the same object when that changes nothing. */
function limitScopes(
  identity: Identity,
  grantedScopes: ReadonlySet<Scope>,
  ownerScopes: LiveTarget["ownerScopes"] = null,
): Identity {
  const scopes =
    ownerScopes === null ? grantedScopes : new Set([...grantedScopes].filter((scope) => ownerScopes.includes(scope)));
  const same = scopes.size === identity.scopes.size && [...scopes].every((scope) => identity.scopes.has(scope));
  return same ? identity : { ...identity, scopes };
}
