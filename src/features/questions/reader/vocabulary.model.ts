/** A CI that a question may name. */
export interface NamedCi {
  id: string;
  name: string;
  type: string;
}

/** A value that CIs, events or software of the tenant have, and where it stands: `attributes.location`, `event.source`. */
export interface KnownValue {
  path: string;
  value: string;
}

/** How the values of a key look: whether they compare as numbers or as dates. */
export type ValueKind = "text" | "number" | "boolean" | "date";

/** A key of the tenant's CIs, with the types of those that have it. */
export interface KnownField {
  /** `attributes.<key>` or `custom_fields.<key>`. */
  path: string;
  types: readonly string[];
  kinds: readonly ValueKind[];
  /** Whether it has too many values to know them all, as serial numbers have. */
  isFull?: boolean;
}

/** What the words of one question may mean in the tenant's data. Keys of maps are `nameKey`s. */
export interface Vocabulary {
  cis: ReadonlyMap<string, readonly NamedCi[]>;
  values: ReadonlyMap<string, readonly KnownValue[]>;
  /** Values that begin with the words, and go on. */
  beginnings: ReadonlyMap<string, readonly KnownValue[]>;
  fields: readonly KnownField[];
  types: readonly string[];
}

/** Types that only the software pipeline makes: their names are names of software, and never of a CI that a question means. */
export const SOFTWARE_TYPES: ReadonlySet<string> = new Set(["software", "software_instance", "software_family"]);
