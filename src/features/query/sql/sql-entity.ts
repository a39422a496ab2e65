import type { CheckedField, CheckedQuery } from "../checked-query.ts";
import type { ColumnType, EntityName } from "../query.model.ts";

/** Adds a value to a statement and returns its placeholder, e.g. `$3`. */
export type Put = (value: unknown) => string;

/** The expression of a field in SQL. Placeholders in it are added by `put`, once for each call. */
export interface SqlField {
  sql: string | ((put: Put) => string);
  /** Never null, so that an index on it gives the order as it stands. */
  notNull?: true;
  /** A condition that equality with one of these values implies, spelled as in a partial index. */
  implied?(values: readonly string[]): string | undefined;
  /** The condition for equality with one of these values, where an index serves another spelling than the general one. */
  anyOf?(put: Put, values: readonly string[]): string;
  /** A list of the ids of the row's CIs: each stands in `link.ci_id` once `CiLinks.join` is joined. */
  isLink?: true;
}

/** How the rows of an entity name CIs, whose fields stand in the graph. */
export interface CiLinks {
  /** Whether a row may name several CIs: its `ci.<field>` is a list then. */
  several: boolean;
  /** Condition: the row names one of the CIs of an array of ids. */
  namesOneOf(ids: string): string;
  /** Joins one row for each CI, at least one, with its id in `link.ci_id`. */
  join: string;
  /** Array of the ids. */
  ids: string;
}

/** The records of an entity in Postgres. */
export interface SqlEntity {
  name: EntityName;
  /** The clause that names its table, with an alias. */
  from: string;
  /** Conditions of every statement; `$1` is the tenant. */
  scope: string;
  /** Unique within the tenant; breaks ties. */
  id: string;
  /** By name, every field of the entity's description. */
  fields: Readonly<Record<string, SqlField>>;
  /** Objects of which any key may be asked, as jsonb. */
  free: Readonly<Record<string, string>>;
  links?: CiLinks;
  /**
   * SQL that reads how many records match from counters that are kept with each change, as `total`; undefined where these do
   * not tell.
   */
  counted?(query: Pick<CheckedQuery, "filters" | "match">, put: Put): string | undefined;
}

/** What comparing and ordering need of a field, and its expression. */
export interface SqlOperand extends Omit<SqlField, "sql"> {
  type: ColumnType;
  /** Compared as written. */
  isId: boolean;
  /** Its few values, all in lower case. */
  values?: readonly string[];
  sql(put: Put): string;
}

/** A field of the record itself, without a step. */
export function operandOf(entity: SqlEntity, { path, type, field, key }: CheckedField): SqlOperand {
  if (key !== undefined) {
    const object = entity.free[field.name];
    if (object === undefined) throw new Error(`${entity.name} has no free object for ${path}`);
    return { type: "any", isId: false, sql: (put) => freeValue(object, key, put) };
  }
  const known = entity.fields[field.name];
  if (known === undefined) throw new Error(`${entity.name} has no SQL for ${path}`);
  const { sql, ...rest } = known;
  return {
    ...rest,
    type,
    isId: field.isId === true,
    ...(field.values && { values: field.values }),
    sql: typeof sql === "string" ? () => sql : sql,
  };
}

/** `metrics.disk.used`: the key `disk.used` of the object, else the key `used` of the object `disk` in it. Null if missing. */
export function freeValue(object: string, key: string, put: Put): string {
  const whole = `${object} -> ${put(key)}::text`;
  const found = key.includes(".") ? `coalesce(${whole}, ${object} #> ${put(key.split("."))}::text[])` : whole;
  return `nullif(${found}, 'null'::jsonb)`;
}

/** Parameters of one statement; the first is the tenant. */
export function statementValues(tenantId: string): { values: unknown[]; put: Put } {
  const values: unknown[] = [tenantId];
  return { values, put: (value) => `$${values.push(value)}` };
}
