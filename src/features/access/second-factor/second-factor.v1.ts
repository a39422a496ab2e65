import { z } from "@hono/zod-openapi";
import { ok } from "../../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import type { AccessVerbs } from "../access.verbs.ts";
import { message } from "../keys/keys.wire.ts";
import { oneTimePassword, password, secondFactorCode } from "../login/login.wire.ts";

/** The second factor of the caller, beside the operations of section 5 of the interface specification. */
export function secondFactorV1Routes({ secondFactor }: AccessVerbs): Route[] {
  const shared = { tags: ["Authentication"], access: { user: true }, limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/auth/totp/enroll",
      operationId: "enrollTotp",
      summary: "Begin to use a second factor",
      description: "The secret counts once it is confirmed by a code of it. Asking again replaces it.",
      errors: ["CONFLICT", "RESOURCE_NOT_FOUND"],
      body: z.strictObject({}),
      bodyRequired: false,
      responses: {
        200: {
          description: "The secret (base 32), and the same as an address for an authenticator app, shown this once",
          schema: z.object({ secret: z.string(), otpauth_url: z.string() }),
        },
      },
      handle: async ({ ctx }) => {
        const { secret, otpauthUrl } = await secondFactor.enrol(ctx);
        return ok({ secret, otpauth_url: otpauthUrl });
      },
    }),
    defineRoute({
      ...shared,
      method: "POST",
      path: "/auth/totp/confirm",
      operationId: "confirmTotp",
      summary: "Confirm the second factor",
      description: "From now on each login needs `totp_code`.",
      errors: ["CONFLICT", "RESOURCE_NOT_FOUND"],
      body: z.strictObject({ totp_code: oneTimePassword }),
      responses: {
        200: {
          description: "Codes that each stand in for a `totp_code` once, shown this once",
          schema: z.object({ recovery_codes: z.array(z.string()) }),
        },
      },
      handle: async ({ ctx, body }) => ok({ recovery_codes: await secondFactor.confirm(ctx, body.totp_code) }),
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/auth/totp",
      operationId: "disableTotp",
      summary: "Stop using the second factor",
      description: "Needs the password and a code of it, or a recovery code; 401 where one is wrong.",
      errors: ["RESOURCE_NOT_FOUND"],
      body: z.strictObject({ password, totp_code: secondFactorCode }),
      responses: { 200: { description: "Logins need no code from now on", schema: message } },
      handle: async ({ ctx, body }) => {
        await secondFactor.disable(ctx, { password: body.password, code: body.totp_code });
        return ok({ message: "Second factor disabled" });
      },
    }),
  ];
}
