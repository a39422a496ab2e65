import type { RequestContext } from "../../../context.ts";
import { parseFields } from "../../../model/fields.ts";
import { compareIdentifiers, type Identifier, identifierKey, identifiersOf } from "../../../model/identifiers.ts";
import { by } from "../../../model/order.ts";
import type { GraphTx } from "../../../platform/graph/graph.ts";
import type { Publish } from "../../../platform/jobs/outbox.ts";
import {
  ciWrites,
  type Fields,
  labelsOf,
  newCi,
  restoreDeletedCi,
  type StoredCi,
  snapshot,
  toNode,
} from "../../ci/index.ts";
import { pipelineGraph } from "./pipeline.graph.store.ts";
import { PIPELINE_SOURCE_CLASS } from "./pipeline-values.ts";

/** A CI that the pipeline needs; its id is derived from its type and name. */
export interface NeededCi {
  id: string;
  type: "software" | "software_family";
  name: string;
  attributes: Fields;
  /** Whether an existing CI of the same type and name with these attributes can be used instead. */
  isSame(attributes: Fields): boolean;
}

/**
 * Finds or creates the needed CIs: the one created earlier, one that a person created, a deleted one restored, else a
 * new one. Returns the actual id by needed id. Locks their names, so that concurrent callers get the same CI.
 */
export async function ensureCis(
  tx: GraphTx,
  ctx: RequestContext,
  needed: readonly NeededCi[],
  at: string,
  publish: Publish,
): Promise<Map<string, string>> {
  const drafts = [
    ...new Map(needed.map((request) => [request.id, { needed: request, ci: draftOf(request, at) }])).values(),
  ];
  const names = new Map(drafts.flatMap(({ ci }) => identifiersOf(ci).map((name) => [identifierKey(name), name])));
  const owners = await ownersOf(tx, ctx.tenantId, [...names.values()], [...new Set(drafts.map(({ ci }) => ci.type))]);
  const ids = drafts.map(({ ci }) => ci.id);
  const existing = new Set((await pipelineGraph.subjects(tx.run, ctx.tenantId, ids)).map(({ ci }) => ci.id));
  const deleted = new Set((await ciWrites.findExistingOrDeleted(tx, ctx.tenantId, ids)).map(({ id }) => id));
  const found = new Map<string, string>();
  const toCreate: StoredCi[] = [];
  for (const { needed: one, ci } of drafts) {
    const keys = identifiersOf(ci).map(identifierKey);
    const owner = keys
      .flatMap((key) => owners.get(key) ?? [])
      .find((it) => it.type === ci.type && one.isSame(it.attributes));
    found.set(ci.id, existing.has(ci.id) ? ci.id : (owner?.id ?? ci.id));
    if (existing.has(ci.id) || owner) continue;
    if (deleted.has(ci.id)) await restoreDeletedCi(tx, ctx, ci.id, at, publish);
    else toCreate.push(ci);
    for (const key of keys) owners.set(key, [...(owners.get(key) ?? []), ci]);
  }
  await create(tx, ctx, toCreate, publish);
  return found;
}

type Owner = Pick<StoredCi, "id" | "type" | "attributes">;

async function ownersOf(tx: GraphTx, tenantId: string, names: Identifier[], types: string[]) {
  const rows = await ciWrites.lockIdentifiers(tx, tenantId, names.sort(compareIdentifiers), ["name"], types);
  return new Map(
    rows.map((row): [string, Owner[]] => [
      identifierKey(row as Identifier),
      row.owners.map(({ id, type, attributes }) => ({
        id,
        type,
        attributes: parseFields(attributes),
      })),
    ]),
  );
}

async function create(tx: GraphTx, ctx: RequestContext, cis: StoredCi[], publish: Publish): Promise<void> {
  cis.sort(by(({ id }) => id));
  const items = cis.map((ci) => ({
    properties: toNode(ci),
    labels: labelsOf(ci.type),
    identifiers: identifiersOf(ci),
  }));
  await ciWrites.create(tx, ctx.tenantId, items);
  for (const ci of cis) {
    const subject = { kind: "ci", id: ci.id } as const;
    publish(ctx, { kind: "ci.created", subject, version: 1, before: null, after: snapshot(ci) });
  }
}

function draftOf({ id, type, name, attributes }: NeededCi, at: string): StoredCi {
  return newCi({ id, type, name, attributes, at, actor: "system", source: PIPELINE_SOURCE_CLASS });
}
