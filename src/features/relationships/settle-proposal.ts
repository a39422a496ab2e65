import type { RequestContext } from "../../context.ts";
import { isDiscoveredByAi } from "../../model/relationships.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { type Insertion, insertRelationships, type RelationshipToInsert } from "./insert-relationships.ts";
import { lockRelationships } from "./locked-relationships.ts";
import { publishUpdated } from "./publish-updated.ts";
import type { Relationship } from "./relationship.model.ts";
import { relationshipsGraph } from "./relationships.graph.store.ts";
import { removeRelationships } from "./remove-relationships.ts";

/** Whether a model found the relationship, confirmed or not. */
export function isProposal({ discoveredBy }: Pick<Relationship, "discoveredBy">): boolean {
  return isDiscoveredByAi(discoveredBy);
}

/**
 * Creates relationships that `allowed` lets through, which is asked under the locks of all ends: what was decided before the
 * locks were acquired is known then. Results are in the order of what was let through.
 */
export async function insertAllowed(
  tx: GraphTx,
  tenantId: string,
  wanted: RelationshipToInsert[],
  publish: Publish,
  clock: Clock,
  allowed: (wanted: RelationshipToInsert[]) => Promise<RelationshipToInsert[]>,
): Promise<{ item: RelationshipToInsert; insertion: Insertion }[]> {
  await relationshipsGraph.lockEnds(
    tx,
    tenantId,
    wanted.flatMap(({ input }) => [input.sourceCi, input.targetCi]),
  );
  const passed = await allowed(wanted);
  const insertions = await insertRelationships(tx, tenantId, passed, publish, clock);
  return passed.map((item, at) => ({ item, insertion: insertions[at]! }));
}

/**
 * Makes a relationship that a model found a declared one, or removes it, as `decide` says under the locks of both ends.
 * May be repeated. Returns the confirmed relationship; undefined where it is gone.
 */
export async function settleProposal(
  tx: GraphTx,
  ctx: RequestContext,
  id: string,
  publish: Publish,
  clock: Clock,
  decide: () => Promise<"confirm" | "reject" | undefined>,
): Promise<Relationship | undefined> {
  const before = (await lockRelationships(tx, ctx.tenantId, [id])).get(id);
  if (!before || !isProposal(before)) return undefined;
  const verdict = await decide();
  if (verdict === "reject") {
    await removeRelationships(tx, ctx, [id], publish);
    return undefined;
  }
  if (verdict === undefined || before.confirmedAt !== null) return before;
  const at = isoNow(clock);
  const after = { ...before, confirmedAt: at, updatedAt: at, version: before.version + 1 };
  await relationshipsGraph.update(tx, ctx.tenantId, after);
  publishUpdated(publish, ctx, before, after);
  return after;
}
