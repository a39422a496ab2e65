import type { AccessKey } from "../access.model.ts";

/** What the audit log keeps of a key. */
export function auditedKey(key: AccessKey): Record<string, unknown> {
  return {
    name: key.name,
    scopes: key.scopes,
    expires_at: key.expiresAt.toISOString(),
    allowed_ips: key.allowedIps,
  };
}
