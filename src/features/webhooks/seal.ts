import { z } from "zod";
import type { Secrets } from "../../platform/secrets.ts";
import type { SecretRow, WebhookRow } from "./webhooks.store.ts";

const Headers = z.record(z.string(), z.string());

/** Encrypts signing secrets and headers for the store. `sealed-columns.ts` repeats the contexts to which they are bound. */
export interface Seal {
  sealHeaders(webhookId: string, headers: Readonly<Record<string, string>>): string;
  openHeaders(row: Pick<WebhookRow, "id" | "sealedHeaders">): Record<string, string>;
  sealSecret(webhookId: string, id: string, secret: string): string;
  openSecret(webhookId: string, row: Pick<SecretRow, "id" | "sealedSecret">): string;
}

export function createSeal(secrets: Secrets): Seal {
  return {
    sealHeaders: (id, headers) => secrets.seal("webhook-secret", JSON.stringify(headers), `headers/${id}`),
    openHeaders: ({ id, sealedHeaders }) =>
      Headers.parse(JSON.parse(secrets.open("webhook-secret", sealedHeaders, `headers/${id}`))),
    sealSecret: (webhookId, id, secret) => secrets.seal("webhook-secret", secret, `secret/${webhookId}/${id}`),
    openSecret: (webhookId, { id, sealedSecret }) =>
      secrets.open("webhook-secret", sealedSecret, `secret/${webhookId}/${id}`),
  };
}
