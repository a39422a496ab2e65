import { mustGet } from "../../../model/must-get.ts";
import type { Model } from "../../../platform/ai/index.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { processesOfHosts } from "../../inventory/index.ts";
import { identifySoftware, type Knowledge, type SoftwareKind } from "../engine/index.ts";
import { type Evidence, findByDiscovery } from "./by-discovery.ts";
import { findByKnowledge } from "./by-knowledge.ts";
import { findByModel } from "./by-model.ts";
import { processGraph } from "./process.graph.store.ts";
import type { Finding, FoundNames, Product } from "./process-names.model.ts";
import { platformOfServer } from "./read-process.ts";

export interface FindDeps {
  graph: Graph;
  postgres: Sql;
  knowledge: () => Knowledge;
  model: Model;
  log: Logger;
}

export type FindProcessNames = (
  tenantId: string,
  products: readonly Product[],
  signal?: AbortSignal,
) => Promise<FoundNames>;

/** Installations read per product, and processes per server. */
const MAX_INSTALLATIONS = 3;
const MAX_PROCESSES = 2_000;

/** Kinds that never run as processes of their own: the model is not asked about them. */
const WITHOUT_PROCESSES: ReadonlySet<SoftwareKind> = new Set([
  "library",
  "extension",
  "language_pack",
  "redistributable",
  "documentation",
  "theme",
  "packaging",
]);

/**
 * Finds process names of products (rule 12 in section 1 of the interface specification): in the built-in knowledge,
 * else among the processes of servers that have the product, else by the model. A constant number of round trips but
 * for the model.
 */
export function createFindProcessNames(deps: FindDeps): FindProcessNames {
  return async (tenantId, products, signal) => {
    const knowledge = deps.knowledge();
    const found = new Map<string, Finding>();
    const unresolved = () => products.filter(({ key }) => !found.has(key));
    for (const product of products) {
      const finding = findByKnowledge(product, knowledge);
      if (finding) found.set(product.key, finding);
    }
    const evidence = await evidenceOf(deps, tenantId, unresolved());
    for (const product of unresolved()) {
      const shown = evidence.get(product.key);
      const finding = shown && findByDiscovery(product, shown, knowledge);
      if (finding) found.set(product.key, finding);
    }
    signal?.throwIfAborted();
    const programs = unresolved().filter(({ name, vendor }) => {
      const { kind } = identifySoftware({ name, vendor: vendor ?? undefined }, knowledge);
      return !WITHOUT_PROCESSES.has(kind);
    });
    const byModel = await findByModel({ ...deps, knowledge }, tenantId, programs, signal);
    return { ...byModel, byKey: new Map([...found, ...byModel.byKey]) };
  };
}

async function evidenceOf(
  { graph, postgres }: FindDeps,
  tenantId: string,
  products: readonly Product[],
): Promise<Map<string, Evidence>> {
  const softwareIds = products.flatMap((product) => product.softwareIds);
  const installed = await processGraph.installations(graph, tenantId, softwareIds, MAX_INSTALLATIONS);
  const hosts = new Map<string, HostProcesses>();
  for (const row of installed) hosts.set(row.hostId, { platform: platformOfServer(row), processes: [] });
  const hostIds = [...hosts.keys()].sort();
  const [records, connected] = await Promise.all([
    processesOfHosts(postgres, tenantId, hostIds, MAX_PROCESSES),
    processGraph.connectedProcesses(graph, tenantId, hostIds),
  ]);
  for (const { hostId, name, command } of records) {
    const { processes } = mustGet(hosts, hostId);
    if (name !== null) processes.push(name);
    if (command !== null) processes.push(command);
  }
  for (const { hostId, processes } of connected) mustGet(hosts, hostId).processes.push(...processes);
  const bySoftware = Map.groupBy(installed, ({ softwareId }) => softwareId);
  return new Map(
    products.map(({ key, softwareIds: ids }) => [
      key,
      { installations: ids.flatMap((id) => bySoftware.get(id) ?? []), hosts },
    ]),
  );
}

interface HostProcesses {
  platform: ReturnType<typeof platformOfServer>;
  processes: string[];
}
