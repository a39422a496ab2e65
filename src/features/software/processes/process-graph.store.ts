import { z } from "zod";
import { GRAPH_RELATIONSHIP_TYPES, type GraphRelationshipType } from "../../../model/relationships.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { query } from "../../../platform/graph/query.ts";
import type { SystemColumns } from "./read-process.ts";

const tenantId = z.string();
const text = z.string().nullable();
const unnamedFilter = { tenantId, type: z.string(), named: z.array(z.string()), family: text };
const unnamedRow = z.object({
  id: z.string(),
  name: z.string(),
  nameKey: z.string(),
  createdAt: z.string(),
  vendor: text,
  family: text,
  instances: z.int(),
});
const unnamed = query("software/without-processes", {
  params: z.object({ ...unnamedFilter, at: z.string(), id: z.string(), skip: z.int(), limit: z.int() }),
  row: unnamedRow,
});
const countUnnamed = query("software/count-without-processes", {
  params: z.object(unnamedFilter),
  row: z.object({ total: z.int() }),
});
const named = query("software/named-processes", {
  params: z.object({ tenantId, type: z.string(), sources: z.array(z.string()) }),
  row: z.object({ name: z.string(), attributes: z.string() }),
});
const softwareOfNames = query("software/software-of-names", {
  params: z.object({ tenantId, type: z.string(), nameKeys: z.array(z.string()) }),
  row: z.object({ nameKey: z.string(), id: z.string() }),
});
const installations = query("software/installations", {
  params: z.object({ tenantId, ids: z.array(z.string()), most: z.int() }),
  row: z.object({
    softwareId: z.string(),
    name: z.string(),
    location: text,
    hostId: z.string(),
    os: text,
    osGuess: text,
    customFields: text,
  }),
});
const connected = query("software/connected-processes", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ hostId: z.string(), processes: z.array(z.string()) }),
});
const relationshipRow = z.object({
  id: z.string(),
  sourceProcess: text,
  targetProcess: text,
  isMapped: z.boolean(),
  sourceOs: text,
  sourceGuess: text,
  sourceFields: text,
  targetOs: text,
  targetGuess: text,
  targetFields: text,
});
const relationships = query("software/process-relationships", {
  params: z.object({ tenantId, after: z.string(), limit: z.int() }),
  row: relationshipRow,
});
const totalsRow = z.object({ total: z.int(), withProcess: z.int(), withApplication: z.int(), unmapped: z.int() });
const totals = query("software/process-totals", { params: z.object({ tenantId }), row: totalsRow });
const unmapped = query("software/unmapped-processes", {
  params: z.object({ tenantId, limit: z.int() }),
  row: z.object({ process: z.string(), count: z.int() }),
});
const families = query("software/families", {
  params: z.object({ tenantId, type: z.string() }),
  row: z.object({ id: z.string(), name: z.string(), software: z.int(), instances: z.int() }),
});
const hierarchy = query("software/hierarchy", {
  params: z.object({
    tenantId,
    type: z.string(),
    above: z.string(),
    family: text,
    at: z.string(),
    id: z.string(),
    limit: z.int(),
  }),
  row: z.object({
    id: z.string(),
    createdAt: z.string(),
    reference: text,
    stands: z.boolean(),
    linked: z.array(z.string()),
  }),
});
const countOfType = query("software/count-of-type", {
  params: z.object({ tenantId, type: z.string(), family: text }),
  row: z.object({ total: z.int() }),
});

export type UnnamedSoftware = z.output<typeof unnamedRow>;
export type RelationshipTotals = z.output<typeof totalsRow>;

export interface UnnamedFilter {
  /** Name keys of software whose process names a mapping of the tenant's own has. */
  named: readonly string[];
  family: string | undefined;
}

export interface UnnamedPage {
  sort: "created_at" | "name";
  order: "asc" | "desc";
  /** Place behind which the page begins; absent: the start. */
  after: { at: string; id: string } | undefined;
  skip: number;
  limit: number;
}

/** A relationship that names processes, each with the operating system of its end. */
export interface ProcessRelationship {
  id: string;
  isMapped: boolean;
  source: { process: string | null; system: SystemColumns };
  target: { process: string | null; system: SystemColumns };
}

/** Types whose relationships may name processes; those between software and what it belongs to do not. */
export const PROCESS_TYPES_OF_GRAPH: readonly GraphRelationshipType[] = [
  "CONNECTED_TO",
  ...GRAPH_RELATIONSHIP_TYPES.filter(
    (type) => !["CONNECTED_TO", "INSTALLED_ON", "INSTANCE_OF", "MEMBER_OF"].includes(type),
  ),
];
const SOFTWARE = { type: "software" };
const COLUMNS = { created_at: "createdAt", name: "nameKey" } as const;
/** Longer than any name has room for, so that it comes after every name. */
const BEYOND_ALL = "\u{10ffff}".repeat(128);

function filterOf(tenant: string, { named: keys, family }: UnnamedFilter) {
  return { ...SOFTWARE, tenantId: tenant, named: [...keys], family: family ?? null };
}

/** The graph statements of process mapping. */
export const processGraph = {
  unnamed(graph: Graph, tenant: string, filter: UnnamedFilter, page: UnnamedPage): Promise<UnnamedSoftware[]> {
    const { sort, order, skip, limit } = page;
    const [edge, beyond, start] =
      order === "desc" ? ["<=", "<", { at: BEYOND_ALL, id: "~" }] : [">=", ">", { at: "", id: "" }];
    const column = COLUMNS[sort];
    const literals = { column: `c.${column}`, indexed: column, order: order.toUpperCase(), edge, beyond };
    return graph.read(unnamed.with(literals as Record<string, string>), {
      ...filterOf(tenant, filter),
      ...((page.after ?? start) as { at: string; id: string }),
      skip,
      limit,
    });
  },

  async countUnnamed(graph: Graph, tenant: string, filter: UnnamedFilter): Promise<number> {
    return (await graph.read(countUnnamed, filterOf(tenant, filter)))[0]?.total ?? 0;
  },

  named: (graph: Graph, tenant: string, sources: readonly string[]) =>
    graph.read(named, { ...SOFTWARE, tenantId: tenant, sources: [...sources] }),

  /** Ids by name key. */
  async softwareOfNames(graph: Graph, tenant: string, nameKeys: readonly string[]): Promise<Map<string, string[]>> {
    if (nameKeys.length === 0) return new Map();
    const rows = await graph.read(softwareOfNames, {
      ...SOFTWARE,
      tenantId: tenant,
      nameKeys: [...new Set(nameKeys)],
    });
    return new Map(
      [...Map.groupBy(rows, ({ nameKey }) => nameKey)].map(([key, group]) => [key, group.map(({ id }) => id)]),
    );
  },

  async installations(graph: Graph, tenant: string, softwareIds: readonly string[], most: number) {
    if (softwareIds.length === 0) return [];
    return graph.read(installations, { tenantId: tenant, ids: [...new Set(softwareIds)], most });
  },

  async connectedProcesses(graph: Graph, tenant: string, hostIds: readonly string[]) {
    if (hostIds.length === 0) return [];
    return graph.read(connected, { tenantId: tenant, ids: [...hostIds] });
  },

  async relationships(
    graph: Graph,
    tenant: string,
    type: GraphRelationshipType,
    after: string,
    limit: number,
  ): Promise<ProcessRelationship[]> {
    const rows = await graph.read(relationships.with({ type }), { tenantId: tenant, after, limit });
    return rows.map((row) => ({
      id: row.id,
      isMapped: row.isMapped,
      source: {
        process: row.sourceProcess,
        system: { os: row.sourceOs, osGuess: row.sourceGuess, customFields: row.sourceFields },
      },
      target: {
        process: row.targetProcess,
        system: { os: row.targetOs, osGuess: row.targetGuess, customFields: row.targetFields },
      },
    }));
  },

  /** Of `Connected To`, and of other types those that name processes. */
  async relationshipTotals(graph: Graph, tenant: string): Promise<RelationshipTotals> {
    const sum = { total: 0, withProcess: 0, withApplication: 0, unmapped: 0 };
    const ofTypes = await Promise.all(
      PROCESS_TYPES_OF_GRAPH.map(async (type) => ({
        type,
        row: (await graph.read(totals.with({ type }), { tenantId: tenant }))[0] ?? { ...sum },
      })),
    );
    for (const { type, row } of ofTypes) {
      sum.total += type === "CONNECTED_TO" ? row.total : row.withProcess;
      sum.withProcess += row.withProcess;
      sum.withApplication += row.withApplication;
      sum.unmapped += row.unmapped;
    }
    return sum;
  },

  /** Of each type the most frequent, as written. */
  async unmappedProcesses(graph: Graph, tenant: string, limit: number) {
    const ofTypes = await Promise.all(
      PROCESS_TYPES_OF_GRAPH.map((type) => graph.read(unmapped.with({ type }), { tenantId: tenant, limit })),
    );
    return ofTypes.flat();
  },

  families: (graph: Graph, tenant: string) => graph.read(families, { tenantId: tenant, type: "software_family" }),

  async countOfType(graph: Graph, tenant: string, type: string, family: string | undefined): Promise<number> {
    return (await graph.read(countOfType, { tenantId: tenant, type, family: family ?? null }))[0]?.total ?? 0;
  },

  hierarchy(
    graph: Graph,
    tenant: string,
    level: { type: string; above: string },
    family: string | undefined,
    after: { at: string; id: string },
    limit: number,
  ) {
    return graph.read(hierarchy, { tenantId: tenant, ...level, family: family ?? null, ...after, limit });
  },
};
