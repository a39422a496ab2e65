import type { CheckedField, CheckedQuery } from "../checked-query.ts";
import type { QueryRow } from "../query.model.ts";
import type { SqlRow } from "./reads.store.ts";
import { needsGraph } from "./resolve-cis.ts";

/** Groups and figures by the names of the columns that the form asks for. */
export function presentGroups({ groups, figures, columns }: CheckedQuery, rows: readonly SqlRow[]): QueryRow[] {
  const names = [...groups.map(({ path }) => path), ...figures.map(({ name }) => name)];
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ name }) => [name, plain(row[`c${names.indexOf(name)}`])])),
  );
}

/** Ids of the CIs whose fields these rows show. */
export function idsIn(rows: readonly SqlRow[]): string[] {
  return [...new Set(rows.flatMap((row) => (row.ci_ids as string[] | undefined) ?? []))];
}

/**
 * Records by the names of their columns. A field of CIs is a list in the order of their ids where there may be several; of
 * one that was deleted it is null.
 */
export function presentRecords(
  fields: readonly CheckedField[],
  rows: readonly SqlRow[],
  cis: { several: boolean; values: ReadonlyMap<string, QueryRow> },
): QueryRow[] {
  return rows.map((row) => {
    const valuesOf = (field: CheckedField) =>
      ((row.ci_ids as string[] | undefined) ?? []).map((id) =>
        needsGraph(field) ? (cis.values.get(id)?.[field.path] ?? null) : id,
      );
    return Object.fromEntries(
      fields.map((field, i) => {
        const { path, step } = field;
        if (!step) return [path, plain(row[`c${i}`])];
        return [path, cis.several ? valuesOf(field) : (valuesOf(field)[0] ?? null)];
      }),
    );
  });
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
