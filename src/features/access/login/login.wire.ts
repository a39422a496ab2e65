import { z } from "@hono/zod-openapi";
import { isRecoveryCode } from "../second-factor/recovery-codes.ts";
import { PASSWORD_MAX_LENGTH } from "./password.ts";

/** Schemas shared by the login of both variants. */

export const password = z.string().min(1).max(PASSWORD_MAX_LENGTH);
export const tenant = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .openapi({ description: "Name of the tenant; needed only where the email exists in several" });
export const oneTimePassword = z.string().regex(/^\d{6}$/, "must be six digits");
/** A one-time password or a recovery code. */
export const secondFactorCode = z
  .string()
  .refine(
    (text) => oneTimePassword.safeParse(text).success || isRecoveryCode(text),
    "must be six digits, or a recovery code",
  )
  .openapi({ description: "Six digits of the authenticator app, or a recovery code" });
export const totpCode = secondFactorCode.optional().openapi({
  description: "Needed by users with a second factor: six digits of the authenticator app, or a recovery code",
});

export const loginResult = z.object({
  token: z.string().openapi({ description: "Access token (JWT), to be sent as a bearer token" }),
  refreshToken: z.string(),
  expiresIn: z.int().openapi({ description: "Lifetime of the access token in seconds" }),
  user: z.object({ id: z.string(), email: z.string(), tenant: z.string() }),
  mustChangePassword: z
    .literal(true)
    .optional()
    .openapi({
      description:
        "The password was generated, or set by somebody else; in that case the token changes the password (POST " +
        "/v1/auth/password) and does nothing else",
    }),
});
