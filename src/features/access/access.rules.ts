import { z } from "zod";
import type { RequestContext } from "../../context.ts";
import { AppError, forbidden } from "../../errors.ts";
import { parseDuration } from "../../model/duration.ts";
import { DISCOVERY_TOKEN_SCOPES, SCOPES, type Scope } from "../../model/scopes.ts";
import { KEY_LIFETIME, type User } from "./access.model.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./login/password.ts";

/** What the inputs of the access verbs must be, whoever calls them: HTTP or the command line. */

const printable = /^[^\p{Cc}\p{Cs}]*$/u;

export const email = z.email().max(254);

export const newPassword = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH);

export const tenantName = z
  .string()
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,62}[\p{L}\p{N}])?$/u,
    "must be 1 to 64 letters, digits, blanks, dots, underscores and hyphens, beginning and ending with a letter or digit",
  );

export const keyName = z.string().trim().min(1).max(255).regex(printable, "must not contain control characters");

export const keyDescription = z.string().max(1_000).nullish();

export const apiKeyScopes = z.array(z.enum(SCOPES)).min(1).max(100).transform(unique);

/** None is allowed: a user who logs in and may do nothing else yet. */
export const userScopes = z.array(z.enum(SCOPES)).max(100).transform(unique);

export const discoveryTokenScopes = z
  .array(z.enum(DISCOVERY_TOKEN_SCOPES))
  .min(1)
  .max(100)
  .transform(unique)
  .default([DISCOVERY_TOKEN_SCOPES[0]]);

/** A key's lifetime as a duration text, 90 days unless given and 365 at most; parsed to milliseconds. */
export const keyLifetime = z
  .string()
  .default(KEY_LIFETIME.default)
  .transform((text, ctx) => {
    const parsed = parseDuration(text, KEY_LIFETIME.bounds);
    if (parsed.ok) return parsed.ms;
    ctx.addIssue({ code: "custom", message: parsed.reason });
    return z.NEVER;
  });

/** What a user may do: an administrator everything. */
export function scopesOf(user: Pick<User, "scopes" | "administrator">): readonly Scope[] {
  return user.administrator ? SCOPES : user.scopes;
}

/** Throws 403 unless the caller holds a user's own token. */
export function requireUser(ctx: RequestContext): void {
  if (ctx.actor.kind !== "user") throw new AppError("PERMISSION_DENIED", "This needs a user's own token");
}

/** Throws 403 naming the first scope that the caller does not hold: nobody gives more than they have. */
export function requireGrantable({ scopes }: Pick<RequestContext, "scopes">, granted: readonly Scope[]): void {
  const missing = granted.find((scope) => !scopes.has(scope));
  if (missing) throw forbidden(missing);
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}
