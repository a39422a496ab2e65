import type { RequestContext } from "../../../context.ts";
import { parseFields } from "../../../model/fields.ts";
import type { GraphRelationshipType } from "../../../model/relationships.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Fields } from "../../ci/index.ts";
import { patchRelationships, type Relationship } from "../../relationships/index.ts";
import type { Knowledge } from "../engine/index.ts";
import { textOf } from "../pipeline/pipeline-values.ts";
import { mappingNamesStore, type NamedMapping } from "./mapping-names.store.ts";
import { processGraph } from "./process.graph.store.ts";
import {
  type Application,
  applicationOf,
  createProcessLookup,
  type NamedProduct,
  type ProcessLookup,
} from "./process-lookup.ts";
import {
  PROCESS_TYPES_OF_GRAPH,
  type ProcessRelationship,
  processRelationshipsGraph,
} from "./process-relationships.graph.store.ts";
import { platformOfServer } from "./read-process.ts";
import { readStoredNames } from "./software-names.ts";

export interface ApplyDeps {
  graph: Graph;
  postgres: Sql;
  outbox: Outbox;
  clock: Clock;
  knowledge: () => Knowledge;
}

/**
 * `updated`: got (or would get) an application; `skipped`: have one, or belong to another family; `unmatched`: no
 * process gives one.
 */
export interface ApplyCounts {
  updated: number;
  skipped: number;
  unmatched: number;
}

/** Where the next batch begins. */
export interface ApplyPlace {
  type: GraphRelationshipType;
  after: string;
}

export interface AppliedBatch {
  /** Undefined at the end. */
  place: ApplyPlace | undefined;
  counts: ApplyCounts;
}

export interface ApplyBatchInput {
  place: ApplyPlace | undefined;
  /** Relationships to read. */
  size: number;
  /** Maximum number of updates. */
  maxUpdates: number;
  family: string | undefined;
  dryRun: boolean;
}

/**
 * Sets the application of the next relationships that name processes and have none (rule 12 in section 1 of the
 * interface specification). A constant number of round trips; idempotent.
 */
export async function applyBatch(deps: ApplyDeps, ctx: RequestContext, input: ApplyBatchInput): Promise<AppliedBatch> {
  const { type, after } = input.place ?? { type: PROCESS_TYPES_OF_GRAPH[0]!, after: "" };
  const rows = await processRelationshipsGraph.page(deps.graph, ctx.tenantId, type, after, input.size);
  const counts = { updated: 0, skipped: 0, unmatched: 0 };
  const found = new Map<string, Application>();
  const lookup = rows.every(({ isMapped }) => isMapped) ? undefined : await lookupOf(deps, ctx.tenantId);
  let last = after;
  for (const row of rows) {
    if (found.size >= input.maxUpdates) break;
    last = row.id;
    const application = row.isMapped || !lookup ? undefined : applicationOf(lookup, endsOf(row));
    const isOtherFamily = application && input.family !== undefined && application.family !== input.family;
    if (row.isMapped || isOtherFamily) counts.skipped++;
    else if (application) found.set(row.id, application);
    else counts.unmatched++;
  }
  const updated = input.dryRun ? found.size : await write(deps, ctx, found);
  counts.updated = updated;
  counts.skipped += found.size - updated;
  const isLast = rows.length < input.size && last === (rows.at(-1)?.id ?? after);
  return { place: isLast ? nextType(type) : { type, after: last }, counts };
}

function nextType(type: GraphRelationshipType): ApplyPlace | undefined {
  const next = PROCESS_TYPES_OF_GRAPH[PROCESS_TYPES_OF_GRAPH.indexOf(type) + 1];
  return next && { type: next, after: "" };
}

/** Both ends, the listening one first; see `applicationOf`. */
function endsOf({ source, target }: ProcessRelationship) {
  return [target, source].map(({ process, system }) => ({ process, platform: platformOfServer(system) }));
}

async function write(
  { outbox, clock }: ApplyDeps,
  ctx: RequestContext,
  found: ReadonlyMap<string, Application>,
): Promise<number> {
  if (found.size === 0) return 0;
  const changes = [...found].map(([id, application]) => ({
    id,
    patchOf: (before: Relationship) => (hasApplication(before) ? undefined : patchWith(application)),
  }));
  const changed = await outbox.write(ctx.tenantId, (tx, publish) =>
    patchRelationships(tx, ctx, changes, publish, clock),
  );
  return changed.size;
}

/** Any value counts, also one of another shape that a client wrote. */
function hasApplication({ attributes }: Relationship): boolean {
  return attributes.application !== undefined && attributes.application !== null;
}

/** Leaves unknown values out: a patch cannot hold null as a value. */
function patchWith({ name, vendor, family }: Application): Fields {
  const application = { name, ...(vendor !== null && { vendor }), ...(family !== null && { family }) };
  return { application, aiEnhanced: true };
}

/** The tenant's mappings and Software CIs with process names, over the built-in knowledge. */
async function lookupOf({ graph, postgres, knowledge }: ApplyDeps, tenantId: string): Promise<ProcessLookup> {
  const [mappings, software] = await Promise.all([
    mappingNamesStore.withNames(postgres, tenantId),
    processGraph.named(graph, tenantId, ["discovery", "ai", "manual"]),
  ]);
  const products = [
    ...mappings.map(productOfMapping),
    ...software.flatMap(({ name, attributes }) => productsOfSoftware(name, parseFields(attributes))),
  ];
  return createProcessLookup(products, knowledge());
}

function productOfMapping({ software, family, processNames, source, processSource }: NamedMapping): NamedProduct {
  const isFound = processSource !== null && processSource !== "manual";
  return {
    application: { ...software, family },
    names: processNames,
    isFromPerson: !isFound && (source === "manual" || source === "import"),
  };
}

function productsOfSoftware(name: string, attributes: Fields): NamedProduct[] {
  const stored = readStoredNames(attributes);
  if (!stored) return [];
  const application = {
    name,
    vendor: textOf(attributes, "vendor") ?? null,
    family: textOf(attributes, "family") ?? null,
  };
  return [{ application, names: stored.names, isFromPerson: stored.source === "manual" }];
}
