import type { SecretPurpose } from "../secrets.ts";

/** A column of texts sealed under the root secret. */
export interface SealedColumn {
  table: string;
  /** Text columns that identify a row. */
  key: readonly [string, ...string[]];
  column: string;
  purpose: SecretPurpose;
  /** The binding under which a text was sealed, from the values of the key's columns in order. */
  binding(...key: string[]): string;
}

/**
 * All sealed columns, which a rotation of the root secret reseals. A column `sealed_*` that is missing here would be lost
 * with the old secret, so a test compares the list with the migrations.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: "signing_keys",
    key: ["kid"],
    column: "sealed_private_key",
    purpose: "signing-key",
    binding: (kid) => kid!,
  },
  {
    table: "second_factors",
    key: ["user_id"],
    column: "sealed_secret",
    purpose: "totp-secret",
    binding: (userId) => userId!,
  },
  {
    table: "webhooks",
    key: ["id"],
    column: "sealed_headers",
    purpose: "webhook-secret",
    binding: (id) => `headers/${id}`,
  },
  {
    table: "webhook_secrets",
    key: ["webhook_id", "id"],
    column: "sealed_secret",
    purpose: "webhook-secret",
    binding: (webhookId, id) => `secret/${webhookId}/${id}`,
  },
  {
    table: "integrations",
    key: ["id"],
    column: "sealed_credentials",
    purpose: "integration-token",
    binding: (id) => `credentials/${id}`,
  },
  {
    table: "integrations",
    key: ["id"],
    column: "sealed_inbound",
    purpose: "integration-token",
    binding: (id) => `inbound/${id}`,
  },
];
