import type { EntityDescription, FieldDescription } from "../query.model.ts";

/** A field of an entity with what a check needs beside its description. */
export interface Field extends FieldDescription {
  /** Compared as written. Other texts compare without case. */
  isId?: true;
  /** Brings a text that a form compares for equality into the form that is stored, such as a canonical type. */
  normalize?: (text: string) => string;
}

/** Relationships that a field may go through, by one step: `source.name`, `ci.type`. */
export const STEPS = ["ci", "source", "target", "server"] as const;
export type Step = (typeof STEPS)[number];

/** An entity with its fields, and which store answers it. */
export interface Entity extends EntityDescription {
  store: "graph" | "postgres";
  fields: readonly Field[];
  /** Each leads to one CI, whose fields follow the dot. */
  steps: readonly Step[];
  /** A record may name several CIs: as a column, a field behind a step is a list. */
  severalCis?: true;
  /** Names the field with the id of the CI that `path` and `impact` restrict; absent: they do not go with the entity. */
  pathField?: string;
  /** Order of rows where a form has none. A tie is always broken by id. */
  defaultOrder: { field: string; direction: "asc" | "desc" };
}
