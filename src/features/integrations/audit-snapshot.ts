import { credentialsView, inboundView } from "./integration.view.ts";
import type { NewIntegration } from "./integrations.verbs.ts";

/**
 * An integration as the audit log stores it: only the origins of its addresses, since paths and queries of receivers are
 * often secrets, and none of its secrets.
 */
export function auditSnapshot(integration: NewIntegration): Record<string, unknown> {
  const { name, platform, baseUrl, account, accountUrl, table, active, fieldMap, richText } = integration;
  const credentials = credentialsView(integration.credentials);
  const inbound = inboundView(integration.inbound);
  return {
    name,
    platform,
    origin: new URL(baseUrl).origin,
    account,
    account_origin: accountUrl && new URL(accountUrl).origin,
    table,
    active,
    credentials: {
      type: credentials.type,
      ...("username" in credentials && { username: credentials.username }),
      ...("tokenUrl" in credentials && {
        token_origin: new URL(credentials.tokenUrl).origin,
        client_id: credentials.clientId,
      }),
    },
    inbound: {
      type: inbound.type,
      ...("header" in inbound && { header: inbound.header }),
      ...("issuer" in inbound && {
        issuer: inbound.issuer,
        audience: inbound.audience,
        has_public_key: inbound.publicKey !== null,
      }),
    },
    field_map: fieldMap,
    rich_text: richText,
  };
}
