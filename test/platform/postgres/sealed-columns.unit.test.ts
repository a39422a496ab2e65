import { describe, expect, it } from "vitest";
import { postgresMigrations } from "../../../src/platform/postgres/migrate.ts";
import { SEALED_COLUMNS } from "../../../src/platform/postgres/sealed-columns.ts";

/** `table.column` of every column that some migration names `sealed_*`. */
function sealedInMigrations(): Set<string> {
  const found = new Set<string>();
  for (const { text } of postgresMigrations()) {
    const statements = text.replaceAll(/--.*$/gm, "").split(";");
    for (const statement of statements) {
      const table = /^\s*(?:create|alter)\s+table\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+)/i.exec(statement)?.[1];
      if (table === undefined) continue;
      for (const [, column] of statement.matchAll(/\b(sealed_\w+)/g)) found.add(`${table}.${column}`);
    }
  }
  return found;
}

describe("SEALED_COLUMNS", () => {
  it("lists every sealed_* column of the migrations once, and no other", () => {
    const listed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(sealedInMigrations().size).toBeGreaterThanOrEqual(2);
    expect(listed.sort()).toEqual([...sealedInMigrations()].sort());
  });

  it("names tables and columns that need no quoting in a statement", () => {
    for (const { table, key, column } of SEALED_COLUMNS) {
      for (const name of [table, column, ...key]) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    }
  });
});
