import type { RequestContext } from "../../../context.ts";
import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { familyByName, SOFTWARE_FAMILIES, type SoftwareFamilyName } from "../engine/index.ts";
import type { BuiltInCatalogue } from "../mappings/built-in.ts";
import { MAPPING_SOURCES, type MappingSource } from "../mappings/mapping.model.ts";
import { mappingNamesStore } from "./mapping-names.store.ts";
import { processGraph } from "./process.graph.store.ts";
import { hasNames } from "./process-names.model.ts";
import { processRelationshipsGraph, type RelationshipTotals } from "./process-relationships.graph.store.ts";
import { readProcess } from "./read-process.ts";

export interface AnalyzeDeps {
  graph: Graph;
  postgres: Sql;
  builtIn: () => BuiltInCatalogue;
}

interface NameCounts {
  total: number;
  withProcessNames: number;
  withoutProcessNames: number;
}

/** Statistics of the tenant's own mappings and the built-in ones. */
export interface Analysis {
  totalMappings: number;
  withProcessNames: number;
  withoutProcessNames: number;
  /** The 13 families, and null for mappings without one. */
  byFamily: (NameCounts & { family: SoftwareFamilyName | null })[];
  bySource: Record<MappingSource, number>;
  relationships: RelationshipTotals;
}

export async function analyze(
  { graph, postgres, builtIn }: AnalyzeDeps,
  { tenantId }: Pick<RequestContext, "tenantId">,
): Promise<Analysis> {
  const [own, relationships] = await Promise.all([
    mappingNamesStore.counts(postgres, tenantId),
    processRelationshipsGraph.totals(graph, tenantId),
  ]);
  const byFamily = new Map<SoftwareFamilyName | null, NameCounts>(
    [...SOFTWARE_FAMILIES, null].map((family) => [family, zeroCounts()]),
  );
  const sum = zeroCounts();
  const bySource = Object.fromEntries(MAPPING_SOURCES.map((source) => [source, 0])) as Record<MappingSource, number>;
  const count = (family: SoftwareFamilyName | null, source: MappingSource, total: number, named: number) => {
    bySource[source] += total;
    for (const counts of [sum, mustGet(byFamily, family)]) {
      counts.total += total;
      counts.withProcessNames += named;
      counts.withoutProcessNames += total - named;
    }
  };
  for (const { family, source, total, named } of own) {
    count(familyByName(family ?? "") ?? null, source as MappingSource, total, named);
  }
  for (const { family, processNames } of builtIn().mappings) count(family, "system", 1, hasNames(processNames) ? 1 : 0);
  const { total: totalMappings, withProcessNames, withoutProcessNames } = sum;
  return {
    totalMappings,
    withProcessNames,
    withoutProcessNames,
    byFamily: [...byFamily].map(([family, counts]) => ({ family, ...counts })),
    bySource,
    relationships,
  };
}

function zeroCounts(): NameCounts {
  return { total: 0, withProcessNames: 0, withoutProcessNames: 0 };
}

export interface FamilyCounts {
  /** Null until the family's CI exists. */
  id: string | null;
  name: SoftwareFamilyName;
  softwareCount: number;
  instanceCount: number;
}

/** The 13 families. Software of further CIs with a family's name, created by people, counts too. */
export async function listFamilies(
  { graph }: Pick<AnalyzeDeps, "graph">,
  { tenantId }: Pick<RequestContext, "tenantId">,
): Promise<FamilyCounts[]> {
  const rows = Map.groupBy(await processGraph.families(graph, tenantId), ({ name }) => familyByName(name));
  return SOFTWARE_FAMILIES.map((name) => {
    const own = rows.get(name) ?? [];
    const usual = derivedId("software_family", tenantId, name);
    return {
      id: (own.find(({ id }) => id === usual) ?? own[0])?.id ?? null,
      name,
      softwareCount: own.reduce((sum, { software }) => sum + software, 0),
      instanceCount: own.reduce((sum, { instances }) => sum + instances, 0),
    };
  });
}

export interface UnmappedStats {
  totalRelationships: number;
  unmappedRelationships: number;
  /** The most frequent first. */
  processes: { processName: string; count: number }[];
}

const MAX_SPELLINGS = 1_000;
const MAX_PROCESSES = 100;

/** Processes without an application. Spellings that differ in path, case, `.exe` or arguments count as one. */
export async function unmappedStats(
  { graph }: Pick<AnalyzeDeps, "graph">,
  { tenantId }: Pick<RequestContext, "tenantId">,
): Promise<UnmappedStats> {
  const [{ total, unmapped }, spellings] = await Promise.all([
    processRelationshipsGraph.totals(graph, tenantId),
    processRelationshipsGraph.unmapped(graph, tenantId, MAX_SPELLINGS),
  ]);
  const byStem = new Map<string, { processName: string; count: number }>();
  for (const { process, count } of spellings.sort((a, b) => b.count - a.count)) {
    const { name, stem } = readProcess(process);
    const known = byStem.get(stem);
    if (known) known.count += count;
    else byStem.set(stem, { processName: name, count });
  }
  const processes = [...byStem.values()].sort((a, b) => b.count - a.count || compare(a.processName, b.processName));
  return {
    totalRelationships: total,
    unmappedRelationships: unmapped,
    processes: processes.slice(0, MAX_PROCESSES),
  };
}
