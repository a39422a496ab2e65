import { z } from "@hono/zod-openapi";
import { pageQuery, sortQueryB } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { DEFAULT_TABLE, PLATFORMS } from "./integration.model.ts";
import {
  credentialsBody,
  credentialsChange,
  credentialsShown,
  fieldMap,
  inboundBody,
  inboundChange,
  inboundShown,
  integrationFields,
  richText,
  toCredentials,
  toCredentialsChange,
  toInbound,
  toInboundChange,
} from "./integration.parts.ts";
import type { IntegrationChange, IntegrationView, NewIntegration } from "./integrations.verbs.ts";

/** A malformed id is answered with 404, as an unknown one. */
export const integrationParams = z.object({ id: pathId() });
export const integrationListQuery = z.object({ ...pageQuery, ...sortQueryB(["created_at"]) });

const { name, baseUrl, account, accountUrl, table } = integrationFields;
const platform = z.enum(PLATFORMS);

export const newIntegrationBody = z.strictObject({
  name,
  platform,
  base_url: baseUrl,
  account: account.nullable().optional(),
  account_url: accountUrl.nullable().optional(),
  table: table.optional().openapi({ description: `ServiceNow's table of tasks; default ${DEFAULT_TABLE}` }),
  active: z.boolean().optional().openapi({ description: "Default true" }),
  credentials: credentialsBody.optional().openapi({ description: "Default none" }),
  inbound: inboundBody,
  field_map: fieldMap.optional(),
  rich_text: richText.optional(),
});

/** Read-only members are accepted and ignored, so that an integration can be sent back as it was read. */
const ignored = z.unknown().optional().openapi({ description: "Ignored" });
export const integrationChangeBody = z.strictObject({
  name: name.optional(),
  platform: platform.optional().openapi({ description: "The one that it has: it cannot be changed" }),
  base_url: baseUrl.optional(),
  account: account.nullable().optional(),
  account_url: accountUrl.nullable().optional(),
  table: table.optional(),
  active: z.boolean().optional(),
  credentials: credentialsChange.optional(),
  inbound: inboundChange.optional(),
  field_map: fieldMap.optional().openapi({ description: "The whole map: names that are missing get their default" }),
  rich_text: richText.optional(),
  id: ignored,
  webhook_url: ignored,
  created_at: ignored,
  created_by: ignored,
  updated_at: ignored,
});

export function toNewIntegration(body: z.output<typeof newIntegrationBody>): NewIntegration {
  return {
    name: body.name,
    platform: body.platform,
    baseUrl: body.base_url,
    account: body.account ?? null,
    accountUrl: body.account_url ?? null,
    table: body.table ?? DEFAULT_TABLE,
    active: body.active ?? true,
    credentials: body.credentials ? toCredentials(body.credentials) : { type: "none" },
    inbound: toInbound(body.inbound),
    fieldMap: body.field_map ?? {},
    richText: body.rich_text ?? [],
  };
}

export function toChange(body: z.output<typeof integrationChangeBody>): IntegrationChange {
  return {
    name: body.name,
    platform: body.platform,
    baseUrl: body.base_url,
    account: body.account,
    accountUrl: body.account_url,
    table: body.table,
    active: body.active,
    credentials: body.credentials && toCredentialsChange(body.credentials),
    inbound: body.inbound && toInboundChange(body.inbound),
    fieldMap: body.field_map,
    richText: body.rich_text,
  };
}

const text = z.string();
const time = z.iso.datetime();

export const integrationSchema = z
  .object({
    id: text,
    name: text,
    platform,
    base_url: text,
    account: text.nullable(),
    account_url: text.nullable(),
    table: text,
    active: z.boolean(),
    credentials: credentialsShown,
    inbound: inboundShown,
    field_map: z.record(text, text.nullable()),
    rich_text: z.array(text),
    webhook_url: text,
    created_at: time,
    created_by: text,
    updated_at: time,
  })
  .openapi("Integration");

/** @param origin base of absolute addresses, at which the service desk reaches this installation */
export function presentIntegration(it: IntegrationView, origin: string): z.output<typeof integrationSchema> {
  const { credentials, inbound } = it;
  return {
    id: it.id,
    name: it.name,
    platform: it.platform,
    base_url: it.baseUrl,
    account: it.account,
    account_url: it.accountUrl,
    table: it.table,
    active: it.active,
    credentials: {
      type: credentials.type,
      ...("username" in credentials && { username: credentials.username }),
      ...("tokenUrl" in credentials && { token_url: credentials.tokenUrl, client_id: credentials.clientId }),
    },
    inbound:
      inbound.type === "jwt"
        ? { type: "jwt", issuer: inbound.issuer, public_key: inbound.publicKey, audience: inbound.audience }
        : { type: inbound.type, header: inbound.header },
    field_map: it.fieldMap as Record<string, string | null>,
    rich_text: it.richText,
    webhook_url: `${origin}/api/integrations/${it.platform}/webhook/${it.id}/change-analysis`,
    created_at: it.createdAt.toISOString(),
    created_by: it.createdBy,
    updated_at: it.updatedAt.toISOString(),
  };
}

export const testOutcomeSchema = z.object({
  ok: z.boolean(),
  error: text.nullable().openapi({ description: "What it failed of, for people; null where it worked" }),
});
