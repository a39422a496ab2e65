import { z } from "zod";
import type { Graph } from "../../../platform/graph/graph.ts";
import { query } from "../../../platform/graph/query.ts";

const tenantId = z.string();
const text = z.string().nullable();
const unnamedFilter = { tenantId, type: z.string(), mappedNameKeys: z.array(z.string()), family: text };
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
  params: z.object({ ...unnamedFilter, boundValue: z.string(), boundId: z.string(), skip: z.int(), limit: z.int() }),
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
  params: z.object({ tenantId, ids: z.array(z.string()), maxInstallations: z.int() }),
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
const families = query("software/families", {
  params: z.object({ tenantId, type: z.string() }),
  row: z.object({ id: z.string(), name: z.string(), software: z.int(), instances: z.int() }),
});
const hierarchy = query("software/hierarchy", {
  params: z.object({
    tenantId,
    type: z.string(),
    parentType: z.string(),
    family: text,
    afterCreatedAt: z.string(),
    afterId: z.string(),
    limit: z.int(),
  }),
  row: z.object({
    id: z.string(),
    createdAt: z.string(),
    reference: text,
    parentExists: z.boolean(),
    linked: z.array(z.string()),
  }),
});
const countOfType = query("software/count-of-type", {
  params: z.object({ tenantId, type: z.string(), family: text }),
  row: z.object({ total: z.int() }),
});

export type UnnamedSoftware = z.output<typeof unnamedRow>;

export interface UnnamedFilter {
  /** Name keys of software that has process names in a mapping of the tenant. */
  mappedNameKeys: readonly string[];
  family: string | undefined;
}

export interface UnnamedPage {
  sort: "created_at" | "name";
  order: "asc" | "desc";
  /** Position behind which the page begins; undefined: at the start. */
  after: { at: string; id: string } | undefined;
  skip: number;
  limit: number;
}

const SOFTWARE = { type: "software" };
const COLUMNS = { created_at: "createdAt", name: "nameKey" } as const;
/** Sorts behind every name: longer than the longest name. */
const BEYOND_ALL = "\u{10ffff}".repeat(128);

function filterOf(tenantId: string, { mappedNameKeys, family }: UnnamedFilter) {
  return { ...SOFTWARE, tenantId, mappedNameKeys: [...mappedNameKeys], family: family ?? null };
}

/** Graph queries of process mapping on software and its installations. */
export const processGraph = {
  unnamed(graph: Graph, tenantId: string, filter: UnnamedFilter, page: UnnamedPage): Promise<UnnamedSoftware[]> {
    const { sort, order, skip, limit } = page;
    const [edge, beyond] = order === "desc" ? ["<=", "<"] : [">=", ">"];
    const start = order === "desc" ? { at: BEYOND_ALL, id: "~" } : { at: "", id: "" };
    const bound = page.after ?? start;
    const column = COLUMNS[sort];
    const literals = { column: `c.${column}`, indexed: column, order: order.toUpperCase(), edge, beyond };
    return graph.read(unnamed.with(literals), {
      ...filterOf(tenantId, filter),
      boundValue: bound.at,
      boundId: bound.id,
      skip,
      limit,
    });
  },

  async countUnnamed(graph: Graph, tenantId: string, filter: UnnamedFilter): Promise<number> {
    return (await graph.read(countUnnamed, filterOf(tenantId, filter)))[0]?.total ?? 0;
  },

  named: (graph: Graph, tenantId: string, sources: readonly string[]) =>
    graph.read(named, { ...SOFTWARE, tenantId, sources: [...sources] }),

  /** Ids by name key. */
  async softwareOfNames(graph: Graph, tenantId: string, nameKeys: readonly string[]): Promise<Map<string, string[]>> {
    if (nameKeys.length === 0) return new Map();
    const rows = await graph.read(softwareOfNames, {
      ...SOFTWARE,
      tenantId,
      nameKeys: [...new Set(nameKeys)],
    });
    return new Map(
      [...Map.groupBy(rows, ({ nameKey }) => nameKey)].map(([key, group]) => [key, group.map(({ id }) => id)]),
    );
  },

  async installations(graph: Graph, tenantId: string, softwareIds: readonly string[], maxInstallations: number) {
    if (softwareIds.length === 0) return [];
    return graph.read(installations, { tenantId, ids: [...new Set(softwareIds)], maxInstallations });
  },

  async connectedProcesses(graph: Graph, tenantId: string, hostIds: readonly string[]) {
    if (hostIds.length === 0) return [];
    return graph.read(connected, { tenantId, ids: [...hostIds] });
  },

  families: (graph: Graph, tenantId: string) => graph.read(families, { tenantId, type: "software_family" }),

  async countOfType(graph: Graph, tenantId: string, type: string, family: string | undefined): Promise<number> {
    return (await graph.read(countOfType, { tenantId, type, family: family ?? null }))[0]?.total ?? 0;
  },

  hierarchy(
    graph: Graph,
    tenantId: string,
    level: { type: string; parentType: string },
    family: string | undefined,
    after: { createdAt: string; id: string },
    limit: number,
  ) {
    return graph.read(hierarchy, {
      tenantId,
      ...level,
      family: family ?? null,
      afterCreatedAt: after.createdAt,
      afterId: after.id,
      limit,
    });
  },
};
