import { describe, expect, it } from "vitest";
import {
  COPIED_LABELS,
  EXCLUDED_LABELS,
  LABELS_COPIED_WITH_CIS,
} from "../../../src/features/backup/backup.graph.store.ts";
import { graphMigrations } from "../../../src/platform/graph/migrate.ts";

describe("labels of a backup", () => {
  it("include every label of the schema", () => {
    const statements = graphMigrations().flatMap((migration) => migration.statements);
    const inSchema = statements.flatMap((text) => [...text.matchAll(/FOR \(\w+:(\w+)\)/g)].map((match) => match[1]));
    expect(inSchema.length).toBeGreaterThan(5);
    const known: readonly (string | undefined)[] = [...COPIED_LABELS, ...LABELS_COPIED_WITH_CIS, ...EXCLUDED_LABELS];
    for (const label of inSchema) expect(known, `nodes of the label ${label} would be lost`).toContain(label);
  });
});
