import { accepted, listed, ok } from "../../platform/http/answers.ts";
import { pageRequest } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import type { AnalyseByHand } from "./analyse-by-hand.ts";
import type { ReadBacktest } from "./backtest/backtest.ts";
import {
  analysisListQuery,
  analysisParams,
  analysisSchema,
  backtestSchema,
  filterOf,
  outcomeBody,
  requestBody,
  requestedSchema,
  requestQuery,
} from "./change-analyses.wire.ts";
import type { ManageAnalyses } from "./manage-analyses.ts";
import { presentAnalysis, presentBacktest } from "./present-analysis.ts";

const PATH = "/change-analyses";
/** A dry run is worked out while the caller waits, with a model where there is one. */
const DEADLINE_MS = 30_000;
const shared = { tags: ["Change risk"], limit: "standard" } as const;
const reading = { ...shared, access: { scope: "cmdb.read" } } as const;
const writing = { ...shared, access: { scope: "cmdb.write" } } as const;
const one = { 200: { description: "The analysis", schema: analysisSchema } };

export interface ChangeRiskVerbs extends ManageAnalyses, AnalyseByHand {
  backtest: ReadBacktest;
}

/** Analyses of the risk of changes. */
export function changeAnalysisRoutes(verbs: ChangeRiskVerbs): Route[] {
  return [...readRoutes(verbs), requestRoute(verbs), outcomeRoute(verbs)];
}

function readRoutes(verbs: ChangeRiskVerbs): Route[] {
  return [
    defineRoute({
      ...reading,
      method: "GET",
      path: PATH,
      operationId: "listChangeAnalyses",
      summary: "List analyses of changes, newest first",
      description: "`from` and `to` concern when they were asked for.",
      query: analysisListQuery,
      responses: { 200: { description: "One page", schema: analysisSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const page = timedPageInput(pageRequest(query));
        return listed(
          timedPage(await verbs.list(ctx, { ...filterOf(query), ...page }), page),
          presentAnalysis,
          query.fields,
        );
      },
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: `${PATH}/backtest`,
      operationId: "backtestChangeAnalyses",
      summary: "Compare the scores of changes with what became of them",
      description: "Over all analyses whose outcome was recorded, by the scores as they were shown then.",
      responses: { 200: { description: "The comparison", schema: backtestSchema } },
      handle: async ({ ctx }) => ok(presentBacktest(await verbs.backtest(ctx))),
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: `${PATH}/{id}`,
      params: analysisParams,
      operationId: "getChangeAnalysis",
      summary: "Get the analysis of a change",
      description: "With the inputs and the evidence of every figure, and each attempt to write it to the task.",
      responses: one,
      handle: async ({ ctx, params }) => ok(presentAnalysis(await verbs.get(ctx, params.id))),
    }),
  ];
}

function requestRoute(verbs: ChangeRiskVerbs): Route {
  return defineRoute({
    ...writing,
    method: "POST",
    path: PATH,
    operationId: "requestChangeAnalysis",
    summary: "Have a change analysed",
    description:
      "By a job, within seconds. The same content for the same task of the same integration is one analysis: a repeat answers " +
      "with the first, and has it tried again where it or its write-back failed. `dry_run` needs `cmdb.read` too; it answers " +
      "with the analysis and keeps and writes nothing.",
    query: requestQuery,
    body: requestBody,
    deadlineMs: DEADLINE_MS,
    idempotent: true,
    errors: ["RESOURCE_NOT_FOUND", "CONFLICT"],
    responses: {
      200: { description: "The analysis of a dry run; its id is null", schema: analysisSchema },
      202: { description: "It waits for its turn", schema: requestedSchema, headers: { Location: "" } },
    },
    handle: async ({ ctx, query, body, idempotencyId, variant }) => {
      const { integration_id, ...payload } = body;
      const request = { integrationId: integration_id ?? null, payload };
      if (query.dry_run) return ok(presentAnalysis(await verbs.preview(ctx, request)));
      const requested = await verbs.request(ctx, request, idempotencyId);
      return accepted(requested, `${variant.base}${PATH}/${requested.id}`);
    },
  });
}

function outcomeRoute(verbs: ChangeRiskVerbs): Route {
  return defineRoute({
    ...writing,
    method: "POST",
    path: `${PATH}/{id}/outcome`,
    params: analysisParams,
    operationId: "recordChangeOutcome",
    summary: "Record what became of a change",
    description:
      "Later changes of the same CIs, and of CIs like them, are judged by it, and the back-test counts it. It may be corrected.",
    body: outcomeBody,
    checkExists: (ctx, { id }) => verbs.requireKnown(ctx, id),
    responses: one,
    handle: async ({ ctx, params, body }) => ok(presentAnalysis(await verbs.recordOutcome(ctx, params.id, body))),
  });
}
