import { z } from "@hono/zod-openapi";
import { CI_STATUSES, canonicalType } from "../../model/ci-types.ts";
import { ok } from "../../platform/http/answers.ts";
import { queryBoolean, queryInteger, queryList } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { ciFields } from "../ci/index.ts";
import type { ExploreGraph } from "./explore-graph.ts";
import {
  DEFAULT_GRAPH_DEPTH,
  DEFAULT_GRAPH_NODES,
  DEFAULT_PATH_HOPS,
  GRAPH_DIRECTIONS,
  MAX_GRAPH_DEPTH,
  MAX_GRAPH_NODES,
  MAX_PATH_HOPS,
  MAX_PATHS,
  MAX_ROOTS,
} from "./explorer.model.ts";
import { graphSchema, pathsSchema, presentGraph, presentPaths } from "./explorer.wire.ts";
import type { FindPaths } from "./find-paths.ts";

const id = z.string().min(1).max(64);
const relationshipTypes = queryList(
  z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9 _-]{0,39}$/, "must be the name of a relationship type"),
).optional();
const includeAi = queryBoolean().optional().openapi({
  description: "Walk and show relationships that a model found too; default false",
});

const graphQuery = z.object({
  roots: queryList(z.guid("must be the id of a CI"), MAX_ROOTS).openapi({
    description: "Ids of the CIs where the graph starts",
  }),
  also: queryList(z.guid("must be the id of a CI"), MAX_ROOTS).optional().openapi({
    description: "Ids of CIs that are shown too, wherever they are; nothing is walked from them",
  }),
  expand: queryList(z.guid("must be the id of a CI"), MAX_ROOTS).optional().openapi({
    description: "Ids of CIs of the graph whose neighbours are shown too, however far from the roots",
  }),
  depth: queryInteger(0, MAX_GRAPH_DEPTH).default(DEFAULT_GRAPH_DEPTH).openapi({
    description: "Steps from the nearest root; 0: the roots and the relationships among them",
    default: DEFAULT_GRAPH_DEPTH,
  }),
  direction: z
    .enum(GRAPH_DIRECTIONS)
    .default("both")
    .openapi({
      description:
        "`upstream`: what the roots need. `downstream`: what needs them. A relationship on which no failure travels is " +
        "followed along its arrow upstream, and against it downstream",
      default: "both",
    }),
  types: queryList(ciFields.type).optional().openapi({
    description: "Types of CIs; others are neither shown nor passed, except for roots. Default: every type",
  }),
  statuses: queryList(z.enum(CI_STATUSES)).optional().openapi({
    description: "Statuses of CIs; others are neither shown nor passed, except for roots. Default: every status",
  }),
  relationship_types: relationshipTypes.openapi({
    description:
      "Types of relationships to follow. Default: those on which a failure travels, and all others from the roots alone, " +
      "so that a server shows its rack, but not all that stands in it",
  }),
  include_ai: includeAi,
  include_software: queryBoolean().optional().openapi({
    description: "Show software instances that are only installed too; default false",
  }),
  limit: queryInteger(1, MAX_GRAPH_NODES)
    .default(DEFAULT_GRAPH_NODES)
    .openapi({ description: "Most nodes, roots included; the nearest stay", default: DEFAULT_GRAPH_NODES }),
});

const pathQuery = z.object({
  from: id.openapi({ description: "Id of the CI where the paths begin", format: "uuid" }),
  to: id.openapi({ description: "Id of the CI where they end", format: "uuid" }),
  max_hops: queryInteger(1, MAX_PATH_HOPS)
    .default(DEFAULT_PATH_HOPS)
    .openapi({ description: "Most relationships of a path", default: DEFAULT_PATH_HOPS }),
  relationship_types: relationshipTypes.openapi({
    description:
      "Types of relationships to follow, whichever way they point. Default: those on which a failure travels",
  }),
  include_ai: includeAi,
});

const shared = { method: "GET", tags: ["Topology"], access: { scope: "cmdb.read" }, limit: "standard" } as const;

/** Routes of the map explorer: an addition to section 4 of the interface specification. */
export function explorerV1Routes(verbs: { exploreGraph: ExploreGraph; findPaths: FindPaths }): Route[] {
  return [
    defineRoute({
      ...shared,
      path: "/graph",
      operationId: "getGraph",
      summary: "The CIs around some CIs, with all relationships among them",
      description:
        "One breadth-first search from all roots, nearest first where `limit` cuts. A node says how many neighbours are not " +
        "shown; ask with it as a root to see them.",
      query: graphQuery,
      responses: { 200: { description: "Nodes and links", schema: graphSchema } },
      handle: async ({ ctx, query: { types, relationship_types, include_ai, include_software, ...rest } }) =>
        ok(
          presentGraph(
            await verbs.exploreGraph(ctx, {
              ...rest,
              types: types?.map(canonicalType),
              relationshipTypes: relationship_types,
              includeAi: include_ai,
              includeSoftware: include_software,
            }),
          ),
        ),
    }),
    defineRoute({
      ...shared,
      path: "/graph/path",
      operationId: "getGraphPath",
      summary: "The shortest paths between two CIs",
      description: `Up to ${MAX_PATHS} paths, all of the least length; none where the CIs are not connected within \`max_hops\`.`,
      query: pathQuery,
      errors: ["RESOURCE_NOT_FOUND"],
      responses: { 200: { description: "The paths, and what lies on them", schema: pathsSchema } },
      handle: async ({ ctx, query: { from, to, max_hops, relationship_types, include_ai } }) =>
        ok(
          presentPaths(
            await verbs.findPaths(ctx, {
              from,
              to,
              maxHops: max_hops,
              relationshipTypes: relationship_types,
              includeAi: include_ai,
            }),
          ),
        ),
    }),
  ];
}
