import type { EnrichmentProgress, EnrichmentTurn } from "../../platform/enrichment.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { hashOfText, textOfCi } from "./ci-text.ts";
import type { EmbedTexts } from "./embed-texts.ts";
import { type EmbeddingIndex, embeddingsStore, type StaleCi } from "./embeddings.store.ts";
import { factsGraph, type KnownCi } from "./facts.graph.store.ts";
import type { VectorIndexes } from "./vector-indexes.ts";
import { type VectorItem, vectorsGraph } from "./vectors.graph.store.ts";

export interface EmbedCisDeps {
  graph: Graph;
  postgres: Postgres;
  indexes: VectorIndexes;
  embedTexts: EmbedTexts;
}

/** Which CIs a turn takes. */
export interface Source {
  /** The last id that was taken before. */
  from: string;
  /** As `performance.now()`. */
  deadline: number;
  /** Also CIs whose text has not changed. */
  force: boolean;
  /** The next CIs in the order of ids: marked ones, or ids alone. */
  read(after: string, limit: number): Promise<readonly (StaleCi | string)[]>;
  /** All CIs up to this id have been done. */
  reached?(id: string): Promise<void>;
}

export type EmbedCis = (turn: EnrichmentTurn, index: EmbeddingIndex, source: Source) => Promise<EnrichmentProgress>;

export const NO_COUNTS: Omit<EnrichmentProgress, "next"> = { done: 0, changed: 0, failed: 0 };
/** Texts in a request: 250 of 4,000 characters remain below the tokens that services take at once (300,000). */
const TEXTS_PER_REQUEST = 250;

interface Chunk {
  /** How many CIs were looked at. */
  size: number;
  marks: StaleCi[];
  last: string;
  isLast: boolean;
  /** CIs whose text differs from that of their vector, with their text and its digest. */
  due: { id: string; text: string; hash: string }[];
  /** CIs whose texts hold something that changed with these. */
  followers: string[];
}

/**
 * Embeds CIs for one turn. While the model works on a chunk, the next is read and the one before written; a chunk counts as done
 * when its vectors are stored, so that an interrupted turn is repeated from there.
 */
export function createEmbedCis(deps: EmbedCisDeps): EmbedCis {
  return async (turn, index, { from, deadline, ...source }) => {
    const { tenantId, batchSize, signal } = turn;
    const counts = { ...NO_COUNTS };
    let left = batchSize;
    const read = async (after: string): Promise<Chunk | undefined> => {
      const limit = Math.min(left, TEXTS_PER_REQUEST);
      left -= limit;
      return limit > 0 ? readChunk(deps, tenantId, index, source, after, limit) : undefined;
    };
    let next: string | undefined = from;
    let reading: Promise<Chunk | undefined> = read(from);
    let writing: Promise<void> = Promise.resolve();
    try {
      for (let chunk = await reading; chunk; chunk = await reading) {
        signal.throwIfAborted();
        const isEnd = chunk.isLast || performance.now() > deadline;
        reading = handled(isEnd ? Promise.resolve(undefined) : read(chunk.last));
        const texts = chunk.due.map(({ text }) => text);
        const vectors = texts.length > 0 ? await deps.embedTexts(texts, turn, signal) : [];
        await writing;
        const done = chunk;
        writing = handled(write(deps, tenantId, index, source, done, vectors, counts));
        next = done.isLast ? undefined : done.last;
      }
    } finally {
      await writing;
    }
    return { ...counts, next };
  };
}

/** A promise that is awaited later: until then its failure is nobody's. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function readChunk(
  { graph }: EmbedCisDeps,
  tenantId: string,
  { slot }: EmbeddingIndex,
  { read, force }: Pick<Source, "read" | "force">,
  after: string,
  limit: number,
): Promise<Chunk | undefined> {
  const wanted = await read(after, limit);
  const marks = wanted.filter((one): one is StaleCi => typeof one !== "string");
  const ids = wanted.map((one) => (typeof one === "string" ? one : one.ciId));
  const known = await factsGraph.facts(graph, tenantId, slot, ids);
  const renamed = new Set(marks.flatMap((mark) => (mark.renamed ? [mark.ciId] : [])));
  const due = known.filter(isEmbeddable).flatMap((ci) => {
    const text = textOfCi(ci);
    const hash = hashOfText(text);
    return force || hash !== ci.hash ? [{ id: ci.id, text, hash }] : [];
  });
  const followers = known.flatMap((ci) =>
    isEmbeddable(ci) ? (renamed.has(ci.id) ? ci.neighbours.map(({ id }) => id) : []) : ci.hosts,
  );
  return { size: ids.length, marks, last: ids.at(-1) ?? after, isLast: ids.length < limit, due, followers };
}

function isEmbeddable({ type }: KnownCi): boolean {
  return type !== "software_instance";
}

async function write(
  { graph, postgres, indexes }: EmbedCisDeps,
  tenantId: string,
  { slot, dimensions }: EmbeddingIndex,
  { reached }: Pick<Source, "reached">,
  { size, due, marks, last, followers }: Chunk,
  vectors: readonly (readonly number[] | undefined)[],
  counts: Omit<EnrichmentProgress, "next">,
): Promise<void> {
  const other = vectors.find((vector) => vector && vector.length !== dimensions);
  if (other) {
    await indexes.changeDimensions(other.length);
    throw new Error(
      `The embedding model changed from ${dimensions} to ${other.length} dimensions; its index is rebuilt`,
    );
  }
  const items = due.flatMap(({ id, hash }, place): VectorItem[] => {
    const vector = vectors[place];
    return vector ? [{ id, hash, vector }] : [];
  });
  const failed = due.filter((_, place) => !vectors[place]).map(({ id }) => id);
  await vectorsGraph.put(graph, tenantId, slot, items);
  const failures = new Set(failed);
  await postgres.transaction(async (tx) => {
    await embeddingsStore.settle(
      tx,
      tenantId,
      marks.filter(({ ciId }) => !failures.has(ciId)),
    );
    await embeddingsStore.recordFailures(
      tx,
      tenantId,
      failed,
      "the model refuses the text, or its vector cannot be indexed",
    );
    await embeddingsStore.markStale(
      tx,
      tenantId,
      followers.map((ciId) => ({ ciId, renamed: false })),
    );
  });
  await reached?.(last);
  counts.done += size;
  counts.changed += items.length;
  counts.failed += failed.length;
  if (failed.length > 0) counts.error = `${failed.length} texts were refused by the embedding model`;
}
