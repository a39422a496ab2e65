import { z } from "@hono/zod-openapi";
import { CI_STATUSES, canonicalType, titleType } from "../../model/ci-types.ts";
import { ok } from "../../platform/http/answers.ts";
import { queryInteger } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { GetEmbeddingStatus } from "./embedding-status.ts";
import type { FindRelated } from "./find-related.ts";
import { DEFAULT_RESULTS, type FoundCi, LONGEST_QUERY, MOST_RESULTS } from "./search.model.ts";
import type { SearchAnswer, SearchCis } from "./search-cis.ts";

export interface SearchVerbs {
  searchCis: SearchCis;
  findRelated: FindRelated;
  getEmbeddingStatus: GetEmbeddingStatus;
}

const TEXT = {
  description: `What is looked for, in words: a name, an address, a serial number, or what the CI does. 1 to ${LONGEST_QUERY} characters`,
  example: "databases of the billing system",
};
const RESULTS = { description: `At most so many, 1 to ${MOST_RESULTS}`, example: DEFAULT_RESULTS };
const SCORE = { description: "0 to 1; 1: the text names the CI", example: 0.87 };
const SOURCE = { description: "`model`: a model took part; `rules`: none", example: "rules" } as const;

const text = z.string().min(1).max(LONGEST_QUERY).openapi(TEXT);

const limit = z.int().min(1).max(MOST_RESULTS).default(DEFAULT_RESULTS).openapi(RESULTS);
const oneOrMore = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1).max(20)]);
const filtersBody = z
  .strictObject({
    type: oneOrMore(z.string().min(1).max(64))
      .optional()
      .openapi({ description: "One type or several", example: "server" }),
    status: oneOrMore(z.enum(CI_STATUSES))
      .optional()
      .openapi({ description: "One status or several", example: "active" }),
  })
  .openapi("CISearchFilters");

const foundCi = z
  .object({
    _id: z.string(),
    name: z.string(),
    type: z.string().openapi({ description: "In title case, e.g. `Software Instance`" }),
    status: z.enum(CI_STATUSES),
    description: z.string().nullable(),
    attributes: z.record(z.string(), z.unknown()),
    customFields: z.record(z.string(), z.unknown()),
    updatedAt: z.iso.datetime(),
  })
  .openapi("FoundCI");
const answered = {
  queryId: z.string().openapi({ description: "For feedback", example: "0198a8a0-5c1e-7000-8000-00000000000a" }),
  source: z.enum(["model", "rules"]).openapi(SOURCE),
  confidence: z.number().openapi({ description: "Score of the first result, 0 without one", example: 0.87 }),
};
const searchSchema = z
  .object({
    results: z.array(
      z
        .object({
          ci: foundCi,
          score: z.number().openapi(SCORE),
          matchedOn: z.array(z.string()).openapi({
            description: "Names of the fields that matched; `meaning`: the CI as a whole is like the text",
            example: ["name", "attributes.serial_number"],
          }),
        })
        .openapi("CISearchResult"),
    ),
    method: z
      .enum(["hybrid", "keyword"])
      .openapi({ description: "`hybrid`: by words and by meaning; `keyword`: by words alone", example: "hybrid" }),
    ...answered,
  })
  .openapi("CISearch");
const relatedSchema = z
  .object({
    related: z
      .array(
        z
          .object({
            ci: foundCi,
            score: z.number().openapi({ description: "0 to 1", example: 0.72 }),
            reasons: z.array(z.string()).openapi({
              description: "Why, with figures, the weightiest first",
              example: ["same type, and shares 2 neighbours: lb-1, db-1"],
            }),
          })
          .openapi("RelatedCI"),
      )
      .openapi({ description: "The most closely related first" }),
    ...answered,
  })
  .openapi("RelatedCIs");

/** Search by meaning and words, and related CIs: variant A alone. */
export function searchApiRoutes(verbs: SearchVerbs): Route[] {
  return [...searchRoutes(verbs), relatedRoute(verbs)];
}

function searchRoutes({ searchCis }: SearchVerbs): Route[] {
  const shared = {
    tags: ["AI"],
    access: { scope: "ai.use" },
    limit: "ai",
    responses: { 200: { description: "The best results, best first", schema: searchSchema } },
  } as const;
  const description =
    "CIs that the text names come first: by name, address, serial number, host name or asset tag. The others are found by " +
    "their words and, where an embedding model is configured, by their meaning. Also needs `cmdb.read`.";
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/ai/search-semantic",
      operationId: "searchSemantic",
      summary: "Find CIs by meaning and words",
      description,
      query: z.looseObject({
        q: text,
        limit: queryInteger(1, MOST_RESULTS).default(DEFAULT_RESULTS).openapi(RESULTS),
      }),
      handle: async ({ ctx, query }) =>
        ok(presentSearch(await searchCis(ctx, query.q, { limit: query.limit, filters: {} }))),
    }),
    defineRoute({
      ...shared,
      method: "POST",
      path: "/cmdb-ai/search",
      operationId: "searchCis",
      summary: "Find CIs by meaning and words, of a type or status",
      description: `${description} Filters hold before the best are chosen.`,
      body: z.strictObject({ query: text, limit, filters: filtersBody.default({}) }),
      handle: async ({ ctx, body }) => {
        const filters = {
          types: listOf(body.filters.type)?.map(canonicalType),
          statuses: listOf(body.filters.status),
        };
        return ok(presentSearch(await searchCis(ctx, body.query, { limit: body.limit, filters })));
      },
    }),
  ];
}

function relatedRoute({ findRelated }: SearchVerbs): Route {
  return defineRoute({
    method: "POST",
    path: "/cmdb-ai/find-related",
    operationId: "findRelatedCis",
    summary: "Find CIs that belong together with a CI",
    description:
      "Near it in the graph, with the same rare software, of its type with the same neighbours, or with a similar text. Also " +
      "needs `cmdb.read`.",
    tags: ["AI"],
    access: { scope: "ai.use" },
    limit: "ai",
    body: z.strictObject({ ciId: z.string().min(1).max(100), limit }),
    errors: ["RESOURCE_NOT_FOUND"],
    responses: { 200: { description: "The most closely related first", schema: relatedSchema } },
    handle: async ({ ctx, body }) => {
      const { related, ...rest } = await findRelated(ctx, body.ciId, body.limit);
      return ok({ ...rest, related: related.map(({ ci, ...each }) => ({ ...each, ci: presentCi(ci) })) });
    },
  });
}

function listOf<T>(value: T | T[] | undefined): T[] | undefined {
  return value === undefined ? undefined : Array.isArray(value) ? value : [value];
}

function presentSearch({ results, method, queryId, source, confidence }: SearchAnswer) {
  return {
    method,
    queryId,
    source,
    confidence,
    results: results.map(({ ci, ...each }) => ({ ...each, ci: presentCi(ci) })),
  };
}

function presentCi({ id, ...ci }: FoundCi) {
  return { _id: id, ...ci, type: titleType(ci.type) };
}
