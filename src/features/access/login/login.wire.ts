import { z } from "@hono/zod-openapi";
import type { LoginResult } from "../access.model.ts";
import { email } from "../access.rules.ts";

/**
 * Schemas shared by the login of both variants. They bound neither length nor form of a credential: one that cannot be
 * right is refused like a wrong one, with 401.
 */

export const password = z.string().min(1);
export const tenant = z
  .string()
  .min(1)
  .optional()
  .openapi({ description: "Name of the tenant; needed only where the email exists in several" });
export const oneTimePassword = z.string().regex(/^\d{6}$/, "must be six digits");
/** A one-time password or a recovery code. */
export const secondFactorCode = z
  .string()
  .openapi({ description: "Six digits of the authenticator app, or a recovery code" });
export const totpCode = secondFactorCode.optional().openapi({
  description: "Needed by users with a second factor: six digits of the authenticator app, or a recovery code",
});

export const loginBody = z.strictObject({ email, password, totp_code: totpCode, tenant });

const mustChangePassword = z
  .literal(true)
  .optional()
  .openapi({
    description:
      "The password was generated, or set by somebody else; in that case the token changes the password (POST " +
      "/v1/auth/password) and does nothing else",
  });

export const loginResult = z
  .object({
    token: z.string().openapi({ description: "Access token (JWT), to be sent as a bearer token" }),
    refreshToken: z.string(),
    expiresIn: z.int().openapi({ description: "Lifetime of the access token in seconds" }),
    user: z.object({ id: z.string(), email: z.string(), tenant: z.string() }),
    mustChangePassword,
  })
  .openapi("LoginResult");

/** The answer to a login in both variants, as section 5 of the interface specification has it. */
export function presentLogin({ scopes: _, ...result }: LoginResult): z.output<typeof loginResult> {
  return result;
}
