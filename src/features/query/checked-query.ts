import type { Entity, Field, Step } from "./fields/entity.ts";
import type { AggregateFunction, ColumnType, EntityName, Operator, QueryColumn } from "./query.model.ts";

/** Objects whose keys are the tenant's own. */
export type FreeObject = "attributes" | "custom_fields" | "metrics" | "context";

/** A field of a form that was found. */
export interface CheckedField {
  /** As asked, and the name of its column: `source.attributes.os`. */
  path: string;
  type: ColumnType;
  /** The CI that it belongs to; absent: the record itself. */
  step?: Step;
  /** The entity that describes it: `ci` after a step. */
  owner: EntityName;
  /** Its description. Of a field below a free object: that of the object. */
  field: Field;
  /** The rest of the path below a free object, which may be one key with dots or several: `os`, `disk.size`. */
  key?: string;
}

export type Scalar = string | number | boolean;

export interface CheckedFilter {
  field: CheckedField;
  op: Operator;
  /**
   * Of the field's type: times as ISO 8601 in UTC with milliseconds. One for each operator but `in`, which has one or more;
   * none for `exists` and `missing`. Texts as written: case is the store's affair, see `CheckedField.field.isId`.
   */
  values: readonly Scalar[];
}

export interface CheckedFigure {
  /** Name of its column: `count` or `fn(field)`. */
  name: string;
  fn: AggregateFunction;
  /** Absent only for `count`: the number of rows. With a field, `count` is the number of values. */
  field?: CheckedField;
}

/** What rows are ordered by: a field, or in a form with figures the name of one. */
export interface CheckedOrder {
  by: CheckedField | CheckedFigure;
  direction: "asc" | "desc";
}

export interface CheckedPath {
  of: string;
  direction: "upstream" | "downstream" | "either";
  /** As written; absent: those that carry failures. */
  types?: readonly string[];
  depth: number;
  negate: boolean;
}

export interface CheckedImpact {
  of: string;
  direction: "upstream" | "downstream" | "either";
  depth: number;
}

/** A form whose fields exist, with all defaults. */
export interface CheckedQuery {
  entity: Entity;
  filters: readonly CheckedFilter[];
  match: "all" | "any";
  /** ISO 8601 in UTC with milliseconds; `from` belongs to the range, `to` does not. Holds beside any filter. */
  time?: { field: CheckedField; from?: string; to?: string };
  path?: CheckedPath;
  impact?: CheckedImpact;
  groups: readonly CheckedField[];
  /** Empty in a form without groups and figures. */
  figures: readonly CheckedFigure[];
  /** Columns of a form without groups and figures; else empty. */
  fields: readonly CheckedField[];
  /** Never empty, except for figures without groups. In order; a store breaks ties by id, or by the groups. */
  order: readonly CheckedOrder[];
  limit: number;
  /** Fields, or groups and then figures. */
  columns: readonly QueryColumn[];
}

/** Whether rows are groups or figures over all, not records. */
export function isGrouped({ groups, figures }: Pick<CheckedQuery, "groups" | "figures">): boolean {
  return groups.length > 0 || figures.length > 0;
}

export function isFigure(by: CheckedOrder["by"]): by is CheckedFigure {
  return "fn" in by;
}
