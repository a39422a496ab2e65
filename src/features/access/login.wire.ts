import { z } from "@hono/zod-openapi";
import { PASSWORD_MAX } from "./password.ts";

/** What both variants' login share. */

export const password = z.string().min(1).max(PASSWORD_MAX);
export const tenant = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .openapi({ description: "Name of the tenant; needed only where the email exists in several" });
/** Looked at only for users who have a second factor. */
export const totpCode = z
  .string()
  .regex(/^\d{6}$/, "must be six digits")
  .optional();

export const loginResult = z.object({
  token: z.string().openapi({ description: "Access token (JWT), to be sent as a bearer token" }),
  refreshToken: z.string(),
  expiresIn: z.int().openapi({ description: "Lifetime of the access token in seconds" }),
  user: z.object({ id: z.string(), email: z.string(), tenant: z.string() }),
});
