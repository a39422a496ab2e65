import { savedCi } from "../../../model/changes.ts";
import type { Change } from "../../../platform/jobs/changes.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { MappingCatalogue } from "../ports.ts";
import { textOf } from "./pipeline-values.ts";

/**
 * Counts the uses of mappings by instances, and proposes a mapping for each classified name that none matches. It runs in
 * the transaction that delivers the saved instances, so that each is counted and proposed once, even if the process dies
 * after the scan's commit.
 */
export async function recordInstalled(
  catalogue: Pick<MappingCatalogue, "recordUsage" | "propose">,
  tx: Sql,
  tenantId: string,
  changes: readonly Change[],
): Promise<void> {
  const used = new Map<string, number>();
  const unmatched: { name: string; vendor: string | null }[] = [];
  for (const change of changes) {
    const after = savedCi(change);
    // A restored instance was counted when it was created.
    if (after?.type !== "software_instance" || change.kind === "ci.restored") continue;
    const before = change.kind === "ci.updated" ? change.before.attributes : {};
    const mappingId = textOf(after.attributes, "mapping_id");
    const isSameMapping = mappingId === textOf(before, "mapping_id");
    if (mappingId !== undefined && !isSameMapping) used.set(mappingId, (used.get(mappingId) ?? 0) + 1);
    const wasClassified = before.normalized_name !== undefined && isSameMapping;
    const isClassified = after.attributes.normalized_name !== undefined;
    if (mappingId === undefined && isClassified && !wasClassified) {
      unmatched.push({ name: after.name, vendor: textOf(after.attributes, "vendor") ?? null });
    }
  }
  if (used.size > 0) await catalogue.recordUsage(tx, tenantId, used);
  if (unmatched.length > 0) await catalogue.propose(tx, tenantId, unmatched);
}
