import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { AppError, forbidden } from "../../errors.ts";
import { parseDuration } from "../../model/duration.ts";
import { DISCOVERY_TOKEN_SCOPES, SCOPES, type Scope } from "../../model/scopes.ts";
import { KEY_LIFETIME, type User } from "./access.model.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./login/password.ts";

/** Validation of the inputs of the access verbs, shared by HTTP and the command line. */

const printable = /^[^\p{Cc}\p{Cs}]*$/u;

/** Addresses as mail systems use them, which are fewer than the format allows: the pattern tells which. */
export const email = z.email().max(254).meta({ pattern: z.regexes.email.source });

export const newPassword = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH);

export const tenantName = z
  .string()
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,62}[\p{L}\p{N}])?$/u,
    "must be 1 to 64 letters, digits, blanks, dots, underscores and hyphens, beginning and ending with a letter or digit",
  );

export const keyName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(printable, "must not contain control characters")
  .openapi({ pattern: "^[^\\p{Cc}]*[^\\s\\p{Cc}][^\\p{Cc}]*$" });

export const keyDescription = z.string().max(1_000).nullish();

export const scope = z.enum(SCOPES).openapi("Scope");

export const apiKeyScopes = z.array(scope).min(1).max(100).transform(unique);

/** May be empty: the user can log in and nothing else. */
export const userScopes = z.array(scope).max(100).transform(unique);

export const discoveryTokenScopes = z
  .array(z.enum(DISCOVERY_TOKEN_SCOPES))
  .min(1)
  .max(100)
  .transform(unique)
  .default([DISCOVERY_TOKEN_SCOPES[0]]);

/** A key's lifetime as a duration text, by default 90 days, at most 365; parsed to milliseconds. */
export const keyLifetime = z
  .string()
  .default(KEY_LIFETIME.default)
  .transform((text, ctx) => {
    const parsed = parseDuration(text, KEY_LIFETIME.bounds);
    if (parsed.ok) return parsed.ms;
    ctx.addIssue({ code: "custom", message: parsed.reason });
    return z.NEVER;
  })
  .openapi({ pattern: "^(\\d{1,9}[mhdw]|P[0-9YMWDTHS]+)$" });

/** The user's effective scopes: all of them for an administrator. */
export function scopesOf(user: Pick<User, "scopes" | "administrator">): readonly Scope[] {
  return user.administrator ? SCOPES : user.scopes;
}

/** Throws 403 unless the caller authenticated with a user's login token. */
export function requireUser(ctx: RequestContext): void {
  if (ctx.actor.kind !== "user") throw new AppError("PERMISSION_DENIED", "This needs a user's own token");
}

/** Throws 403 naming the first scope that the caller lacks: nobody can grant a scope without holding it. */
export function requireGrantable({ scopes }: Pick<RequestContext, "scopes">, granted: readonly Scope[]): void {
  const missing = granted.find((scope) => !scopes.has(scope));
  if (missing) throw forbidden(missing);
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}
