import type { Identity } from "../../platform/http/ports.ts";

/** What a credential's life hangs on: the login, the service account or the OAuth grant that it came from, or its own row. */
export interface Anchor {
  kind: "session" | "service_account" | "grant" | "key";
  id: string;
}

export interface Verified {
  identity: Identity;
  anchor: Anchor;
  expiresAtMs: number;
}

export interface CredentialCache {
  /** The credential of that digest, unless it has expired by then. */
  get(digest: string, nowMs: number): Verified | undefined;
  put(digest: string, verified: Verified, nowMs: number): void;
  /** Whether that credential was refused by the store a short while ago. */
  isRefused(digest: string, nowMs: number): boolean;
  putRefused(digest: string, nowMs: number): void;
  /** What the cached credentials hang on, each once. */
  anchors(kind: Anchor["kind"]): string[];
  /** Drops every credential that hangs on one of them. */
  forget(kind: Anchor["kind"], ids: readonly string[]): void;
  /** Drops what has expired, and what nobody used for ten minutes. */
  sweep(nowMs: number): void;
}

const IDLE_MS = 10 * 60_000;
const REFUSED_MS = 30_000;
const MAX_REFUSED = 1_000;

/** Verified credentials by digest, at most `maxEntries`; the one not used for longest goes first. */
export function createCredentialCache(maxEntries: number): CredentialCache {
  // Maps iterate in the order of insertion, so the first entry is the one used longest ago.
  const entries = new Map<string, Verified & { usedAtMs: number }>();
  const refused = new Map<string, number>();

  return {
    get(digest, nowMs) {
      const entry = entries.get(digest);
      if (!entry) return undefined;
      entries.delete(digest);
      if (entry.expiresAtMs <= nowMs) return undefined;
      entry.usedAtMs = nowMs;
      entries.set(digest, entry);
      return entry;
    },

    put(digest, verified, nowMs) {
      entries.delete(digest);
      entries.set(digest, { ...verified, usedAtMs: nowMs });
      trim(entries, maxEntries);
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

    anchors(kind) {
      const ids = new Set<string>();
      for (const { anchor } of entries.values()) if (anchor.kind === kind) ids.add(anchor.id);
      return [...ids];
    },

    forget(kind, ids) {
      const gone = new Set(ids);
      if (gone.size === 0) return;
      for (const [digest, { anchor }] of entries) {
        if (anchor.kind === kind && gone.has(anchor.id)) entries.delete(digest);
      }
    },

    sweep(nowMs) {
      for (const [digest, entry] of entries) {
        if (entry.expiresAtMs <= nowMs || entry.usedAtMs + IDLE_MS <= nowMs) entries.delete(digest);
      }
    },
  };
}

function trim(map: Map<string, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
