import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../../platform/http/answers.ts";
import { pageRequest } from "../../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../../platform/http/timed-pages.ts";
import { reportParams } from "../reports.wire.ts";
import type { ScheduleVerbs } from "./manage-schedules.ts";
import {
  changeOf,
  newScheduleBody,
  newScheduleOf,
  presentSchedule,
  scheduleChangeBody,
  scheduleListQuery,
  scheduleSchema,
} from "./schedules.wire.ts";

const PATH = "/reports/schedules";
const shared = { tags: ["Reports"], access: { scope: "reports.create" }, limit: "standard" } as const;
const byId = { ...shared, path: `${PATH}/{id}`, params: reportParams } as const;
const responses = { 200: { description: "The schedule", schema: scheduleSchema } };

/** Reports that are generated at set times. */
export function scheduleV1Routes(verbs: ScheduleVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: PATH,
      operationId: "listReportSchedules",
      summary: "List the caller's report schedules, newest first",
      description: "They are private to their owner.",
      query: scheduleListQuery,
      responses: { 200: { description: "One page", schema: scheduleSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        return listed(timedPage(await verbs.list(ctx, input), input), presentSchedule, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "POST",
      path: PATH,
      operationId: "createReportSchedule",
      summary: "Have a report generated again and again",
      description:
        "At the times of a cron expression in a time zone, with its daylight saving. Times that are missed while nothing " +
        "runs, or while the report before is being generated, are made up once. Reports are named after the schedule.",
      body: newScheduleBody,
      idempotent: true,
      errors: ["CONFLICT", "RESOURCE_NOT_FOUND"],
      responses: { 201: { description: "The schedule", schema: scheduleSchema } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const schedule = presentSchedule(await verbs.create(ctx, newScheduleOf(body), idempotencyId));
        return created(schedule, { location: `${variant.base}${PATH}/${schedule.id}` });
      },
    }),
    defineRoute({
      ...byId,
      method: "GET",
      operationId: "getReportSchedule",
      summary: "Get a report schedule",
      description: "With its last and next time.",
      responses,
      handle: async ({ ctx, params }) => ok(presentSchedule(await verbs.get(ctx, params.id))),
    }),
    defineRoute({
      ...byId,
      method: "PUT",
      operationId: "updateReportSchedule",
      summary: "Change a report schedule",
      description: "Fields that are missing stay. Its reports have the rights of the caller from now on.",
      body: scheduleChangeBody,
      checkExists: async (ctx, { id }) => void (await verbs.get(ctx, id)),
      responses,
      handle: async ({ ctx, params, body }) => ok(presentSchedule(await verbs.update(ctx, params.id, changeOf(body)))),
    }),
    defineRoute({
      ...byId,
      method: "DELETE",
      operationId: "deleteReportSchedule",
      summary: "Delete a report schedule",
      description: "The reports that it asked for stay.",
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await verbs.remove(ctx, params.id);
        return ok({ message: "Report schedule deleted" });
      },
    }),
  ];
}
