import { z } from "@hono/zod-openapi";
import { pageQuery, sortQueryB } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { JOB_STATES, type Job } from "./jobs.model.ts";

/** A malformed id is answered with 404, as an unknown one. */
export const jobParams = z.object({
  id: pathId(),
});

export const jobListQuery = z.object({
  state: z
    .enum(JOB_STATES)
    .optional()
    .openapi({ description: "Only jobs in this state; all four without it", example: "failed" }),
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, "must be the name of a job")
    .optional()
    .openapi({ description: "Only jobs of this name", example: "discovery.process-scan" }),
  ...pageQuery,
  ...sortQueryB(["created_at"]),
});

const time = (description: string) => z.iso.datetime().nullable().openapi({ description });

export const jobSchema = z
  .object({
    id: z.string().openapi({ format: "uuid" }),
    name: z.string().openapi({
      description: "Kind of work; `outbox.changes` for parked changes: a write that history and webhooks refused",
    }),
    state: z.enum([...JOB_STATES, "completed"]).openapi({
      description:
        "`waiting` for its time or its next try, `running`, `failed` with all its tries used up, `parked` for changes " +
        "that were refused for good and for work that failed six times. `completed` is shown only of a job that is asked for by its id",
    }),
    scope: z.enum(["tenant", "installation"]).openapi({
      description: "The tenant or the installation. Payload and error text of the installation's jobs are not shown",
    }),
    tries: z.int().openapi({ description: "Tries so far, the current one included" }),
    created_at: z.iso.datetime(),
    started_at: time("Beginning of the last try"),
    ended_at: time("When it failed for good, or was done"),
    starts_after: time("Of a waiting job: it does not begin before"),
    error: z.string().nullable().openapi({ description: "Why the last try failed" }),
    payload: z.record(z.string(), z.unknown()).nullable().openapi({
      description:
        "What the job works on; of parked changes their size, and by id their kinds and subjects; of parked work its count",
    }),
  })
  .openapi("Job", {
    example: {
      id: "7d3f6c1e-0c55-4a53-9b8e-1f0a4d2c9e10",
      name: "discovery.process-scan",
      state: "failed",
      scope: "tenant",
      tries: 6,
      created_at: "2026-03-01T10:00:00.000Z",
      started_at: "2026-03-01T10:00:31.000Z",
      ended_at: "2026-03-01T10:00:31.500Z",
      starts_after: null,
      error: "the scan has no record",
      payload: { tenantId: "0195…", scanId: "0195…" },
    },
  });

export function presentJob(job: Job): z.output<typeof jobSchema> {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id: job.id,
    name: job.name,
    state: job.state,
    scope: job.tenantId === null ? "installation" : "tenant",
    tries: job.tries,
    created_at: job.createdAt.toISOString(),
    started_at: iso(job.startedAt),
    ended_at: iso(job.endedAt),
    starts_after: iso(job.startsAfter),
    error: job.error,
    payload: job.payload,
  };
}
