import { DAY_MS } from "../../model/duration.ts";
import type { Scope } from "../../model/scopes.ts";

export interface Tenant {
  id: string;
  name: string;
}

/** A person who logs in. An administrator has every scope, regardless of `scopes`. */
export interface User {
  id: string;
  tenantId: string;
  tenantName: string;
  email: string;
  scopes: readonly Scope[];
  administrator: boolean;
  passwordOrigin: PasswordOrigin;
}

/**
 * Who chose a user's password. `own`: the user. `temporary`: somebody else; the user must change it before anything
 * else. `generated`: the first start of the installation, which suggests a change.
 */
export type PasswordOrigin = "own" | "temporary" | "generated";

/** A user as administrators see it: without password hash and secret of the second factor. */
export interface UserAccount {
  id: string;
  tenantId: string;
  email: string;
  name: string;
  scopes: readonly Scope[];
  administrator: boolean;
  /** Whether a second factor is confirmed. */
  secondFactor: boolean;
  passwordOrigin: PasswordOrigin;
  createdAt: Date;
  updatedAt: Date;
  lastLoginAt: Date | null;
}

export type KeyKind = "api_key" | "discovery_token";

/** A key as lists show it: without its secret, which only the answer to its creation holds. */
export interface AccessKey {
  id: string;
  tenantId: string;
  kind: KeyKind;
  name: string;
  description: string | null;
  scopes: readonly Scope[];
  createdAt: Date;
  expiresAt: Date;
  /** To the minute; null before the first use. */
  lastUsedAt: Date | null;
  /** Addresses and CIDR ranges that it may be used from; null for any. */
  allowedIps: readonly string[] | null;
}

/** A program that authenticates with assertions signed by its own key (RFC 7523). */
export interface ServiceAccount {
  id: string;
  tenantId: string;
  name: string;
  scopes: readonly Scope[];
  createdAt: Date;
}

/**
 * An unrevoked session, key, service account or grant. `ownerScopes`: the current scopes of its user, which limit it;
 * null for an administrator's, and for a key without an owner.
 */
export interface LiveTarget {
  id: string;
  ownerScopes: readonly string[] | null;
}

/** `ownerId`: the user who owns the key or account; null for one without an owner. */
export type OwnedLiveTarget = LiveTarget & { ownerId: string | null };

/** The token issued for an assertion. `expiresIn` in seconds. */
export interface AssertionResult {
  accessToken: string;
  expiresIn: number;
}

/** Tokens issued by a login or a refresh. `expiresIn`: seconds until the access token expires. */
export interface LoginResult {
  token: string;
  refreshToken: string;
  expiresIn: number;
  user: { id: string; email: string; tenant: string };
  /** What the access token may do; none while the password is temporary. */
  scopes: readonly Scope[];
  /** Set when the user did not choose the password; a temporary one must be changed before anything else. */
  mustChangePassword?: true;
}

/** Lifetimes: section 5 of the interface specification, rule 6 (tokens) and rule 3 (rotation of keys after 90 days). */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_MS = 7 * DAY_MS;
/** Clock difference between two processes that is tolerated when one verifies a token of the other. */
export const CLOCK_SKEW_SECONDS = 60;
export const KEY_LIFETIME = {
  default: "90d",
  bounds: { minMs: 60_000, maxMs: 365 * DAY_MS },
} as const;

/** From this long before its expiry, answers to a key name the expiry. */
export const KEY_NOTICE_MS = 14 * DAY_MS;

/** The key for case-insensitive comparison: NFKC, lower case. */
export function comparisonKey(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
