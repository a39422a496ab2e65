import { describe, expect, it } from "vitest";
import { REMOVAL_BY_LABEL } from "../../../src/features/tenants/tenants.graph.store.ts";
import { graphMigrations } from "../../../src/platform/graph/migrate.ts";

describe("REMOVAL_BY_LABEL", () => {
  it("has every label of the schema, except those of the installation", () => {
    const statements = graphMigrations().flatMap((migration) => migration.statements);
    const inSchema = statements.flatMap((text) => [...text.matchAll(/FOR \(\w+:(\w+)\)/g)].map((match) => match[1]));
    expect(inSchema.length).toBeGreaterThan(5);
    const known = new Set<string | undefined>([...Object.keys(REMOVAL_BY_LABEL), "SchemaMigration"]);
    for (const label of inSchema) expect(known, `nodes of the label ${label} would stay`).toContain(label);
  });
});
