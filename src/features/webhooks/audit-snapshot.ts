import type { Webhook } from "./webhook.model.ts";

/**
 * A webhook as the audit log stores it: only the origin of its URL, since paths and queries of receivers are often secrets,
 * and only the names of its headers.
 */
export function auditSnapshot({
  name,
  url,
  events,
  headers,
  active,
  disabledReason,
}: Webhook): Record<string, unknown> {
  return {
    name,
    origin: new URL(url).origin,
    events,
    header_names: Object.keys(headers),
    active,
    ...(disabledReason && { disabled_reason: disabledReason }),
  };
}
