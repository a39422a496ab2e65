import type { Expectation } from "./expectations.ts";

type Row = Record<string, unknown>;

const plain = (value: unknown) => String(Array.isArray(value) && value.length === 1 ? value[0] : value).toLowerCase();

/** Whether rows hold exactly what is expected, whatever the columns are called and however rows are ordered. */
export function holds(expected: Expectation, rows: readonly Row[]): boolean {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  switch (expected.kind) {
    case "names":
      return (
        rows.length === expected.names.length &&
        (rows.length === 0 || columns.some((column) => isSet(rows, column, expected.names)))
      );
    case "figure": {
      const figures = Object.values(rows[0] ?? {}).filter((value) => typeof value === "number");
      return rows.length === 1 && figures.length === 1 && Math.abs(figures[0]! - expected.figure) <= 0.005;
    }
    case "groups":
      return columns.some((group) =>
        columns.some((figure) => group !== figure && isGroups(rows, group, figure, expected.groups)),
      );
    case "refused":
      return false;
  }
}

function isSet(rows: readonly Row[], column: string, names: readonly string[]): boolean {
  const found = rows.map((row) => plain(row[column])).sort();
  return JSON.stringify(found) === JSON.stringify(names.map(plain).sort());
}

/** A row for what has no group may be there or not. */
function isGroups(rows: readonly Row[], group: string, figure: string, groups: readonly [string, number][]): boolean {
  const found = rows.filter((row) => row[group] !== null && typeof row[figure] === "number");
  const of = (name: string) => found.filter((row) => plain(row[group]) === plain(name));
  return (
    found.length === groups.length &&
    groups.every(([name, value]) => of(name).length === 1 && Math.abs(Number(of(name)[0]![figure]) - value) <= 0.005)
  );
}
