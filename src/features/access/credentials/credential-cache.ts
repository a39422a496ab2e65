import type { Scope } from "../../../model/scopes.ts";
import type { Identity } from "../../../platform/http/ports.ts";
import type { LiveTarget } from "../access.model.ts";

/** What a credential's life hangs on: the login, the service account or the OAuth grant that it came from, or its own row. */
export interface RevocationTarget {
  kind: "session" | "service_account" | "grant" | "key";
  id: string;
}

/** What is asked of every use of a key, beyond its being genuine. */
export interface KeyConditions {
  /** Undefined where the key may be used from everywhere. */
  isAllowedFrom: ((address: string) => boolean) | undefined;
  /** ISO 8601. */
  expiresAt: string;
  /** From then on each answer names the expiry; milliseconds since the epoch. */
  expiryNoticeFromMs: number;
}

export interface VerifiedCredential {
  /** With the scopes that the credential itself has. */
  identity: Identity;
  target: RevocationTarget;
  expiresAtMs: number;
  /** Of the user whose credential it is: it can do nothing that this user cannot; null or absent where nobody bounds it. */
  ownerScopes?: LiveTarget["ownerScopes"];
  key?: KeyConditions;
}

/** A cached credential. Its identity has no scope beyond what its user may do now. */
export interface CachedCredential extends VerifiedCredential {
  lastUsedAtMs: number;
}

export interface CredentialCache {
  /** The credential of that digest, unless it has expired by then. */
  get(digest: string, nowMs: number): CachedCredential | undefined;
  put(digest: string, verified: VerifiedCredential, nowMs: number): CachedCredential;
  /** Whether that credential was refused by the store a short while ago. */
  isRefused(digest: string, nowMs: number): boolean;
  putRefused(digest: string, nowMs: number): void;
  /** What the cached credentials hang on, each once. */
  targetIds(kind: RevocationTarget["kind"]): string[];
  /** Drops every credential that hangs on one of them. */
  evict(kind: RevocationTarget["kind"], ids: readonly string[]): void;
  /** Of what was asked for, drops what does not stand any more, and gives the rest the scopes that its user has now. */
  refresh(kind: RevocationTarget["kind"], asked: readonly string[], standing: readonly LiveTarget[]): void;
  /** Drops what has expired, and what nobody used for ten minutes. */
  evictExpired(nowMs: number): void;
}

const IDLE_MS = 10 * 60_000;
const REFUSED_MS = 30_000;
const MAX_REFUSED = 1_000;

/** Verified credentials by digest, at most `maxEntries`; the one not used for longest goes first. */
export function createCredentialCache(maxEntries: number): CredentialCache {
  // Maps iterate in the order of insertion, so the first entry is the one used longest ago.
  const entries = new Map<string, CachedCredential & { claimed: ReadonlySet<Scope> }>();
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
      const claimed = verified.identity.scopes;
      const entry = {
        ...verified,
        identity: limitScopes(verified.identity, claimed, verified.ownerScopes),
        claimed,
        lastUsedAtMs: nowMs,
      };
      entries.delete(digest);
      entries.set(digest, entry);
      trim(entries, maxEntries);
      return entry;
    },

    isRefused(digest, nowMs) {
      const until = refused.get(digest);
      return until !== undefined && until > nowMs;
    },

    putRefused(digest, nowMs) {
      refused.delete(digest);
      refused.set(digest, nowMs + REFUSED_MS);
      trim(refused, MAX_REFUSED);
    },

    targetIds(kind) {
      const ids = new Set<string>();
      for (const { target: anchor } of entries.values()) if (anchor.kind === kind) ids.add(anchor.id);
      return [...ids];
    },

    evict(kind, ids) {
      const gone = new Set(ids);
      if (gone.size === 0) return;
      for (const [digest, { target: anchor }] of entries) {
        if (anchor.kind === kind && gone.has(anchor.id)) entries.delete(digest);
      }
    },

    refresh(kind, asked, standing) {
      if (asked.length === 0) return;
      const gone = new Set(asked);
      const heldBy = new Map(standing.map(({ id, ownerScopes: held }) => [id, held]));
      for (const [digest, entry] of entries) {
        if (entry.target.kind !== kind || !gone.has(entry.target.id)) continue;
        const held = heldBy.get(entry.target.id);
        if (held === undefined) entries.delete(digest);
        else entry.identity = limitScopes(entry.identity, entry.claimed, held);
      }
    },

    evictExpired(nowMs) {
      for (const [digest, entry] of entries) {
        if (entry.expiresAtMs <= nowMs || entry.lastUsedAtMs + IDLE_MS <= nowMs) entries.delete(digest);
      }
    },
  };
}

/** The identity with those of the claimed scopes that its user holds; the same one where that changes nothing. */
function limitScopes(
  identity: Identity,
  claimed: ReadonlySet<Scope>,
  held: LiveTarget["ownerScopes"] = null,
): Identity {
  const scopes = held === null ? claimed : new Set([...claimed].filter((scope) => held.includes(scope)));
  const same = scopes.size === identity.scopes.size && [...scopes].every((scope) => identity.scopes.has(scope));
  return same ? identity : { ...identity, scopes };
}

function trim(map: Map<string, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
