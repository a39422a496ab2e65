import type { Webhook } from "./webhook.model.ts";

/**
 * A webhook as the audit log keeps it: of its address the origin alone, since paths and queries of receivers are secrets
 * as often as not, and of its headers the names.
 */
export function audited({ name, url, events, headers, active, disabledReason }: Webhook): Record<string, unknown> {
  return {
    name,
    origin: new URL(url).origin,
    events,
    header_names: Object.keys(headers),
    active,
    ...(disabledReason && { disabled_reason: disabledReason }),
  };
}
