import type { AccessKey } from "../access.model.ts";

/** The fields of a key that the audit log records. */
export function auditedKey(key: AccessKey): Record<string, unknown> {
  return {
    name: key.name,
    scopes: key.scopes,
    expires_at: key.expiresAt.toISOString(),
    allowed_ips: key.allowedIps,
  };
}
