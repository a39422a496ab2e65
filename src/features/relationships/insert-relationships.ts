import { actorName, type RequestContext } from "../../context.ts";
import { displayType, type GraphRelationshipType } from "../../model/relationships.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { ownTypesGraph } from "./own-types.graph.store.ts";
import {
  graphTypeOf,
  type NewRelationship,
  type Relationship,
  type RelationshipCi,
  snapshot,
} from "./relationship.model.ts";
import { keyOf } from "./relationship.node.ts";
import { relationshipWrites } from "./relationships.store.ts";

/** One wanted relationship, on whose behalf, and the id that it is to have. */
export interface WantedRelationship {
  ctx: RequestContext;
  id: string;
  /** The id derives from an idempotency key: a first try may have made the relationship already. */
  repeatable: boolean;
  input: NewRelationship;
}

export type EndField = "source_ci" | "target_ci";

/** What became of it: made (or found as made by an earlier try), there already, or an end that does not exist. */
export type Insertion =
  | { relationship: Relationship }
  | { duplicate: { existingId: string } }
  | { missing: EndField[] };

/**
 * Creates relationships within a transaction; what cannot be made is answered and not written. Order of the answers =
 * order of `wanted`. No input has the same CI at both ends.
 */
export async function insertRelationships(
  tx: GraphTx,
  tenantId: string,
  wanted: WantedRelationship[],
  publish: Publish,
  clock: Clock,
): Promise<Insertion[]> {
  const at = isoNow(clock);
  const ends = await relationshipWrites.lockEnds(
    tx,
    tenantId,
    wanted.flatMap(({ input }) => [input.sourceCi, input.targetCi]),
  );
  const made = await alreadyMade(tx, tenantId, wanted);
  const placed = wanted.map((item) => place(item, ends, made.get(item.id)));
  const spellings = await registerKinds(tx, tenantId, placed, at);
  const drafts = placed.map((one) => ("settled" in one ? one : draftOf(tenantId, one, spellings, at)));
  const insertions = await settle(tx, tenantId, drafts);
  const created = drafts.flatMap((draft, i) => ("key" in draft && "relationship" in insertions[i]! ? [draft] : []));
  await relationshipWrites.create(
    tx,
    tenantId,
    created.map(({ relationship }) => relationship),
  );
  for (const { item, relationship } of created) {
    publish(item.ctx, {
      kind: "relationship.created",
      subject: { kind: "relationship", id: relationship.id },
      version: relationship.version,
      before: null,
      after: snapshot(relationship),
    });
  }
  return insertions;
}

interface Placed {
  item: WantedRelationship;
  graphType: GraphRelationshipType;
  kind: string | null;
  source: RelationshipCi;
  target: RelationshipCi;
}
type Settled = { settled: Insertion };
interface Draft {
  item: WantedRelationship;
  relationship: Relationship;
  key: string;
}

function place(
  item: WantedRelationship,
  ends: ReadonlyMap<string, RelationshipCi>,
  earlier: Relationship | undefined,
): Placed | Settled {
  if (earlier) return { settled: { relationship: earlier } };
  const source = ends.get(item.input.sourceCi);
  const target = ends.get(item.input.targetCi);
  if (source && target) return { item, ...graphTypeOf(item.input.type), source, target };
  const missing: EndField[] = [];
  if (!source) missing.push("source_ci");
  if (!target) missing.push("target_ci");
  return { settled: { missing } };
}

/** Spellings of the kinds that are about to be used; who names a kind first decides. */
async function registerKinds(
  tx: GraphTx,
  tenantId: string,
  placed: (Placed | Settled)[],
  at: string,
): Promise<Map<string, string>> {
  const wanted = new Map<string, string>();
  for (const one of placed) {
    if ("settled" in one || one.kind === null || wanted.has(one.kind)) continue;
    wanted.set(one.kind, one.item.input.type.trim());
  }
  return ownTypesGraph.register(tx, tenantId, wanted, at);
}

function draftOf(tenantId: string, placed: Placed, spellings: ReadonlyMap<string, string>, at: string): Draft {
  const { item, graphType, kind, source, target } = placed;
  const { ctx, id, input } = item;
  const relationship: Relationship = {
    id,
    graphType,
    kind,
    type: displayType(graphType, kind === null ? null : (spellings.get(kind) ?? input.type)),
    source,
    target,
    attributes: input.attributes ?? {},
    discoveredBy: input.discoveredBy ?? null,
    confidence: input.confidence ?? null,
    firstSeen: null,
    lastSeen: null,
    createdAt: at,
    createdBy: actorName(ctx.actor),
    updatedAt: at,
    version: 1,
  };
  return { item, relationship, key: keyOf(tenantId, relationship) };
}

/** Of drafts with one key the first is made, unless the graph has one already. */
async function settle(tx: GraphTx, tenantId: string, drafts: (Draft | Settled)[]): Promise<Insertion[]> {
  const keys = new Map<GraphRelationshipType, string[]>();
  for (const draft of drafts) {
    if (!("key" in draft)) continue;
    const list = keys.get(draft.relationship.graphType);
    if (list) list.push(draft.key);
    else keys.set(draft.relationship.graphType, [draft.key]);
  }
  const holders = new Map<string, string>();
  for (const [type, list] of keys) {
    for (const [key, id] of await relationshipWrites.findByKey(tx, tenantId, type, list))
      holders.set(`${type} ${key}`, id);
  }
  return drafts.map((draft): Insertion => {
    if (!("key" in draft)) return draft.settled;
    const place = `${draft.relationship.graphType} ${draft.key}`;
    const existingId = holders.get(place);
    if (existingId !== undefined) return { duplicate: { existingId } };
    holders.set(place, draft.relationship.id);
    return { relationship: draft.relationship };
  });
}

async function alreadyMade(
  tx: GraphTx,
  tenantId: string,
  wanted: WantedRelationship[],
): Promise<Map<string, Relationship>> {
  const ids = wanted.filter((item) => item.repeatable).map((item) => item.id);
  const found = await relationshipWrites.get(tx, tenantId, ids);
  return new Map(found.map((relationship) => [relationship.id, relationship]));
}
