import { actorName, type RequestContext } from "../../context.ts";
import { mustGet } from "../../model/must-get.ts";
import { displayType, type GraphRelationshipType } from "../../model/relationships.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { customTypesGraph } from "./custom-types.graph.store.ts";
import {
  aiFoundFlag,
  graphTypeOf,
  type NewRelationship,
  type Relationship,
  type RelationshipCi,
  snapshot,
} from "./relationship.model.ts";
import { keyOf } from "./relationship.node.ts";
import { relationshipsGraph } from "./relationships.graph.store.ts";
import { removeRelationships } from "./remove-relationships.ts";

/** A relationship to create, with its id and the context of the caller. */
export interface RelationshipToInsert {
  ctx: RequestContext;
  id: string;
  /** The id derives from an idempotency key: an earlier attempt may have created the relationship. */
  repeatable: boolean;
  input: NewRelationship;
}

export type EndField = "source_ci" | "target_ci";

/** Result of one item: created (now or by an earlier attempt), duplicate, or with an end that does not exist. */
export type Insertion =
  | { relationship: Relationship }
  | { duplicate: { existingId: string } }
  | { missing: EndField[] };

/**
 * Creates relationships within a transaction. Writes neither duplicates nor items with a missing end. Results are in the
 * order of `wanted`. The caller has refused items with the same CI at both ends.
 */
export async function insertRelationships(
  tx: GraphTx,
  tenantId: string,
  wanted: RelationshipToInsert[],
  publish: Publish,
  clock: Clock,
): Promise<Insertion[]> {
  const at = isoNow(clock);
  const ends = await relationshipsGraph.lockEnds(
    tx,
    tenantId,
    wanted.flatMap(({ input }) => [input.sourceCi, input.targetCi]),
  );
  const earlierRelationships = await alreadyCreated(tx, tenantId, wanted);
  const resolved = wanted.map((item) => resolveEnds(item, ends, earlierRelationships.get(item.id)));
  const spellings = await registerKinds(tx, tenantId, resolved, at);
  const drafts = resolved.map((item) => ("decision" in item ? item : draftOf(tenantId, item, spellings, at)));
  const holders = await holdersOf(tx, tenantId, drafts);
  await removeProposals(tx, tenantId, drafts, holders, publish);
  const insertions = decideDuplicates(drafts, holders);
  const created = drafts.flatMap((draft, i) => ("key" in draft && "relationship" in insertions[i]! ? [draft] : []));
  await relationshipsGraph.create(
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

interface ResolvedItem {
  item: RelationshipToInsert;
  graphType: GraphRelationshipType;
  kind: string | null;
  source: RelationshipCi;
  target: RelationshipCi;
}
type DecidedItem = { decision: Insertion };
interface Draft {
  item: RelationshipToInsert;
  relationship: Relationship;
  key: string;
}

function resolveEnds(
  item: RelationshipToInsert,
  ends: ReadonlyMap<string, RelationshipCi>,
  earlier: Relationship | undefined,
): ResolvedItem | DecidedItem {
  if (earlier) return { decision: { relationship: earlier } };
  const source = ends.get(item.input.sourceCi);
  const target = ends.get(item.input.targetCi);
  if (source && target) return { item, ...graphTypeOf(item.input.type), source, target };
  const missing: EndField[] = [];
  if (!source) missing.push("source_ci");
  if (!target) missing.push("target_ci");
  return { decision: { missing } };
}

/** Registers the custom types in use; returns the spelling by key. The first item of a new type decides its spelling. */
async function registerKinds(
  tx: GraphTx,
  tenantId: string,
  items: (ResolvedItem | DecidedItem)[],
  at: string,
): Promise<Map<string, string>> {
  const wanted = new Map<string, string>();
  for (const item of items) {
    if ("decision" in item || item.kind === null || wanted.has(item.kind)) continue;
    wanted.set(item.kind, item.item.input.type.trim());
  }
  return customTypesGraph.register(tx, tenantId, wanted, at);
}

function draftOf(tenantId: string, resolved: ResolvedItem, spellings: ReadonlyMap<string, string>, at: string): Draft {
  const { item, graphType, kind, source, target } = resolved;
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
    confirmedAt: null,
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

const typedKeyOf = ({ key, relationship }: Draft) => `${relationship.graphType} ${key}`;

/** Ids of the relationships that have the keys of drafts, by type and key: one query a type. */
async function holdersOf(tx: GraphTx, tenantId: string, drafts: (Draft | DecidedItem)[]): Promise<Map<string, string>> {
  const keys = new Map<GraphRelationshipType, string[]>();
  for (const draft of drafts) {
    if (!("key" in draft)) continue;
    const list = keys.get(draft.relationship.graphType);
    if (list) list.push(draft.key);
    else keys.set(draft.relationship.graphType, [draft.key]);
  }
  const holders = new Map<string, string>();
  for (const [type, list] of keys) {
    for (const [key, id] of await relationshipsGraph.findByKey(tx, tenantId, type, list))
      holders.set(`${type} ${key}`, id);
  }
  return holders;
}

/**
 * Removes proposals of a model that a declared relationship takes the place of, from the graph and from `holders`: nobody
 * sees them unless asking for them.
 */
async function removeProposals(
  tx: GraphTx,
  tenantId: string,
  drafts: (Draft | DecidedItem)[],
  holders: Map<string, string>,
  publish: Publish,
): Promise<void> {
  const inTheWay = new Map<string, Draft>();
  for (const draft of drafts) {
    const id = "key" in draft && aiFoundFlag(draft.relationship) === null && holders.get(typedKeyOf(draft));
    if (id && "key" in draft) inTheWay.set(id, draft);
  }
  if (inTheWay.size === 0) return;
  for (const held of await relationshipsGraph.get(tx, tenantId, [...inTheWay.keys()])) {
    if (aiFoundFlag(held) === null) continue;
    const draft = mustGet(inTheWay, held.id);
    await removeRelationships(tx, draft.item.ctx, [held.id], publish);
    holders.delete(typedKeyOf(draft));
  }
}

/** Decides each draft: a duplicate if the graph or an earlier draft has its key. */
function decideDuplicates(drafts: (Draft | DecidedItem)[], holders: Map<string, string>): Insertion[] {
  return drafts.map((draft): Insertion => {
    if (!("key" in draft)) return draft.decision;
    const typedKey = typedKeyOf(draft);
    const existingId = holders.get(typedKey);
    if (existingId !== undefined) return { duplicate: { existingId } };
    holders.set(typedKey, draft.relationship.id);
    return { relationship: draft.relationship };
  });
}

async function alreadyCreated(
  tx: GraphTx,
  tenantId: string,
  wanted: RelationshipToInsert[],
): Promise<Map<string, Relationship>> {
  const ids = wanted.filter((item) => item.repeatable).map((item) => item.id);
  const found = await relationshipsGraph.get(tx, tenantId, ids);
  return new Map(found.map((relationship) => [relationship.id, relationship]));
}
