import { z } from "@hono/zod-openapi";
import type { UserAccount } from "../access.model.ts";
import { email, keyName, newPassword, userScopes } from "../access.rules.ts";
import { createEntryList } from "../entries/entries.wire.ts";
import { scopesSchema } from "../keys/keys.wire.ts";
import type { UserColumn } from "./users.store.ts";
import type { UserPatch } from "./users.verbs.ts";

export const USER_SORT_FIELDS = ["name", "email", "created_at", "updated_at"] as const;

const mustChange = z.boolean().openapi({
  description: "Whether the user must choose another password before anything else",
});

export const newUserBody = z
  .strictObject({
    email,
    password: newPassword,
    name: keyName.default(""),
    scopes: userScopes.default([]),
    administrator: z
      .boolean()
      .default(false)
      .openapi({ description: "Has every scope; only an administrator makes one" }),
    must_change_password: mustChange.default(false),
  })
  .openapi("NewUser");

const ignored = z.unknown().optional();

/** Partial. Read-only fields are accepted and ignored, so that a user as it was read can be sent back. */
export const userPatchBody = z.strictObject({
  email: email.optional(),
  password: newPassword.optional(),
  name: keyName.optional(),
  scopes: userScopes.optional(),
  administrator: z.boolean().optional(),
  must_change_password: mustChange.optional(),
  id: ignored,
  second_factor: ignored,
  created_at: ignored,
  updated_at: ignored,
  last_login_at: ignored,
});

export function toUserPatch(body: z.output<typeof userPatchBody>): UserPatch {
  const { email, password, name, scopes, administrator, must_change_password: mustChangePassword } = body;
  const given = Object.entries({ email, password, name, scopes, administrator, mustChangePassword });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

export const userSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    scopes: scopesSchema,
    administrator: z.boolean().openapi({ description: "Has every scope, regardless of `scopes`" }),
    second_factor: z.boolean(),
    must_change_password: z.boolean(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    last_login_at: z.iso.datetime().nullable(),
  })
  .openapi("User");

export function presentUser(user: UserAccount): z.output<typeof userSchema> {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    scopes: [...user.scopes],
    administrator: user.administrator,
    second_factor: user.secondFactor,
    must_change_password: user.passwordOrigin !== "own",
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
  };
}

export const userList = createEntryList<UserColumn>({
  name: "name",
  email: "email",
  created_at: "createdAt",
  updated_at: "updatedAt",
});
