import { accepted, listed, ok } from "../../platform/http/answers.ts";
import { pageRequest } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import {
  filterOf,
  newRunBody,
  presentRun,
  presentSchedule,
  runListQuery,
  runParams,
  runSchema,
  scheduleBody,
  scheduleChangeOf,
  scheduleListSchema,
  scheduleParams,
  scheduleSchema,
} from "./enrichment.wire.ts";
import type { RunVerbs } from "./manage-runs.ts";
import type { ScheduleVerbs } from "./manage-schedules.ts";

const PATH = "/enrichment/runs";
const shared = { tags: ["Enrichment"], limit: "standard" } as const;
const reading = { ...shared, access: { scope: "cmdb.read" } } as const;
const writing = { ...shared, access: { scope: "cmdb.write" } } as const;
const one = { 200: { description: "The run", schema: runSchema } };

/** Enrichment that can be seen, scheduled, started and cancelled. */
export function enrichmentV1Routes(verbs: { runs: RunVerbs; schedules: ScheduleVerbs }): Route[] {
  return [...scheduleRoutes(verbs.schedules), ...runRoutes(verbs.runs)];
}

function scheduleRoutes(schedules: ScheduleVerbs): Route[] {
  return [
    defineRoute({
      ...reading,
      method: "GET",
      path: "/enrichment/schedules",
      operationId: "listEnrichmentSchedules",
      summary: "List what enriches the CMDB, and when it runs by itself",
      description:
        "Everything that this service offers, in the order of the names; the defaults until they are changed.",
      responses: { 200: { description: "All schedules", schema: scheduleListSchema } },
      handle: async ({ ctx }) => ok({ data: (await schedules.list(ctx)).map(presentSchedule) }),
    }),
    defineRoute({
      ...shared,
      access: { scope: "admin.settings" },
      method: "PUT",
      path: "/enrichment/schedules/{name}",
      params: scheduleParams,
      operationId: "updateEnrichmentSchedule",
      summary: "Change when an enrichment runs by itself",
      description:
        "Fields that are missing stay. Times are in UTC; one that is missed while nothing runs, or while a run of the name " +
        "has not ended, is made up once. What is saved is enriched at once, whatever the schedule says.",
      body: scheduleBody,
      checkExists: async (_ctx, { name }) => schedules.requireOffered(name),
      responses: { 200: { description: "The schedule", schema: scheduleSchema } },
      handle: async ({ ctx, params, body }) =>
        ok(presentSchedule(await schedules.update(ctx, params.name, scheduleChangeOf(body)))),
    }),
  ];
}

function runRoutes(runs: RunVerbs): Route[] {
  return [
    defineRoute({
      ...reading,
      method: "GET",
      path: PATH,
      operationId: "listEnrichmentRuns",
      summary: "List enrichment runs, newest first",
      description:
        "Those that were started, those of the schedules, and what was done because data was saved. Ended ones are kept " +
        "for 90 days. `from` and `to` concern their creation.",
      query: runListQuery,
      responses: { 200: { description: "One page", schema: runSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        return listed(timedPage(await runs.list(ctx, filterOf(query), input), input), presentRun, query.fields);
      },
    }),
    defineRoute({
      ...writing,
      method: "POST",
      path: PATH,
      operationId: "startEnrichmentRun",
      summary: "Start an enrichment run",
      description:
        "Over everything that is due, by a job, which goes on after a restart. 409 with `existing_id` while a run of the " +
        "name has not ended, and 409 where it could do nothing, such as without a model.",
      body: newRunBody,
      idempotent: true,
      errors: ["CONFLICT"],
      responses: { 202: { description: "It waits for its turn", schema: runSchema, headers: { Location: "" } } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const run = presentRun(await runs.start(ctx, { name: body.name, id: idempotencyId }));
        return accepted(run, `${variant.base}${PATH}/${run.id}`);
      },
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: `${PATH}/{id}`,
      params: runParams,
      operationId: "getEnrichmentRun",
      summary: "Get an enrichment run",
      description: "With its progress and what the model cost so far.",
      responses: one,
      handle: async ({ ctx, params }) => ok(presentRun(await runs.get(ctx, params.id))),
    }),
    defineRoute({
      ...writing,
      method: "POST",
      path: `${PATH}/{id}/cancel`,
      params: runParams,
      operationId: "cancelEnrichmentRun",
      summary: "Cancel an enrichment run",
      description:
        "The turn that is being taken ends, what it did counts and stays; nothing more is done. A run of `news` gives up " +
        "what waits, which the next run finds again. 409 for a run that has ended.",
      errors: ["CONFLICT"],
      responses: one,
      handle: async ({ ctx, params }) => ok(presentRun(await runs.cancel(ctx, params.id))),
    }),
  ];
}
