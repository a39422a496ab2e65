import type { QueryRow } from "../../query/index.ts";

const OWNER_KEYS = [
  "owner",
  "owned_by",
  "owner_team",
  "owner_email",
  "team",
  "responsible",
  "support_group",
  "technical_owner",
  "business_owner",
];

/** Fields that may say who answers for a CI; the first that has a value does. */
export const OWNER_FIELDS = OWNER_KEYS.flatMap((key) => [`attributes.${key}`, `custom_fields.${key}`]);

export function ownerIn(row: QueryRow): unknown {
  const values = OWNER_FIELDS.map((field) => row[field]);
  return values.find((value) => value !== null && value !== undefined && value !== "") ?? null;
}
