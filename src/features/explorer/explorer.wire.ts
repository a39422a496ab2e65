import { z } from "@hono/zod-openapi";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { MAP_HEALTHS } from "../maps/index.ts";
import type { GraphAnswer } from "./explore-graph.ts";
import { type CiGraph, type GraphLink, type GraphNode, MOST_HIDDEN } from "./explorer.model.ts";
import type { PathAnswer } from "./find-paths.ts";

const node = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    status: z.enum(CI_STATUSES),
    health: z.enum(MAP_HEALTHS).openapi({
      description:
        "As dependency maps show it: of the status, else of the most severe open event; of a service as rated",
    }),
    services: z.array(z.object({ id: z.string(), name: z.string() })).openapi({
      description: "Business services that it is part of, at most 20",
    }),
    location: z.array(z.object({ id: z.string().nullable(), name: z.string(), type: z.string().nullable() })).openapi({
      description:
        "Where it is, from the innermost place outwards, by `located_in` of the CI or of what it runs on; else what its " +
        "attributes `location` or `site` name, without id",
    }),
    hop: z.int().openapi({ description: "Steps from the nearest root; 0 for a root" }),
    hidden_neighbours: z.int().openapi({
      description: `Neighbours that a graph with it as a root would show and this one lacks; at most ${MOST_HIDDEN} are counted`,
    }),
  })
  .openapi("GraphNode");

const link = z
  .object({
    id: z.string(),
    type: z.string(),
    source: z.string().openapi({ description: "Id of the CI where it begins", format: "uuid" }),
    target: z.string().openapi({ description: "Id of the CI where it ends", format: "uuid" }),
    failure: z.enum(["none", "source_to_target", "target_to_source", "both"]).openapi({
      description: "Which way a failure travels; `target_to_source`: the source needs the target",
    }),
    observed: z.boolean().openapi({ description: "Seen in traffic, and not declared" }),
    optional: z.boolean().openapi({ description: "The dependent works without" }),
    criticality: z.string().nullable(),
    redundancy_group: z.string().nullable(),
    confidence: z.number().nullable(),
    discovered_by: z.string().nullable(),
  })
  .openapi("GraphLink");

const shown = {
  nodes: z.array(node).openapi({ description: "CIs: roots first, then nearest first" }),
  links: z.array(link).openapi({ description: "Every relationship among the nodes" }),
};

const [shop, db] = ["0190a1b2-0000-7000-8000-000000000002", "0190a1b2-0000-7000-8000-000000000001"];
const exampleOf = (id: string, name: string, type: string, hop: number, hidden: number) => ({
  id,
  name,
  type,
  status: "active" as const,
  health: "healthy" as const,
  services: [{ id: "0190a1b2-0000-7000-8000-000000000003", name: "Web shop" }],
  location: [{ id: "0190a1b2-0000-7000-8000-000000000004", name: "Rack A", type: "rack" }],
  hop,
  hidden_neighbours: hidden,
});
const example = {
  nodes: [exampleOf(db, "db-1", "database", 0, 0), exampleOf(shop, "shop", "application", 1, 3)],
  links: [
    {
      id: "0190a1b2-0000-7000-8000-000000000005",
      type: "depends_on",
      source: shop,
      target: db,
      failure: "target_to_source" as const,
      observed: false,
      optional: false,
      criticality: "high",
      redundancy_group: null,
      confidence: 1,
      discovered_by: null,
    },
  ],
};

export const graphSchema = z
  .object({
    ...shown,
    missing: z.array(z.string()).openapi({ description: "Roots that do not exist" }),
    truncated: z.boolean().openapi({ description: "Whether `limit` cut the graph" }),
    narrow: z.string().nullable().openapi({ description: "How to ask for less, where it was cut" }),
  })
  .openapi("CIGraph", { example: { ...example, missing: [], truncated: false, narrow: null } });

export const pathsSchema = z
  .object({
    paths: z.array(z.array(z.string())).openapi({ description: "Ids of the CIs on each path, from end to end" }),
    ...shown,
    truncated: z.boolean().openapi({ description: "Whether there are more paths of that length" }),
  })
  .openapi("GraphPaths", { example: { paths: [[db, shop]], ...example, truncated: false } });

export function presentGraph(answer: GraphAnswer): z.output<typeof graphSchema> {
  const { missing, truncated, narrow } = answer;
  return { ...presentShown(answer), missing, truncated, narrow };
}

export function presentPaths(answer: PathAnswer): z.output<typeof pathsSchema> {
  return { paths: answer.paths, ...presentShown(answer), truncated: answer.truncated };
}

function presentShown({ nodes, links }: CiGraph) {
  return { nodes: nodes.map(presentNode), links: links.map(presentLink) };
}

function presentNode({ hiddenNeighbours, ...rest }: GraphNode): z.output<typeof node> {
  return { ...rest, hidden_neighbours: hiddenNeighbours };
}

function presentLink({ redundancyGroup, discoveredBy, ...rest }: GraphLink): z.output<typeof link> {
  return { ...rest, redundancy_group: redundancyGroup, discovered_by: discoveredBy };
}
