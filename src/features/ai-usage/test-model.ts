import { z } from "zod";
import { type RequestContext, requireScope } from "../../context.ts";
import { type Embedder, type Model, ModelFault } from "../../platform/ai/index.ts";

export interface ModelTest {
  configured: boolean;
  /** Whether the model, and the embedding model where there is one, gave a right answer. */
  connected: boolean;
  model: string | null;
  embeddingModel: string | null;
  latencyMs: number | null;
  /** One line without the key and without the service's own text. */
  error: string | null;
}

/** Asks the model and the embedding model one small question each. Throws 403 without `ai.use`. */
export type TestModel = (ctx: RequestContext) => Promise<ModelTest>;

const DEADLINE_MS = 15_000;
const SYSTEM = "You are asked whether you can be reached. Answer with `ok` true.";

export function createTestModel({ model, embedder }: { model: Model; embedder: Embedder }): TestModel {
  return async (ctx) => {
    requireScope(ctx, "ai.use");
    const named = { model: model.name, embeddingModel: embedder.model };
    if (!model.isAvailable) {
      const error = "No model service is configured: set OPENAI_API_KEY";
      return { configured: false, connected: false, ...named, latencyMs: null, error };
    }
    const start = performance.now();
    const asked = { purpose: "ai.test", tenantId: ctx.tenantId, account: { isAwaited: true }, deadlineMs: DEADLINE_MS };
    try {
      const question = { ...asked, system: SYSTEM, input: {}, schema: z.object({ ok: z.boolean() }), maxTokens: 50 };
      await Promise.all([
        model.ask(question, ctx.signal),
        embedder.isAvailable ? embedder.embed(["test"], asked, ctx.signal) : undefined,
      ]);
      const latencyMs = Math.round(performance.now() - start);
      return { configured: true, connected: true, ...named, latencyMs, error: null };
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      return { configured: true, connected: false, ...named, latencyMs: null, error: error.message };
    }
  };
}
