import { z } from "@hono/zod-openapi";
import { invalidField } from "../../errors.ts";
import { SCOPES } from "../../model/scopes.ts";
import { textFault } from "../../platform/http/json.ts";
import { cursorContent, encodeCursor, type Page, type PageRequest } from "../../platform/http/pagination.ts";
import { isId } from "../../platform/ids.ts";
import type { AccessKey } from "./access.model.ts";
import { allowedAddresses } from "./allowed-addresses.ts";
import type { EntryPage } from "./entry-pages.ts";
import type { ListKeysInput } from "./manage-keys.ts";

/** What the routes of API keys, discovery tokens and service accounts share. */

/** A malformed id names nothing: 404. */
export const keyParams = z.object({ id: z.string().refine(isId) });

/** Fields to sort a list by. Keys never change, so they were updated when they were made. */
export const KEY_SORT_FIELDS = ["name", "created_at", "updated_at", "expires_at"] as const;
const COLUMN_OF = {
  name: "name",
  created_at: "createdAt",
  updated_at: "createdAt",
  expires_at: "expiresAt",
} as const;

/** Which order a page was in, the last entry's place in it: a name, or a time in milliseconds. */
const Cursor = z.object({
  by: z.string(),
  value: z.union([z.int().min(0).max(4e12), z.string().refine((text) => textFault(text) === undefined)]),
  id: z.string().refine(isId),
});

export function toListInput({ page, limit, sort, cursor }: PageRequest): ListKeysInput {
  const column = COLUMN_OF[(sort?.field ?? "created_at") as keyof typeof COLUMN_OF];
  const order = sort?.order ?? "desc";
  const place = cursorContent(cursor, Cursor);
  if (!place) return { column, order, page, limit };
  if (place.by !== `${column} ${order}` || (typeof place.value === "string") !== (column === "name")) {
    throw invalidField("query.cursor", "is not a cursor of this list");
  }
  const value = typeof place.value === "number" ? new Date(place.value) : place.value;
  return { column, order, page, limit, after: { value, id: place.id } };
}

export function toPage<Entry>(
  { items, total, next }: EntryPage<Entry>,
  { column, order, page, limit }: ListKeysInput,
): Page<Entry> {
  if (!next) return { items, total, page, limit };
  const value = typeof next.value === "string" ? next.value : next.value.getTime();
  return { items, total, page, limit, nextCursor: encodeCursor({ by: `${column} ${order}`, value, id: next.id }) };
}

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
/** What a body says of where a key may be used from. */
export const allowedIpsInput = allowedAddresses.openapi({
  description:
    "1 to 50 addresses and CIDR ranges that it may be used from, by the address of the connection's peer; absent: everywhere",
});

export const scopesSchema = z.array(z.enum(SCOPES));
export const message = z.object({ message: z.string() });
