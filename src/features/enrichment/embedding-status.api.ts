import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { EmbeddingStatus, GetEmbeddingStatus } from "../search/index.ts";
import type { RunVerbs } from "./manage-runs.ts";
import type { Run } from "./run.model.ts";

export interface EmbeddingStatusDeps {
  runs: Pick<RunVerbs, "list">;
  getEmbeddingStatus: GetEmbeddingStatus;
}

const COUNT = (description: string, example: number) => z.int().openapi({ description, example });
const runSchema = z
  .object({
    runId: z.string().openapi({ description: "The run", example: "0198a8a0-5c1e-7000-8000-00000000000b" }),
    startedAt: z.iso.datetime().openapi({ description: "When it began", example: "2026-01-05T10:00:00.000Z" }),
    endedAt: z.iso.datetime().nullable().openapi({ description: "When it ended", example: "2026-01-05T10:00:09.000Z" }),
    done: COUNT("CIs it looked at", 40),
    embedded: COUNT("CIs that got a vector", 38),
    failed: COUNT("CIs that could not get one", 0),
    error: z.string().nullable().openapi({ description: "Why some could not", example: null }),
  })
  .openapi("EmbeddingRun");
const statusSchema = z
  .object({
    total: COUNT("CIs that can have a vector: all but instances of software", 1200),
    embedded: COUNT("Of these, with a vector of the configured model", 1180),
    stale: COUNT("Changed since, or refused by the model", 3),
    pending: COUNT("Without a vector of the configured model", 20),
    model: z
      .string()
      .nullable()
      .openapi({ description: "The embedding model; null: none is configured", example: "text-embedding-3-small" }),
    dimensions: z.int().nullable().openapi({ description: "Length of its vectors", example: 1536 }),
    servingModel: z.string().nullable().openapi({
      description: "The model whose vectors answer searches: the one before, while those of a new one are made",
      example: "text-embedding-3-small",
    }),
    running: z.boolean().openapi({ description: "Whether a run is under way", example: false }),
    lastRun: z
      .union([runSchema, z.null()])
      .openapi({ description: "The latest run; null before the first", example: null }),
  })
  .openapi("EmbeddingStatus");

/** The state of the tenant's vectors, and the run that made them: variant A alone. */
export function embeddingStatusRoute({ runs, getEmbeddingStatus }: EmbeddingStatusDeps): Route {
  return defineRoute({
    method: "GET",
    path: "/cmdb-ai/embeddings/status",
    operationId: "getEmbeddingStatus",
    summary: "See how many CIs can be found by meaning",
    description: "Also needs `cmdb.read`.",
    tags: ["AI"],
    access: { scope: "ai.use" },
    limit: "ai",
    responses: { 200: { description: "The state of the tenant's vectors", schema: statusSchema } },
    async handle({ ctx }) {
      const [status, run] = await Promise.all([getEmbeddingStatus(ctx), lastBegunRun(runs, ctx)]);
      return ok(presentStatus(status, run));
    },
  });
}

async function lastBegunRun(runs: EmbeddingStatusDeps["runs"], ctx: RequestContext): Promise<Run | undefined> {
  const begun = { names: ["embeddings"], statuses: ["running", "completed", "failed", "cancelled"] } as const;
  const { items } = await runs.list(ctx, begun, { order: "desc", page: 1, limit: 1, after: undefined });
  return items[0];
}

function presentStatus({ isAvailable: _, ...status }: EmbeddingStatus, run: Run | undefined) {
  const lastRun = run && {
    runId: run.id,
    startedAt: (run.startedAt ?? run.createdAt).toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    done: run.done,
    embedded: run.changed,
    failed: run.failed,
    error: run.error,
  };
  return { ...status, running: run?.status === "running", lastRun: lastRun ?? null };
}
