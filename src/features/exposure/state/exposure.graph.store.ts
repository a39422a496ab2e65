import { z } from "zod";
import type { Graph } from "../../../platform/graph/graph.ts";
import { propertyMap, query } from "../../../platform/graph/query.ts";
import { positionsOf } from "../../reach/index.ts";

const tenantId = z.string();
const installed = query("exposure/installed", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({
    ci: z.object({
      id: z.string(),
      type: z.string(),
      name: z.string(),
      status: z.string(),
      attributes: z.string(),
      source: z.string().nullable(),
    }),
    servers: z.array(z.object({ id: z.string(), name: z.string(), attributes: z.string(), customFields: z.string() })),
  }),
});
const walk = query("exposure/walk", {
  params: z.object({ tenantId, type: z.string(), afterCreatedAt: z.string(), afterId: z.string(), limit: z.int() }),
  row: z.object({ id: z.string(), createdAt: z.string() }),
});

const programsOf = query("exposure/programs-of", {
  params: z.object({ tenantId, id: z.string() }),
  row: z.object({
    server: z.object({ id: z.string(), name: z.string(), attributes: z.string(), customFields: z.string() }),
    programs: z.array(z.object({ id: z.string(), name: z.string(), attributes: z.string() })),
  }),
});
const services = query("exposure/services", {
  params: z.object({ tenantId, ids: propertyMap }),
  row: z.object({ id: z.string(), name: z.string(), criticality: z.string().nullable() }),
});

export interface WalkPlace {
  at: string;
  id: string;
}

/** The graph statements of exposure. */
export const exposureGraph = {
  /** The CIs that exist for these ids, in any order, each with the server that it is installed on. */
  async installed(graph: Graph, tenantId: string, ids: readonly string[]) {
    return ids.length === 0 ? [] : graph.read(installed, { tenantId, ids: [...ids] });
  },

  /** A server with its programs, by name; undefined if there is no such CI. */
  async programsOf(graph: Graph, tenantId: string, id: string) {
    return (await graph.read(programsOf, { tenantId, id }))[0];
  },

  /** The business services among these CIs, by name. */
  async services(graph: Graph, tenantId: string, ids: readonly string[]) {
    return ids.length === 0 ? [] : graph.read(services, { tenantId, ids: positionsOf(ids) });
  },

  /** The next CIs of a type behind the place, in the order of their creation. */
  walk: (
    graph: Graph,
    tenantId: string,
    type: "software_instance" | "business_service",
    after: WalkPlace,
    limit: number,
  ) => graph.read(walk, { tenantId, type, afterCreatedAt: after.at, afterId: after.id, limit }),
};

export type InstalledRow = Awaited<ReturnType<typeof exposureGraph.installed>>[number];
