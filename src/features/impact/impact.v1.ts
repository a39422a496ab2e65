import { z } from "@hono/zod-openapi";
import { ok } from "../../platform/http/answers.ts";
import { queryBoolean, queryInteger } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { DEFAULT_DEPTH, IMPACT_DIRECTIONS, MAX_AFFECTED, MAX_DEPTH } from "../reach/index.ts";
import type { ImpactVerbs } from "./impact.verbs.ts";
import type { ImpactAnswer } from "./impact-of.ts";

const query = z.object({
  direction: z
    .enum(IMPACT_DIRECTIONS)
    .optional()
    .openapi({ description: "`downstream` (default): what fails with the CI. `upstream`: what it needs" }),
  depth: queryInteger(1, MAX_DEPTH)
    .optional()
    .openapi({ description: `Relationships on a path, default ${DEFAULT_DEPTH}` }),
  include_ai: queryBoolean()
    .optional()
    .openapi({ description: "Walk relationships that a model found too; default false" }),
  include_optional: queryBoolean().default(true).openapi({
    description: "List what is reached over relationships of the criticality `optional` alone too; default true",
    default: true,
  }),
  include_software: queryBoolean().optional().openapi({
    description: "List software instances that nothing depends on too; default false. The others are listed always",
  }),
});

const affected = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    distance: z.int().openapi({ description: "Relationships on the shortest path" }),
    path: z.array(z.string()).openapi({
      description:
        "Ids of the CIs on a shortest path, the CI asked for first and this one last; of several the one whose ids come first",
    }),
    confidence: z.number().openapi({
      description:
        "0 to 1: product of the confidences of the relationships on the path, halved for each that was observed and not declared",
    }),
    required: z.boolean().openapi({
      description:
        "False where every path leads over a relationship of the criticality `optional`: it works without. Such a service is " +
        "not among `services`",
    }),
    redundancy: z.enum(["none", "covered", "lost"]).openapi({
      description:
        "`covered`: a healthy peer of its `redundancy_group` is left, or of what it was reached through, so that it goes on " +
        "working. `lost`: it is in a group, and no healthy peer is left. Upstream: what the failure of this CI alone " +
        "would do to the CI asked for",
    }),
  })
  .openapi("AffectedCI");

const schema = z
  .object({
    ci: z.object({ id: z.string(), name: z.string(), type: z.string() }),
    affected: z.array(affected).openapi({ description: `Each CI once, nearest first; at most ${MAX_AFFECTED}` }),
    services: z
      .array(z.object({ id: z.string(), name: z.string(), criticality: z.string().nullable(), health: z.string() }))
      .openapi({ description: "The business services among them that are `required`" }),
    known: z.boolean().openapi({
      description:
        "False where the CI has no relationship on which a failure travels: nothing is known, rather than nothing affected",
    }),
    truncated: z.boolean().openapi({ description: "Whether depth or size cut the answer" }),
    limits: z.object({ depth: z.int(), max_depth: z.int(), max_affected: z.int() }),
  })
  .openapi("Impact", {
    example: {
      ci: { id: "0190a1b2-0000-7000-8000-000000000001", name: "db-1", type: "database" },
      affected: [
        {
          id: "0190a1b2-0000-7000-8000-000000000002",
          name: "shop",
          type: "application",
          distance: 1,
          path: ["0190a1b2-0000-7000-8000-000000000001", "0190a1b2-0000-7000-8000-000000000002"],
          confidence: 1,
          required: true,
          redundancy: "none",
        },
        {
          id: "0190a1b2-0000-7000-8000-000000000003",
          name: "Web shop",
          type: "business_service",
          distance: 2,
          path: [
            "0190a1b2-0000-7000-8000-000000000001",
            "0190a1b2-0000-7000-8000-000000000002",
            "0190a1b2-0000-7000-8000-000000000003",
          ],
          confidence: 1,
          required: true,
          redundancy: "none",
        },
      ],
      services: [
        { id: "0190a1b2-0000-7000-8000-000000000003", name: "Web shop", criticality: "high", health: "critical" },
      ],
      known: true,
      truncated: false,
      limits: { depth: 10, max_depth: MAX_DEPTH, max_affected: MAX_AFFECTED },
    },
  });

/** Route of the impact of a CI: an addition to section 4 of the interface specification. */
export function impactV1Routes(verbs: ImpactVerbs): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/cmdb/ci/{id}/impact",
      operationId: "getCiImpact",
      summary: "What fails with a configuration item, or what it needs, and why",
      description:
        "Walks the relationships on which a failure travels, the tenant's own types as `/v1/cmdb/relationship-types` " +
        "says. Inactive CIs are no longer there: they are neither listed nor passed.",
      tags: ["Configuration items"],
      access: { scope: "cmdb.read" },
      limit: "standard",
      params: z.object({ id: pathId() }),
      query,
      checkExists: (ctx, params) => verbs.requireKnown(ctx, params.id),
      responses: {
        200: { description: "The CIs affected, nearest first", schema },
      },
      handle: async ({ ctx, params, query }) => {
        const { direction, depth, include_ai: includeAi, include_optional: includeOptional } = query;
        const options = { direction, depth, includeAi, includeOptional, includeSoftware: query.include_software };
        return ok(present(await verbs.impactOf(ctx, params.id, options)));
      },
    }),
  ];
}

function present({ limits, affected, services, ...impact }: ImpactAnswer): z.output<typeof schema> {
  const { depth, maxDepth, maxAffected } = limits;
  return {
    ...impact,
    affected: [...affected],
    services: [...services],
    limits: { depth, max_depth: maxDepth, max_affected: maxAffected },
  };
}
