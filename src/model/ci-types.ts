/** Second label of nodes by type, for types that a pipeline queries by label. */
const KIND_LABELS: Readonly<Record<string, string>> = {
  server: "Server",
  software_instance: "SoftwareInstance",
  software: "Software",
  software_family: "SoftwareFamily",
  business_service: "BusinessService",
};

export const CI_STATUSES = ["active", "inactive", "maintenance"] as const;
export type CiStatus = (typeof CI_STATUSES)[number];

/** Canonical form of a type: lower case, blanks, `-` and `_` alike as `_`. `Software Instance` -> `software_instance`. */
export function canonicalType(type: string): string {
  return type
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_");
}

/** The type as variant A shows it: `software_instance` -> `Software Instance`. */
export function titleType(type: string): string {
  return type
    .replace(/(^|_)(\p{L})/gu, (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase())
    .replace(/_/g, " ");
}

export function kindLabel(type: string): string | undefined {
  return KIND_LABELS[type];
}
