import type { NewsEntry } from "../../platform/jobs/outbox.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import { incidentsStore } from "./incidents.store.ts";

const CHANGES = new Set(["relationship.created", "relationship.deleted"]);

/**
 * Follows the news of relationships: events of CIs at the ends of new ones, and of those that are gone, are looked at
 * once more. Incidents grow together by it; they are not taken apart.
 */
export function createRelationshipWatch({ onWork }: { onWork: (tenantId: string) => void }): NewsSink {
  return async (tx, tenantId, entries) => {
    const ends = [...new Set(entries.filter(({ kind }) => CHANGES.has(kind)).flatMap(endsOf))];
    if (ends.length > 0 && (await incidentsStore.requeue(tx, tenantId, ends)) > 0) onWork(tenantId);
  };
}

function endsOf({ before, after }: NewsEntry): string[] {
  const { source_ci: source, target_ci: target } = (after ?? before ?? {}) as Record<string, unknown>;
  return [source, target].filter((id): id is string => typeof id === "string");
}
