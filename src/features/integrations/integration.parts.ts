import { z } from "@hono/zod-openapi";
import { nearestNames } from "../../model/nearest-names.ts";
import { CHANGE_FIELDS, type ChangeField } from "./change-fields.ts";
import { type Credentials, INTEGRATION_LIMITS, type Inbound, type Integration } from "./integration.model.ts";
import { publicKeyPem } from "./integration.rules.ts";
import type { CredentialsChange, InboundChange } from "./integrations.verbs.ts";

/** Printable ASCII characters; blanks only inside, so that a header holds it as it is. */
const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const NOT_PRINTABLE = "must be printable characters without line breaks, with no blanks around them";
const NO_CONTROLS = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
/** A token of RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that every request has, or that its connection sets. */
const RESERVED_HEADER = /^(?:host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect)$/i;

const limits = INTEGRATION_LIMITS;
const address = z.string().min(1).max(limits.address);
const secretText = z
  .string()
  .min(1)
  .max(limits.token)
  .regex(NO_CONTROLS, "must not hold line breaks or control characters");
const token = z
  .string()
  .min(1)
  .max(limits.token)
  .regex(/^[\x21-\x7e]+$/, "must be printable characters without blanks and line breaks");

export const integrationFields = {
  name: z.string().max(limits.name).regex(/\S/, "must not be blank"),
  baseUrl: address.openapi({ format: "uri" }),
  account: z.string().min(1).max(limits.account).regex(PRINTABLE, NOT_PRINTABLE),
  accountUrl: address.openapi({ format: "uri" }),
  table: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,79}$/, "must be the name of a table"),
};

function credentialsOf<T extends z.ZodType, S extends z.ZodType>(tokenPart: T, secretPart: S) {
  return z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("none") }),
    z.strictObject({ type: z.literal("bearer"), token: tokenPart }),
    z.strictObject({
      type: z.literal("basic"),
      username: secretText.regex(/^[^:]*$/, "must not hold a colon"),
      password: secretPart,
    }),
    z.strictObject({
      type: z.literal("client_credentials"),
      token_url: address,
      client_id: secretText,
      client_secret: secretPart,
    }),
  ]);
}

export const credentialsBody = credentialsOf(token, secretText);
/** Without their secrets the stored ones stay. */
export const credentialsChange = credentialsOf(token.optional(), secretText.optional());

const header = z
  .string()
  .max(100)
  .regex(HEADER_NAME, "is not the name of a header")
  .refine((name) => !RESERVED_HEADER.test(name), "is a header that every request has");
// The pattern tells the least length too: values are made of it.
const LONG_PRINTABLE = /^[\x21-\x7e][\x20-\x7e]{14,}[\x21-\x7e]$/;
const sharedSecret = z.string().min(16).max(limits.secret).regex(LONG_PRINTABLE, `${NOT_PRINTABLE}, 16 or more`);
const publicKey = z
  .string()
  .max(limits.token)
  .transform((text, context) => {
    const pem = publicKeyPem(text);
    if (pem !== undefined) return pem;
    const message =
      "must be a public key in PEM (BEGIN PUBLIC KEY): RSA of 2048 bits or more, or EC on the curve P-256";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
const jwt = z
  .strictObject({
    type: z.literal("jwt"),
    issuer: address.nullable().optional(),
    public_key: publicKey.nullable().optional(),
    audience: z.string().min(1).max(1_024),
  })
  .refine((it) => (it.issuer ?? it.public_key ?? null) !== null, {
    path: ["issuer"],
    message: "is required where no public_key is given",
  });

function inboundOf<S extends z.ZodType>(secretPart: S) {
  return z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("secret"), header, secret: secretPart }),
    z.strictObject({ type: z.literal("hmac"), header, secret: secretPart }),
    jwt,
  ]);
}

export const inboundBody = inboundOf(sharedSecret);
/** Without its secret: the one that stands. */
export const inboundChange = inboundOf(sharedSecret.optional());

const fieldName = z
  .string()
  .max(limits.field)
  .regex(/^[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}][^\p{Cc}\p{Cs}]*$/u, "must be the name of a field");

const KNOWN_FIELDS = Object.keys(CHANGE_FIELDS);

/** Names of fields there by ours; null: the field is not written. */
export const fieldMap = z
  .record(z.string(), fieldName.nullable())
  .superRefine((map, context) => {
    const taken = new Set<string>();
    for (const [name, theirs] of Object.entries(map)) {
      if (theirs !== null && taken.has(theirs)) {
        context.addIssue({ code: "custom", path: [name], message: `another field is written to ${theirs}` });
      }
      if (theirs !== null) taken.add(theirs);
      if (Object.hasOwn(CHANGE_FIELDS, name)) continue;
      const [near] = nearestNames(name, KNOWN_FIELDS, 1);
      const hint = near === undefined ? `those are ${KNOWN_FIELDS.join(", ")}` : `did you mean ${near}?`;
      context.addIssue({ code: "custom", path: [name], message: `is no field of a change analysis; ${hint}` });
    }
  })
  .transform((map): Integration["fieldMap"] => map as Partial<Record<ChangeField, string | null>>);

export const richText = z
  .array(fieldName)
  .max(limits.richText)
  .transform((names) => [...new Set(names)]);

export function toCredentials(body: z.output<typeof credentialsBody>): Credentials {
  if (body.type !== "client_credentials") return body;
  const { type, token_url: tokenUrl, client_id: clientId, client_secret: clientSecret } = body;
  return { type, tokenUrl, clientId, clientSecret };
}

export function toCredentialsChange(body: z.output<typeof credentialsChange>): CredentialsChange {
  switch (body.type) {
    case "none":
      return body;
    case "bearer":
      return body.token === undefined ? { type: "bearer" } : { type: "bearer", token: body.token };
    case "basic": {
      const { username, password } = body;
      return { type: "basic", username, ...(password !== undefined && { password }) };
    }
    case "client_credentials": {
      const { type, token_url: tokenUrl, client_id: clientId, client_secret: clientSecret } = body;
      return { type, tokenUrl, clientId, ...(clientSecret !== undefined && { clientSecret }) };
    }
  }
}

export function toInbound(body: z.output<typeof inboundBody>): Inbound {
  return body.type === "jwt" ? toJwt(body) : body;
}

export function toInboundChange(body: z.output<typeof inboundChange>): InboundChange {
  if (body.type === "jwt") return toJwt(body);
  return { type: body.type, header: body.header, ...(body.secret !== undefined && { secret: body.secret }) };
}

function toJwt({ issuer, public_key: key, audience }: z.output<typeof jwt>): Inbound {
  return { type: "jwt", issuer: issuer ?? null, publicKey: key ?? null, audience };
}

const text = z.string();

/** What answers show: not the secrets. */
export const credentialsShown = z.object({
  type: z.enum(["none", "bearer", "basic", "client_credentials"]),
  username: text.optional(),
  token_url: text.optional(),
  client_id: text.optional(),
});

export const inboundShown = z.object({
  type: z.enum(["secret", "hmac", "jwt"]),
  header: text.optional(),
  issuer: text.nullable().optional(),
  public_key: text.nullable().optional(),
  audience: text.optional(),
});
