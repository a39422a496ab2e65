import type { RequestContext } from "../../../context.ts";
import { nameKey } from "../../../model/identifiers.ts";
import { mustGet } from "../../../model/must-get.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { RecordAudit } from "../../audit/index.ts";
import { auditedMapping, type SoftwareMapping } from "../mappings/mapping.model.ts";
import { mappingsStore } from "../mappings/mappings.store.ts";
import { pipelineGraph } from "../pipeline/pipeline.graph.store.ts";
import type { FindProcessNames } from "./find-process-names.ts";
import { mappingNamesStore } from "./mapping-names.store.ts";
import { processGraph } from "./process.graph.store.ts";
import { type Finding, type FoundBy, type FoundNames, mayApply, type Product } from "./process-names.model.ts";
import { hasNamesSetByPerson, productOf, writeFindings } from "./software-names.ts";

export interface EnrichDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  recordAudit: RecordAudit;
  find: FindProcessNames;
  /** Called after the tenant's mappings changed, so that this process reloads them at once. */
  onMappingsChanged(tenantId: string): void;
}

/**
 * Products by the source of their names; `unresolved`: none found, or with too low a confidence. `asked`: the model was
 * asked about them; `unanswered`: of these, it gave no answer.
 */
export type EnrichCounts = Record<FoundBy | "enriched" | "unresolved" | "asked" | "unanswered", number>;

export function noCounts(): EnrichCounts {
  return { enriched: 0, pattern: 0, discovery: 0, ai: 0, unresolved: 0, asked: 0, unanswered: 0 };
}

export interface EnrichedBatch {
  /** Id of the last item; undefined at the end. */
  after: string | undefined;
  processed: number;
  counts: EnrichCounts;
}

/**
 * Finds process names for the tenant's next mappings without any. Mappings whose names a person set or removed do not
 * change.
 */
export async function enrichMappings(
  deps: EnrichDeps,
  ctx: RequestContext,
  { family, after, limit }: { family: string | undefined; after: string; limit: number },
): Promise<EnrichedBatch> {
  const mappings = await mappingNamesStore.withoutNames(deps.postgres, ctx.tenantId, family, after, limit);
  const keys = mappings.map(({ software }) => nameKey(software.name));
  const softwareIds = await processGraph.softwareOfNames(deps.graph, ctx.tenantId, keys);
  const products = mappings.map((mapping, at) => productOfMapping(mapping, softwareIds.get(keys[at]!) ?? []));
  const found = await deps.find(ctx.tenantId, products, ctx.signal);
  const sure = [...found.byKey].flatMap(([id, finding]) => (mayApply(finding) ? [{ id, finding }] : []));
  const written = sure.length === 0 ? [] : await writeMappings(deps, ctx, sure);
  const byId = new Map(sure.map(({ id, finding }) => [id, finding]));
  const counts = countsOf(
    mappings.length,
    written.map(({ id }) => mustGet(byId, id)),
    found,
  );
  return { after: mappings.length < limit ? undefined : mappings.at(-1)?.id, processed: mappings.length, counts };
}

function productOfMapping({ id, software, instanceName, family }: SoftwareMapping, softwareIds: string[]): Product {
  const instanceNames = instanceName === "" ? [] : [instanceName];
  return { key: id, name: software.name, vendor: software.vendor, family, instanceNames, softwareIds };
}

async function writeMappings(
  { postgres, clock, recordAudit, onMappingsChanged }: EnrichDeps,
  ctx: RequestContext,
  findings: readonly { id: string; finding: Finding }[],
): Promise<SoftwareMapping[]> {
  const byId = new Map(findings.map(({ id, finding }) => [id, finding]));
  const written = await postgres.transaction(async (tx) => {
    await mappingsStore.beginWrite(tx, ctx.tenantId, { concernInstances: false });
    const at = clock.now();
    const before = await mappingNamesStore.write(tx, ctx.tenantId, findings, at);
    for (const mapping of before) {
      const { names, source } = mustGet(byId, mapping.id);
      const after = { ...auditedMapping(mapping), process_names: names, process_source: source };
      const target = { kind: "software_mapping", id: mapping.id };
      await recordAudit(
        tx,
        ctx,
        { action: "software_mapping.enriched", target, before: auditedMapping(mapping), after },
        at,
      );
    }
    return before;
  });
  if (written.length > 0) onMappingsChanged(ctx.tenantId);
  return written;
}

/** Finds process names for the next Software CIs without any, in the order of creation. `after`: `createdAt id`. */
export async function enrichSoftware(
  deps: EnrichDeps,
  ctx: RequestContext,
  { family, after, limit }: { family: string | undefined; after: string; limit: number },
): Promise<EnrichedBatch> {
  const mappedNameKeys = await mappingNamesStore.softwareKeysWithNames(deps.postgres, ctx.tenantId);
  const [at = "", id = ""] = after.split(" ");
  const page = { sort: "created_at", order: "asc", after: { at, id }, skip: 0, limit } as const;
  const rows = await processGraph.unnamed(deps.graph, ctx.tenantId, { mappedNameKeys, family }, page);
  const counts = await nameSoftware(
    deps,
    ctx,
    rows.map((row) => row.id),
  );
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { after: last && `${last.createdAt} ${last.id}`, processed: rows.length, counts };
}

/** Finds process names of these Software CIs, also of those that have some. */
export async function nameSoftware(
  deps: EnrichDeps,
  ctx: RequestContext,
  ids: readonly string[],
): Promise<EnrichCounts> {
  const subjects = await pipelineGraph.subjects(deps.graph.read, ctx.tenantId, ids);
  const open = subjects.filter(({ ci }) => ci.type === "software" && !hasNamesSetByPerson(ci));
  const found = await deps.find(
    ctx.tenantId,
    open.map(({ ci }) => productOf(ci)),
    ctx.signal,
  );
  const sure = new Map([...found.byKey].filter(([, finding]) => mayApply(finding)));
  const setByPerson = subjects
    .filter(({ ci }) => ci.type === "software" && hasNamesSetByPerson(ci))
    .map(({ ci }) => ci.id);
  const written = await writeFindings(deps, ctx, sure, setByPerson);
  return countsOf(
    ids.length,
    [...written].map((id) => mustGet(sure, id)),
    found,
  );
}

function countsOf(processed: number, written: readonly Finding[], { asked, unanswered }: FoundNames): EnrichCounts {
  const unresolved = processed - written.length;
  const fromModel = { asked: asked.size, unanswered: unanswered.size };
  const counts = { ...noCounts(), ...fromModel, enriched: written.length, unresolved };
  for (const { source } of written) counts[source]++;
  return counts;
}
