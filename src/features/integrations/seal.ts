import type { Secrets } from "../../platform/secrets.ts";
import type { Credentials, Inbound } from "./integration.model.ts";

/** Encrypts what proves the two sides to each other. `sealed-columns.ts` repeats the contexts to which it is bound. */
export interface Seal {
  sealCredentials(id: string, credentials: Credentials): string;
  openCredentials(row: { id: string; sealedCredentials: string }): Credentials;
  sealInbound(id: string, inbound: Inbound): string;
  openInbound(row: { id: string; sealedInbound: string }): Inbound;
}

export function createSeal(secrets: Secrets): Seal {
  const seal = (value: unknown, binding: string) => secrets.seal("integration-token", JSON.stringify(value), binding);
  const open = <T>(sealed: string, binding: string): T =>
    JSON.parse(secrets.open("integration-token", sealed, binding)) as T;
  return {
    sealCredentials: (id, credentials) => seal(credentials, `credentials/${id}`),
    openCredentials: ({ id, sealedCredentials }) => open(sealedCredentials, `credentials/${id}`),
    sealInbound: (id, inbound) => seal(inbound, `inbound/${id}`),
    openInbound: ({ id, sealedInbound }) => open(sealedInbound, `inbound/${id}`),
  };
}
