import { z } from "@hono/zod-openapi";
import { listed, ok } from "../../platform/http/answers.ts";
import { pageRequest } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import { jobListQuery, jobParams, jobSchema, presentJob } from "./jobs.wire.ts";
import type { JobVerbs } from "./manage-jobs.ts";

const shared = { tags: ["Administration"], access: { scope: "admin.settings" }, limit: "standard" } as const;
const byId = { ...shared, path: "/admin/jobs/{id}", params: jobParams } as const;

/** What is not done: jobs that wait, run or have failed for good, and what is parked. */
export function jobV1Routes(verbs: JobVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/admin/jobs",
      operationId: "listJobs",
      summary: "List waiting, running and failed jobs, parked changes and parked work, newest first",
      description:
        "Jobs that wait, run or have failed for good, changes that were refused for good and work that failed six times " +
        "(both `parked`, such work as one entry for each kind): those of the tenant, and the installation's without their content. A failed job is kept for 30 days, and no longer once its " +
        "work is done.",
      query: jobListQuery,
      responses: { 200: { description: "One page", schema: jobSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        const { state, name } = query;
        return listed(timedPage(await verbs.list(ctx, { ...input, state, name }), input), presentJob, query.fields);
      },
    }),
    defineRoute({
      ...byId,
      method: "GET",
      operationId: "getJob",
      summary: "Get a job, or parked changes with their kinds and subjects",
      description: "A completed job can be read for a day.",
      responses: { 200: { description: "The job", schema: jobSchema } },
      handle: async ({ ctx, params }) => ok(presentJob(await verbs.get(ctx, params.id))),
    }),
    defineRoute({
      ...byId,
      method: "POST",
      path: "/admin/jobs/{id}/repeat",
      operationId: "repeatJob",
      errors: ["CONFLICT"],
      summary: "Repeat a failed job, or what is parked",
      description:
        "The job gets all of its tries again. Jobs may run twice without harm. 409 for a job in another state.",
      responses: { 200: { description: "The job, which waits now", schema: jobSchema } },
      handle: async ({ ctx, params }) => ok(presentJob(await verbs.repeat(ctx, params.id))),
    }),
    defineRoute({
      ...byId,
      method: "DELETE",
      operationId: "discardJob",
      errors: ["CONFLICT"],
      summary: "Discard a job or what is parked permanently",
      description:
        "A job that waits or has failed: what data still says is owed comes back as a new job. Parked changes are missing " +
        "in history and webhooks from then on. 409 for a job that runs, for parked work that data requires, and for one of the installation, which " +
        "`orrery jobs discard` removes.",
      responses: { 200: { description: "It is deleted", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await verbs.discard(ctx, params.id);
        return ok({ message: "Job discarded" });
      },
    }),
  ];
}
