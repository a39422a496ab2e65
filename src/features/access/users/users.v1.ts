import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { newPassword } from "../access.rules.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import { keyParams, message } from "../keys/keys.wire.ts";
import { password } from "../login/login.wire.ts";
import {
  newUserBody,
  presentUser,
  toUserPatch,
  USER_SORT_FIELDS,
  userList,
  userPatchBody,
  userSchema,
} from "./users.wire.ts";

/** Administration of a tenant's users, and the routes of users on their own account. */
export function userV1Routes(verbs: AccessVerbs): Route[] {
  return [...userListRoutes(verbs), ...userRoutes(verbs), ...ownRoutes(verbs)];
}

const administration = { tags: ["Administration"], access: { scope: "admin.users" }, limit: "standard" } as const;

function userListRoutes({ users }: AccessVerbs): Route[] {
  return [
    defineRoute({
      ...administration,
      method: "POST",
      path: "/admin/users",
      operationId: "createUser",
      summary: "Create a user",
      description:
        "Scopes go no further than the caller's. The password is refused where it is easily guessed. With " +
        "`must_change_password` the user's logins can do nothing before it is changed.",
      body: newUserBody,
      idempotent: true,
      responses: { 201: { description: "The user", schema: userSchema } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const { must_change_password: mustChangePassword, ...fields } = body;
        const user = await users.create(ctx, { ...fields, mustChangePassword, id: idempotencyId });
        return created(presentUser(user), { location: `${variant.base}/admin/users/${user.id}` });
      },
    }),
    defineRoute({
      ...administration,
      method: "GET",
      path: "/admin/users",
      operationId: "listUsers",
      summary: "List users",
      description: "The tenant's, newest first.",
      query: z.object({ ...pageQuery, ...sortQueryB(USER_SORT_FIELDS) }),
      responses: { 200: { description: "Users", schema: userSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = userList.toInput(pageRequest(query));
        return listed(userList.toPage(await users.list(ctx, input), input), presentUser, query.fields);
      },
    }),
  ];
}

function userRoutes({ users }: AccessVerbs): Route[] {
  const shared = { ...administration, path: "/admin/users/{id}", params: keyParams } as const;
  return [
    defineRoute({
      ...shared,
      method: "GET",
      operationId: "getUser",
      summary: "Get a user",
      description: "With scopes and last login, without secrets.",
      responses: { 200: { description: "The user", schema: userSchema } },
      handle: async ({ ctx, params }) => ok(presentUser(await users.get(ctx, params.id))),
    }),
    defineRoute({
      ...shared,
      method: "PUT",
      operationId: "updateUser",
      summary: "Change a user",
      description:
        "Members that are absent stay. Setting the password, asking for another one, or taking rights away ends the " +
        "user's logins. A tenant's last administrator stays one.",
      errors: ["CONFLICT"],
      body: userPatchBody,
      checkExists: async (ctx, params) => {
        await users.get(ctx, params.id);
      },
      responses: { 200: { description: "The whole user", schema: userSchema } },
      handle: async ({ ctx, params, body }) => ok(presentUser(await users.update(ctx, params.id, toUserPatch(body)))),
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      operationId: "deleteUser",
      summary: "Delete a user with logins, keys, service accounts and OAuth clients",
      description: "What the user did stays in the record. 409 for oneself and for the tenant's last administrator.",
      errors: ["CONFLICT"],
      responses: { 200: { description: "The user is gone", schema: message } },
      handle: async ({ ctx, params }) => {
        await users.remove(ctx, params.id);
        return ok({ message: "User deleted" });
      },
    }),
    defineRoute({
      ...administration,
      method: "DELETE",
      path: "/admin/users/{id}/second-factor",
      params: keyParams,
      operationId: "resetSecondFactor",
      summary: "Remove a user's second factor",
      description: "For users who lost their authenticator app and their recovery codes. 409 for one's own.",
      errors: ["CONFLICT"],
      responses: { 200: { description: "The user logs in without a code", schema: message } },
      handle: async ({ ctx, params }) => {
        await users.resetSecondFactor(ctx, params.id);
        return ok({ message: "Second factor removed" });
      },
    }),
  ];
}

function ownRoutes({ ownAccount }: AccessVerbs): Route[] {
  const shared = { tags: ["Authentication"], access: { user: true, restricted: true }, limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/auth/me",
      operationId: "getOwnUser",
      summary: "Get the user that the token belongs to",
      description: "Also with a token that must change its password first.",
      errors: ["RESOURCE_NOT_FOUND"],
      responses: { 200: { description: "The user", schema: userSchema } },
      handle: async ({ ctx }) => ok(presentUser(await ownAccount.get(ctx))),
    }),
    defineRoute({
      ...shared,
      method: "POST",
      path: "/auth/password",
      operationId: "changePassword",
      summary: "Change one's own password",
      description: "Ends the user's other logins. A token that could do nothing else gets its rights by a refresh.",
      errors: ["RESOURCE_NOT_FOUND"],
      body: z.strictObject({ current_password: password, new_password: newPassword }),
      responses: { 200: { description: "The new password counts from now on", schema: message } },
      handle: async ({ ctx, body }) => {
        await ownAccount.changePassword(ctx, {
          currentPassword: body.current_password,
          newPassword: body.new_password,
        });
        return ok({ message: "Password changed" });
      },
    }),
  ];
}
