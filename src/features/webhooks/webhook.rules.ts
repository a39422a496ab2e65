import { z } from "@hono/zod-openapi";
import { WEBHOOK_KINDS, WEBHOOK_LIMITS } from "./webhook.model.ts";

/** A token of RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable ASCII characters; blanks only inside. */
const HEADER_VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;
/** Headers that Orrery or the HTTP connection sets. */
const RESERVED_HEADER =
  /^(?:webhook-.*|svix-.*|host|content-length|content-encoding|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|http2-settings)$/i;

export const webhookName = z.string().max(WEBHOOK_LIMITS.name).regex(/\S/, "must not be blank");

/** Kinds of changes; duplicates are removed. */
export const webhookEvents = z
  .array(
    z.enum(WEBHOOK_KINDS, {
      error: ({ input }) => `${quote(input)} is no kind of event; those are ${WEBHOOK_KINDS.join(", ")}`,
    }),
  )
  .min(1)
  .max(100)
  .transform((kinds) => [...new Set(kinds)]);

export const webhookHeaders = z
  .record(z.string(), z.string())
  .superRefine((headers, context) => {
    const refuse = (message: string, ...path: string[]) => context.addIssue({ code: "custom", message, path });
    const names = Object.keys(headers);
    if (names.length > WEBHOOK_LIMITS.headers) refuse(`must have at most ${WEBHOOK_LIMITS.headers} members`);
    const seen = new Set<string>();
    for (const [name, value] of Object.entries(headers)) {
      if (name.length > WEBHOOK_LIMITS.headerName || !HEADER_NAME.test(name))
        refuse("is not the name of a header", name);
      else if (RESERVED_HEADER.test(name)) refuse("is a header that cannot be set", name);
      else if (seen.has(name.toLowerCase())) refuse("is there twice", name);
      else if (value.length > WEBHOOK_LIMITS.headerValue || !HEADER_VALUE.test(value)) {
        refuse(`must be at most ${WEBHOOK_LIMITS.headerValue} printable characters`, name);
      }
      seen.add(name.toLowerCase());
    }
  })
  .openapi({
    description: "Sent with each delivery. Host, lengths, signatures and the connection's own cannot be set",
    additionalProperties: {
      type: "string" as const,
      pattern: HEADER_VALUE.source,
      maxLength: WEBHOOK_LIMITS.headerValue,
    },
  });

function quote(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 100) : typeof value;
}
