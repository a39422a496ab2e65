import { z } from "zod";
import { clientOptions, createLibrary, withOwnFaults } from "./library.ts";
import { ModelFault, ModelUnavailable } from "./model.ts";
import { createModelFetch, type ModelFetchDeps, type Wire } from "./model-fetch.ts";
import type { Accounted, ModelService } from "./model-service.ts";
import { redactedText } from "./redact.ts";

/** For whom texts are embedded. */
export interface EmbedUse extends Accounted {
  /** Another model than the configured one, of the same service: for a query among vectors that it made. */
  model?: string | undefined;
  /** Dimensions that vectors must have; default: all the same. */
  dimensions?: number | undefined;
  /** Deadline in milliseconds with all requests, including waits for our own rate limit; default three minutes. */
  deadlineMs?: number | undefined;
}

export interface Embedded {
  /** One for each text, in their order; not normalised. */
  vectors: number[][];
  /** Null if the service does not report them. */
  tokens: number | null;
}

/** An embedding model, or its absence. */
export interface Embedder {
  readonly isAvailable: boolean;
  /** Name of the embedding model; null without one. */
  readonly model: string | null;
  /**
   * Embeds texts in as few requests as there is room for. Secrets are taken out of the texts, which are cut at 8,000
   * characters. Rejects with ModelFault: `invalid` for vectors of wrong number, dimensions or values. No text: no request.
   */
  embed(texts: readonly string[], use: EmbedUse, signal?: AbortSignal): Promise<Embedded>;
}

/** The embedder of an installation without an embedding model. */
export const absentEmbedder: Embedder = {
  isAvailable: false,
  model: null,
  embed: () => Promise.reject(new ModelUnavailable()),
};

export interface OpenAiEmbedderOptions {
  service: ModelService;
  name: string;
  /** Price of a million tokens. */
  price: number | undefined;
  deadlineMs?: number | undefined;
}

const MAX_TEXT = 8_000;
/** Of one request: services allow some 300,000 tokens and 2,048 texts. */
const BATCH_TEXTS = 256;
const BATCH_CHARACTERS = 300_000;
/** 256 vectors of 4,096 numbers. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Dimensions that a vector index takes. */
const MAX_DIMENSIONS = 4_096;

/** Creates an embedder on any service with OpenAI's embeddings API. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { service, name, price, deadlineMs: longestMs = 180_000 } = options;
  const library = createLibrary();
  const fetchDeps = { ...service.fetchDeps, maxBytes: Math.max(service.fetchDeps.maxBytes, MAX_BYTES) };

  const embedBatch = async (model: string, texts: string[], wire: Wire, signal: AbortSignal): Promise<number[][]> => {
    const { OpenAIEmbeddings } = await library.get();
    const fetch = inOrder(fetchDeps, wire, signal, texts.length);
    const batch = { model, batchSize: BATCH_TEXTS, encodingFormat: "float" as const };
    const embeddings = new OpenAIEmbeddings({ ...batch, ...clientOptions(fetchDeps.baseUrl, fetch) });
    return withOwnFaults(wire, signal, () => embeddings.embedDocuments(texts));
  };

  return {
    isAvailable: true,
    model: name,
    async embed(texts, use, signal) {
      if (texts.length === 0) return { vectors: [], tokens: 0 };
      const { tenantId, purpose, account, dimensions, model = name } = use;
      const deadlineMs = Math.min(use.deadlineMs ?? longestMs, longestMs);
      const prices = price === undefined ? undefined : { prompt: price, completion: 0 };
      const call = { tenantId, purpose, account, model, price: prices, deadlineMs, signal };
      const { value, promptTokens } = await service.accounted(call, async (wire, either) => {
        const vectors: number[][] = [];
        for (const batch of batchesOf(texts)) vectors.push(...(await embedBatch(model, batch, wire, either)));
        return checked(vectors, dimensions);
      });
      return { vectors: value, tokens: promptTokens };
    },
  };
}

function* batchesOf(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const text of texts) {
    // Services refuse empty texts.
    const sent = redactedText(text, MAX_TEXT).trim() || "-";
    if (batch.length === BATCH_TEXTS || (batch.length > 0 && length + sent.length > BATCH_CHARACTERS)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(sent);
    length += sent.length;
  }
  yield batch;
}

const answerSchema = z.looseObject({
  data: z.array(z.looseObject({ index: z.int(), embedding: z.array(z.number()).max(MAX_DIMENSIONS) })),
});

/** A fetch whose answers have one vector for each text, in their order: the library trusts the service with both. */
function inOrder(deps: ModelFetchDeps, wire: Wire, signal: AbortSignal, count: number): typeof globalThis.fetch {
  const send = createModelFetch(deps, wire, signal);
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok) return response;
    const { data } = answerSchema.safeParse(await response.json().catch(() => undefined));
    const sorted = data?.data.toSorted((a, b) => a.index - b.index);
    if (sorted?.length !== count || sorted.some(({ index }, place) => index !== place)) {
      wire.fault = new ModelFault(
        "invalid",
        `The model service answered without one vector for each of ${count} texts`,
      );
      throw wire.fault;
    }
    return Response.json({ ...data, data: sorted });
  };
}

function checked(vectors: number[][], expected: number | undefined): number[][] {
  const dimensions = expected ?? vectors[0]?.length ?? 0;
  const isGood = (vector: number[]) =>
    vector.length === dimensions && vector.every(Number.isFinite) && vector.some((each) => each !== 0);
  if (dimensions > 0 && vectors.every(isGood)) return vectors;
  throw new ModelFault("invalid", `The model service answered with vectors of other than ${dimensions} finite numbers`);
}
