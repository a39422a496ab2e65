import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { invalid } from "../../errors.ts";
import { listed, ok, raw } from "../../platform/http/answers.ts";
import {
  type PageRequest,
  pageQuery,
  pageRequest,
  queryBoolean,
  queryInteger,
  queryList,
  queryTime,
  sortQueryB,
} from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { CVE_ID, CVE_SEVERITIES } from "../../platform/nvd/index.ts";
import { EXPOSURE_STATUSES, LIST_SORTS, type ListInput, type VulnerabilityFilter } from "./answers/answers.model.ts";
import type { BillOf } from "./answers/bill-of.ts";
import type { ReadVerbs } from "./answers/read-vulnerabilities.ts";
import type { Decide } from "./decisions/decide.ts";
import { DECISIONS } from "./decisions/decisions.store.ts";
import type { Withdraw } from "./decisions/withdraw.ts";
import {
  decisionSchema,
  detailSchema,
  itemSchema,
  presentDecision,
  presentDetail,
  presentItem,
} from "./exposure.wire.ts";
import { listInput, listPage } from "./list-pages.ts";

export interface ExposureRoutesDeps extends ReadVerbs {
  decide: Decide;
  withdraw: Withdraw;
  sbom: BillOf;
  now(): Date;
  requireCi(ctx: RequestContext, ciId: string): Promise<void>;
  requireService(ctx: RequestContext, id: string): Promise<void>;
}

const DEFAULT_TOP = 10;
const SBOM_TYPE = "application/vnd.cyclonedx+json";
const id = z.string().min(1).max(64).optional();
const filterQuery = {
  severity: queryList(z.enum(CVE_SEVERITIES)).optional(),
  kev: queryBoolean().optional().openapi({ description: "Known to be exploited, or not" }),
  epss_min: z
    .string()
    .regex(/^(?:0|1|0?\.\d{1,9}|0\.\d{1,9}|1\.0{1,9})$/, "must be a number from 0 to 1")
    .transform(Number)
    .optional()
    .openapi({ type: "number", minimum: 0, maximum: 1, description: "Least predicted probability of exploitation" }),
  status: queryList(z.enum(EXPOSURE_STATUSES)).optional(),
  software_id: id.openapi({ description: "A Software CI" }),
  search: z.string().min(1).max(255).optional().openapi({ description: "Words in the id or the summary" }),
  from: queryTime().optional().openapi({ description: "Published at or after" }),
  to: queryTime().optional().openapi({ description: "Published before" }),
};
const listQuery = { ...pageQuery, ...sortQueryB(LIST_SORTS), ...filterQuery };
const cvePath = z.object({
  cve: z
    .string()
    .transform((text) => text.toUpperCase())
    .refine((text) => CVE_ID.test(text))
    .openapi({
      description: "Id of the CVE",
      pattern: "^[Cc][Vv][Ee]-[0-9]{4}-[0-9]{4,19}$",
      example: "CVE-2021-44228",
    }),
});
const shared = { tags: ["Vulnerabilities"], limit: "standard", access: { scope: "cmdb.read" } } as const;

type Query = Partial<Omit<VulnerabilityFilter, "epssMin" | "softwareId" | "from" | "to">> & {
  epss_min?: number | undefined;
  software_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Routes of exposure, variant B. */
export function exposureV1Routes(verbs: ExposureRoutesDeps): Route[] {
  const listFor = async (
    request: PageRequest,
    filter: VulnerabilityFilter,
    read: (input: ListInput) => ReturnType<ReadVerbs["list"]>,
  ) => {
    const input = listInput(request);
    return listed(listPage(await read({ ...input, filter }), input), presentItem, request.fields);
  };
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/vulnerabilities",
      operationId: "listVulnerabilities",
      summary: "List known vulnerabilities that concern installed programs",
      description:
        "Newest publication first; `sort=priority&order=desc` for the most urgent first. `ci_id` is a server, with all its " +
        "programs, or a software instance.",
      query: z.object({ ...listQuery, ci_id: id, service_id: id }),
      responses: { 200: { description: "One page", schema: itemSchema, list: true } },
      handle: ({ ctx, query }) =>
        listFor(pageRequest(query), { ...filterOf(query), ciId: query.ci_id, serviceId: query.service_id }, (input) =>
          verbs.list(ctx, input),
        ),
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/ci/{id}/vulnerabilities",
      operationId: "listCiVulnerabilities",
      summary: "List known vulnerabilities of a server or an installed program",
      description: "Of a server: those of all programs on it.",
      params: z.object({ id: pathId() }),
      query: z.object(listQuery),
      checkExists: (ctx, params) => verbs.requireCi(ctx, params.id),
      responses: { 200: { description: "One page", schema: itemSchema, list: true } },
      handle: ({ ctx, params, query }) =>
        listFor(pageRequest(query), filterOf(query), (input) => verbs.listOfCi(ctx, params.id, input)),
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/vulnerabilities/{cve}",
      operationId: "getVulnerability",
      summary: "Get a known vulnerability, with what it affects and what depends on that",
      description: "Any imported CVE, also one that concerns nothing here.",
      params: cvePath,
      checkExists: (ctx, { cve }) => verbs.requireKnown(ctx, cve),
      responses: { 200: { description: "The vulnerability", schema: detailSchema } },
      handle: async ({ ctx, params }) => ok(presentDetail(await verbs.get(ctx, params.cve), verbs.now())),
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/ci/{id}/sbom",
      operationId: "getCiSbom",
      summary: "The programs on a server as a CycloneDX 1.6 bill of materials",
      description: "With what is known of their vulnerabilities (VEX), and what was decided.",
      params: z.object({ id: pathId() }),
      checkExists: (ctx, params) => verbs.requireCi(ctx, params.id),
      responses: {
        200: {
          description: "The bill of materials",
          contentType: SBOM_TYPE,
          examples: { [SBOM_TYPE]: '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"components":[]}' },
        },
      },
      handle: async ({ ctx, params }) => raw(JSON.stringify(await verbs.sbom(ctx, params.id)), SBOM_TYPE),
    }),
    ...decisionRoutes(verbs),
    ...serviceRoutes(verbs),
  ];
}

function filterOf({ epss_min, software_id, from, to, severity, kev, status, search }: Query): VulnerabilityFilter {
  return {
    ...{ severity, kev, status, search, epssMin: epss_min, softwareId: software_id },
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

function decisionRoutes({ decide, withdraw, requireKnown, now }: ExposureRoutesDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "PUT",
      path: "/vulnerabilities/{cve}/decisions",
      operationId: "decideVulnerability",
      summary: "Decide on a known vulnerability, for one CI or for all",
      description:
        "What it concerns counts as accepted while the decision holds; it takes the place of the one before. It stands in " +
        "the audit log. `ci_id` or `all: true` is required.",
      access: { scope: "cmdb.write" },
      params: cvePath,
      body: z.strictObject({
        ci_id: z.string().min(1).max(64).optional().openapi({ description: "A server or a software instance" }),
        all: z.literal(true).optional().openapi({ description: "For all installations", example: true }),
        decision: z.enum(DECISIONS).openapi({ description: "What is decided", example: "mitigated" }),
        reason: z.string().trim().min(1).max(2_000).openapi({ description: "Why", example: "The port is closed." }),
        until: z.iso
          .datetime({ offset: true })
          .nullish()
          .openapi({ description: "When it ends; absent or null: never" }),
      }),
      checkExists: (ctx, { cve }) => requireKnown(ctx, cve),
      responses: { 200: { description: "The decision", schema: decisionSchema } },
      handle: async ({ ctx, params: { cve }, body }) => {
        if ((body.ci_id === undefined) === (body.all === undefined)) {
          throw invalid([{ field: "ci_id", reason: "either ci_id or all: true is required" }]);
        }
        const { ci_id = null, decision, reason, until } = body;
        const input = { cve, ciId: ci_id, decision, reason, until: until ? new Date(until) : null };
        return ok(presentDecision(await decide(ctx, input), now()));
      },
    }),
    defineRoute({
      ...shared,
      method: "DELETE",
      path: "/vulnerabilities/{cve}/decisions",
      operationId: "withdrawVulnerabilityDecision",
      summary: "Take back a decision on a known vulnerability",
      description:
        "What it concerned counts again as it was found, unless another decision holds, and webhooks get the messages of " +
        "findings that it held back. It stands in the audit log. `ci_id` or `all=true` is required, as in the decision; 404 " +
        "where there is none.",
      access: { scope: "cmdb.write" },
      params: cvePath,
      query: z.object({
        ci_id: id.openapi({ description: "The server or software instance of the decision" }),
        all: z
          .literal("true")
          .optional()
          .openapi({ description: "The decision on all installations", example: "true" }),
      }),
      checkExists: (ctx, { cve }) => requireKnown(ctx, cve),
      responses: { 200: { description: "It is taken back", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params: { cve }, query }) => {
        if ((query.ci_id === undefined) === (query.all === undefined)) {
          throw invalid([{ field: "query.ci_id", reason: "either ci_id or all=true is required" }]);
        }
        await withdraw(ctx, { cve, ciId: query.ci_id ?? null });
        return ok({ message: "Decision withdrawn" });
      },
    }),
  ];
}

const exposureSchema = z
  .object({
    service_id: z.string(),
    score: z.int().openapi({ description: "0 to 100", example: 72 }),
    by_severity: z
      .object({
        critical: z.int().openapi({ description: "Critical ones", example: 2 }),
        high: z.int().openapi({ description: "High ones", example: 5 }),
        medium: z.int().openapi({ description: "Medium ones", example: 8 }),
        low: z.int().openapi({ description: "Low ones", example: 1 }),
        none: z.int().openapi({ description: "Ones without a consequence", example: 0 }),
        unknown: z.int().openapi({ description: "Ones that nobody has rated", example: 0 }),
      })
      .openapi({ description: "Affected and possible ones by severity" }),
    kev: z.int().openapi({ description: "Of them known to be exploited", example: 1 }),
    affected: z.int().openapi({ description: "Vulnerabilities that affect something it needs", example: 4 }),
    possible: z.int().openapi({ description: "Vulnerabilities that possibly do", example: 9 }),
    top: z.array(itemSchema).openapi({ description: "The most urgent" }),
    has_data: z.boolean().openapi({ description: "Whether vulnerabilities were ever imported", example: true }),
  })
  .openapi("ServiceExposure");

function serviceRoutes({ serviceExposure, requireService }: ExposureRoutesDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/services/{id}/exposure",
      operationId: "getServiceExposure",
      summary: "How exposed a business service is, and to what",
      description: "Through everything that it cannot do without.",
      params: z.object({ id: pathId() }),
      query: z.object({
        top: queryInteger(1, 100)
          .default(DEFAULT_TOP)
          .openapi({ description: "How many to name", default: DEFAULT_TOP }),
      }),
      checkExists: (ctx, params) => requireService(ctx, params.id),
      responses: { 200: { description: "The exposure", schema: exposureSchema } },
      handle: async ({ ctx, params, query }) => {
        const { bySeverity, hasData, top, ...exposure } = await serviceExposure(ctx, params.id, query.top);
        return ok({
          service_id: params.id,
          ...exposure,
          by_severity: bySeverity,
          top: top.map(presentItem),
          has_data: hasData,
        });
      },
    }),
  ];
}
