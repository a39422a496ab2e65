import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { ENRICHMENT_NAMES, type EnrichmentScope } from "../../platform/enrichment.ts";
import { accepted, ok } from "../../platform/http/answers.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { RunVerbs } from "./manage-runs.ts";
import { RUN_LIMITS, type Run } from "./run.model.ts";

const JOB_STATUSES = ["queued", "running", "completed", "failed"] as const;
type JobStatus = (typeof JOB_STATUSES)[number];

const jobId = z
  .string()
  .openapi({ description: "Of the job, which is an enrichment run", example: "0198a8a0-5c1e-7000-8000-00000000000b" });
const status = z.enum(JOB_STATUSES);
const count = z.int().min(0);

const startedSchema = z
  .object({
    jobId,
    status,
    statusUrl: z.string().openapi({
      description: "Shows how far it is",
      example: "/api/ai/jobs/0198a8a0-5c1e-7000-8000-00000000000b",
    }),
  })
  .openapi("StartedAiJob");

const jobSchema = z
  .object({
    jobId,
    kind: z.enum(ENRICHMENT_NAMES).openapi({ description: "What the job does", example: "embeddings" }),
    status: status.openapi({ description: "A cancelled job is `failed`, and its error says so" }),
    progress: z.object({ done: count, total: count.nullable() }),
    result: z
      .object({
        changed: count.openapi({ description: "Items that the job changed", example: 12 }),
        failed: count.openapi({ description: "Items that could not be done", example: 0 }),
        tokens: count.openapi({ description: "Of all calls of the model", example: 0 }),
        cost: z
          .number()
          .nullable()
          .openapi({ description: "By the configured price; null without one", example: null }),
      })
      .nullable()
      .openapi({ description: "Null until the job has ended" }),
    error: z.string().nullable(),
  })
  .openapi("AiJob");

const embeddingsBody = z
  .strictObject({
    ciIds: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(RUN_LIMITS.ciIds)
      .optional()
      .openapi({ description: "Ids of CIs" }),
    all: z.boolean().optional().openapi({ description: "All CIs; the default where no CIs are named", example: true }),
    force: z.boolean().optional().openapi({ description: "Makes those anew that are up to date", example: false }),
  })
  .refine(({ ciIds, all }) => !(ciIds && all), { path: ["all"], message: "cannot stand beside ciIds" })
  .openapi({ example: { all: true, force: false } });

export interface AiJobDeps {
  runs: RunVerbs;
  /** Whether the tenant has the scan. */
  hasScan(tenantId: string, scanId: string): Promise<boolean>;
}

const shared = { tags: ["AI"], access: { scope: "ai.use" } } as const;
const started = { 202: { description: "It waits for its turn", schema: startedSchema, headers: { Location: "" } } };

/** Enrichment runs as the jobs of the AI endpoints: variant A only. */
export function aiJobRoutes({ runs, hasScan }: AiJobDeps): Route[] {
  const start = async (ctx: RequestContext, name: Run["name"], scope: EnrichmentScope, id: string | undefined) => {
    const run = await runs.start(ctx, { name, scope, id, requires: "ai.use", joins: true });
    const statusUrl = `/api/ai/jobs/${run.id}`;
    return accepted({ jobId: run.id, status: statusOf(run), statusUrl }, statusUrl);
  };
  const requireScan = async ({ tenantId }: RequestContext, scanId: string) => {
    if (!(await hasScan(tenantId, scanId))) throw notFound("scan");
  };

  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: "/cmdb-ai/embeddings/generate",
      operationId: "generateEmbeddings",
      summary: "Have embeddings made",
      description:
        "Of the named CIs, or of all; those that are up to date are left out unless `force`. While an equal job has not " +
        "ended, that one is the answer. 409 without an embedding model, or with 20 such jobs waiting.",
      limit: "bulk",
      body: embeddingsBody,
      idempotent: true,
      errors: ["CONFLICT"],
      responses: started,
      handle: ({ ctx, body: { ciIds, force }, idempotencyId }) =>
        start(ctx, "embeddings", { ...(ciIds && { ciIds }), ...(force && { force }) }, idempotencyId),
    }),
    defineRoute({
      ...shared,
      method: "POST",
      path: "/discovery/process-scan/{scanId}",
      params: z.object({ scanId: pathId() }),
      operationId: "processScan",
      summary: "Have relationships proposed from a scan",
      description:
        "From the connections and processes of its hosts. While a job of the same scan has not ended, that one is the " +
        "answer. 409 where this service cannot propose any, or with 20 such jobs waiting.",
      limit: "standard",
      errors: ["CONFLICT"],
      checkExists: (ctx, { scanId }) => requireScan(ctx, scanId),
      responses: started,
      handle: async ({ ctx, params: { scanId } }) => {
        await requireScan(ctx, scanId);
        return start(ctx, "relationships", { scanId }, undefined);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/ai/jobs/{jobId}",
      params: z.object({ jobId: pathId() }),
      operationId: "getAiJob",
      summary: "Get how far a job is",
      description: "Any enrichment run, with what it did once it has ended.",
      limit: "ai",
      responses: { 200: { description: "The job", schema: jobSchema } },
      handle: async ({ ctx, params }) => ok(presentJob(await runs.get(ctx, params.jobId, "ai.use"))),
    }),
  ];
}

function statusOf({ status: now }: Run): JobStatus {
  return now === "cancelled" ? "failed" : now;
}

function presentJob(run: Run): z.output<typeof jobSchema> {
  const { id, name, done, total, changed, failed, tokens, cost } = run;
  return {
    jobId: id,
    kind: name,
    status: statusOf(run),
    progress: { done, total },
    result: run.endedAt === null ? null : { changed, failed, tokens, cost },
    error: run.status === "cancelled" ? "The job was cancelled" : run.error,
  };
}
