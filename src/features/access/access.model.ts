import { DAY_MS } from "../../model/duration.ts";
import type { Scope } from "../../model/scopes.ts";

export interface Tenant {
  id: string;
  name: string;
}

/** A person who logs in. An administrator has every scope, whatever `scopes` holds. */
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
 * Who chose a user's password: the user; somebody else for the user, who can do nothing before it is changed; or the first
 * start of the installation, which asks for a change and does not insist.
 */
export type PasswordOrigin = "own" | "temporary" | "generated";

/** A user as administrators see one: without what a login is checked against. */
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

/** A key as it is listed: without its secret, which is shown once, when it is made. */
export interface AccessKey {
  id: string;
  tenantId: string;
  kind: KeyKind;
  name: string;
  description: string | null;
  scopes: readonly Scope[];
  createdAt: Date;
  expiresAt: Date;
  /** Give or take a minute; null before its first use. */
  lastUsedAt: Date | null;
  /** Addresses and CIDR ranges that it may be used from; null for everywhere. */
  allowedIps: readonly string[] | null;
}

/** A program that proves who it is by assertions signed with its own key. */
export interface ServiceAccount {
  id: string;
  tenantId: string;
  name: string;
  scopes: readonly Scope[];
  createdAt: Date;
}

/**
 * A login, key or account as it stands now. `held`: the scopes of the user whose it is; null where nobody's bound it: an
 * administrator's, or one made by the operator.
 */
export interface LiveTarget {
  id: string;
  ownerScopes: readonly string[] | null;
}

/** With the user whose key or account it is; null where it is nobody's. */
export type OwnedLiveTarget = LiveTarget & { ownerId: string | null };

/** What an assertion gives. `expiresIn` in seconds. */
export interface AssertionResult {
  accessToken: string;
  expiresIn: number;
}

/** What a login or a refresh gives. `expiresIn` in seconds, of the access token. */
export interface LoginResult {
  token: string;
  refreshToken: string;
  expiresIn: number;
  user: { id: string; email: string; tenant: string };
  /** The password was not chosen by the user; a temporary one lets nothing be done before it is changed. */
  mustChangePassword?: true;
}

/** Lifetimes: section 5 of the interface specification, rule 6 (tokens) and rule 3 (rotation of keys after 90 days). */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_MS = 7 * DAY_MS;
/** Clocks of two processes may differ by so much when one reads what the other has just issued. */
export const CLOCK_SKEW_SECONDS = 60;
export const KEY_LIFETIME = {
  default: "90d",
  bounds: { minMs: 60_000, maxMs: 365 * DAY_MS },
} as const;

/** So long before a key expires its answers begin to say when that will be. */
export const KEY_NOTICE_MS = 14 * DAY_MS;

/** A text as it is compared where case does not count: compatibility-normalised and lower case. */
export function comparisonKey(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
