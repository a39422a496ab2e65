import { z } from "@hono/zod-openapi";
import { pathId } from "../../../platform/http/path-params.ts";
import type { AccessKey } from "../access.model.ts";
import { scope } from "../access.rules.ts";
import { createEntryList } from "../entries/entries.wire.ts";
import { allowedAddresses } from "./allowed-addresses.ts";
import type { KeyColumn } from "./keys.store.ts";

/** Schemas shared by the routes of API keys, discovery tokens, service accounts and OAuth clients. */

/** A malformed id answers 404. */
export const keyParams = z.object({ id: pathId() });

/** Sort fields of lists. Keys are immutable, so `updated_at` is `created_at`. */
export const KEY_SORT_FIELDS = ["name", "created_at", "updated_at", "expires_at"] as const;
export const keyList = createEntryList<KeyColumn>({
  name: "name",
  created_at: "createdAt",
  updated_at: "createdAt",
  expires_at: "expiresAt",
});

/** The same for entries without an expiry. */
export const NAMED_SORT_FIELDS = ["name", "created_at", "updated_at"] as const;
export const namedList = createEntryList<"name" | "createdAt">({
  name: "name",
  created_at: "createdAt",
  updated_at: "createdAt",
});

/** A key in snake case, without its secret. */
export function presentKey(key: AccessKey) {
  return {
    id: key.id,
    name: key.name,
    description: key.description,
    scopes: key.scopes,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    allowed_ips: key.allowedIps,
  };
}

export const lastUsedSchema = z.iso.datetime().nullable().openapi({ description: "Give or take a minute" });
export const allowedIpsSchema = z.array(z.string()).nullable();
/** The allow list of addresses in a request body. */
export const allowedIpsInput = allowedAddresses.openapi({
  description:
    "1 to 50 addresses and CIDR ranges that it may be used from, by the address of the connection's peer; absent: everywhere",
});

export const scopesSchema = z.array(scope);
export const message = z.object({ message: z.string() });
