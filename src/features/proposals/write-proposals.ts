import { type RequestContext, withScopes } from "../../context.ts";
import { isEqualJson } from "../../model/merge-patch.ts";
import { mustGet } from "../../model/must-get.ts";
import { typeKey } from "../../model/relationships.ts";
import type { Clock } from "../../platform/clock.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Outbox, Publish } from "../../platform/jobs/outbox.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { insertAllowed, type Relationship, type RelationshipVerbs } from "../relationships/index.ts";
import { type Candidate, DISCOVERED_BY, pairKey } from "./proposals.model.ts";
import { proposalsStore } from "./proposals.store.ts";

export interface WriteDeps {
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  relationships: Pick<RelationshipVerbs, "get" | "update">;
}

/** A candidate and the relationship that stands for it. */
export interface Written {
  candidate: Candidate;
  relationship: Relationship;
  isChanged: boolean;
}

const BATCH = 100;
/** A smaller change of the confidence is no news. */
const NOTABLE = 0.02;

/**
 * Writes candidates as relationships that only who asks for them sees. The id derives from type and ends: two callers at once
 * make one. What was declared or rejected meanwhile is left out.
 */
export async function writeProposals(
  deps: WriteDeps,
  ctx: RequestContext,
  candidates: readonly Candidate[],
): Promise<Written[]> {
  const written: Written[] = [];
  for (let start = 0; start < candidates.length; start += BATCH) {
    ctx.signal?.throwIfAborted();
    written.push(...(await writeBatch(deps, ctx, candidates.slice(start, start + BATCH))));
  }
  return written;
}

async function writeBatch(deps: WriteDeps, ctx: RequestContext, candidates: readonly Candidate[]): Promise<Written[]> {
  const { outbox, clock, postgres } = deps;
  const { tenantId } = ctx;
  const byId = new Map(candidates.map((candidate) => [idOf(tenantId, candidate), candidate]));
  const wanted = [...byId].map(([id, candidate]) => ({ ctx, id, repeatable: true, input: inputOf(candidate) }));
  const created = new Set<string>();
  const made = await outbox.write(tenantId, (tx, publish) => {
    created.clear();
    const noted: Publish = (of, change) => {
      if (change.kind === "relationship.created") created.add(change.subject.id);
      return publish(of, change);
    };
    return insertAllowed(tx, tenantId, wanted, noted, clock, async (items) => {
      const pairOf = ({ id }: { id: string }) => mustGet(byId, id);
      const rejected = await proposalsStore.rejected(postgres, tenantId, items.map(pairOf));
      return items.filter((item) => !rejected.has(pairKey(pairOf(item))));
    });
  });
  const written: Written[] = [];
  for (const { item, insertion } of made) {
    const candidate = mustGet(byId, item.id);
    if (!("relationship" in insertion) || insertion.relationship.confirmedAt !== null) continue;
    const { relationship } = insertion;
    if (created.has(item.id)) written.push({ candidate, relationship, isChanged: true });
    else written.push(await refreshed(deps, ctx, candidate, relationship));
  }
  return written;
}

/** An existing proposal follows its evidence, unless a person set its confidence. */
async function refreshed(
  { relationships }: WriteDeps,
  ctx: RequestContext,
  candidate: Candidate,
  relationship: Relationship,
): Promise<Written> {
  const { attributes, discoveredBy, confidence } = inputOf(candidate);
  const isSame =
    relationship.discoveredBy === discoveredBy &&
    Math.abs((relationship.confidence ?? 1) - candidate.confidence) < NOTABLE &&
    isEqualJson(relationship.attributes, { ...relationship.attributes, ...attributes });
  if (isSame) return { candidate, relationship, isChanged: false };
  if (relationship.attributes.confidence_set_by !== undefined) return { candidate, relationship, isChanged: false };
  const patch = { attributes, discoveredBy, confidence };
  const updated = await relationships.update(withScopes(ctx, "cmdb.write"), { id: relationship.id, patch });
  return { candidate, relationship: updated.relationship, isChanged: updated.changed };
}

function idOf(tenantId: string, { type, source, target }: Candidate): string {
  return derivedId("proposal", tenantId, typeKey(type), source, target);
}

function inputOf({ type, source, target, confidence, reason, evidence, by, port, protocol }: Candidate) {
  const place = { ...(port !== null && { port }), ...(protocol !== null && { protocol }) };
  return {
    type,
    sourceCi: source,
    targetCi: target,
    confidence,
    discoveredBy: DISCOVERED_BY[by],
    attributes: { ...place, aiEnhanced: true, reason, evidence },
  };
}
