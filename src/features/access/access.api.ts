import { z } from "@hono/zod-openapi";
import { ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { AccessVerbs } from "./access.verbs.ts";
import { loginResult, password, presentLogin, tenant, totpCode } from "./login/login.wire.ts";

/** `username` is the email. */
const LoginBody = z.strictObject({
  username: z.string().min(1),
  password,
  totp_code: totpCode,
  tenant,
});

/** Section 5 of the interface specification, Login (variant A). */
export function accessApiRoutes(verbs: AccessVerbs): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/auth/login",
      operationId: "login",
      summary: "Log in",
      description:
        "The access token goes into `Authorization: Bearer`; the refresh token gets the next pair. Every refusal is the same 401.",
      tags: ["Authentication"],
      access: { public: true },
      limit: "login",
      body: LoginBody,
      responses: { 200: { description: "An access token and a refresh token", schema: loginResult } },
      handle: async ({ ctx, body: { username, password, tenant, totp_code } }) =>
        ok(presentLogin(await verbs.login({ email: username, password, tenant, code: totp_code }, ctx))),
    }),
  ];
}
