import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Embedder } from "../../src/platform/ai/index.ts";

const CLUSTERS = 400;
/** How far members lie from the middle of their cluster, as a share of its distance from the others. */
const SPREAD = 0.6;

export interface SyntheticEmbedder extends Embedder {
  /** The vector of a text, without waiting. */
  vectorOf(tenantId: string, text: string): Float32Array;
}

/**
 * An embedding model whose vectors are known: those of texts lie in clusters, as those of things of one kind do, and follow
 * from the first line of the text. A request takes `millis` for 250 texts, and as much less as it has fewer.
 */
export function syntheticEmbedder(dimensions: number, millis: number): SyntheticEmbedder {
  const centres = Array.from({ length: CLUSTERS }, (_, i) => gaussians(`centre ${i}`, dimensions, 1));
  const vectorOf = (tenantId: string, text: string): Float32Array => {
    const first = text.split("\n", 1)[0]!;
    const seed = `${tenantId} ${first}`;
    const centre = centres[createHash("sha256").update(`cluster ${seed}`).digest().readUInt32LE() % CLUSTERS]!;
    const vector = gaussians(seed, dimensions, SPREAD);
    for (let i = 0; i < dimensions; i++) vector[i]! += centre[i]!;
    return vector;
  };
  return {
    isAvailable: true,
    model: `synthetic-${dimensions}`,
    vectorOf,
    async embed(texts, { tenantId }) {
      const until = performance.now() + (millis * texts.length) / 250;
      const vectors = texts.map((text) => [...vectorOf(tenantId, text)]);
      await sleep(Math.max(0, until - performance.now()));
      return { vectors, tokens: null };
    },
  };
}

/** Normally distributed numbers that follow from the seed (xorshift and Box-Muller). */
function gaussians(seed: string, count: number, scale: number): Float32Array {
  let state = createHash("sha256").update(seed).digest().readUInt32LE() || 1;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 4_294_967_296;
  };
  const out = new Float32Array(count);
  for (let i = 0; i < count; i += 2) {
    const radius = scale * Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    out[i] = radius * Math.cos(angle);
    if (i + 1 < count) out[i + 1] = radius * Math.sin(angle);
  }
  return out;
}

/** Indexes of the `count` vectors that are nearest by cosine, each compared. */
export function nearestByBruteForce(vectors: readonly Float32Array[], query: Float32Array, count: number): number[] {
  const scores = vectors.map((vector, place) => ({ place, score: cosine(vector, query) }));
  return scores
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ place }) => place);
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, left, right] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    left += a[i]! * a[i]!;
    right += b[i]! * b[i]!;
  }
  return dot / Math.sqrt(left * right);
}
