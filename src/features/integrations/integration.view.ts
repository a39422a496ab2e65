import type { Credentials, Inbound, Integration } from "./integration.model.ts";
import type { IntegrationRow } from "./integrations.store.ts";
import type { CredentialsView, InboundView } from "./integrations.verbs.ts";

/** What may be shown of credentials. */
export function credentialsView(credentials: Credentials): CredentialsView {
  switch (credentials.type) {
    case "none":
    case "bearer":
      return { type: credentials.type };
    case "basic":
      return { type: "basic", username: credentials.username };
    case "client_credentials":
      return { type: "client_credentials", tokenUrl: credentials.tokenUrl, clientId: credentials.clientId };
  }
}

/** What may be shown of the service desk's proof. */
export function inboundView(inbound: Inbound): InboundView {
  if (inbound.type === "jwt") return { ...inbound };
  return { type: inbound.type, header: inbound.header };
}

/** The integration without its sealed members. */
export function openPart({ sealedCredentials: _, sealedInbound: __, ...row }: IntegrationRow): Integration & {
  tenantId: string;
} {
  return row;
}
