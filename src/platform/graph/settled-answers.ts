import type { Clock } from "../clock.ts";
import { createSharedAnswers } from "../shared-answers.ts";
import { createStampAges, MAX_AGE_MS } from "./stamp-ages.ts";

/** Answers to questions about a tenant's graph, kept while nothing in the tenant changes. */
export interface SettledAnswers<R> {
  /**
   * The kept answer if the tenant has not changed since it was found, else the result of `work`. Either shows every write
   * that was acknowledged before the call. `question` names everything that decides the answer besides the tenant's CIs,
   * relationships and relationship types. Callers share the answer, so none may change it. Throws what `work` throws.
   */
  answer(tenantId: string, question: string, work: () => Promise<R>): Promise<R>;
}

interface Kept<R> {
  answer: R;
  weight: number;
  stamp: number;
  at: number;
}

export interface SettledAnswersDeps<R> {
  clock: Clock;
  /** Reads a tenant's change stamp, which each committed change of its graph replaces. */
  stampOf: (tenantId: string) => Promise<number>;
  /** What an answer counts against `maxWeight`; default 1. One above a tenth of it is not kept. */
  weightOf?: (answer: R) => number;
  /** Of all kept answers together. The least recently used ones are removed first. */
  maxWeight: number;
}

/**
 * Keeps answers in this process. An answer is kept only if the stamp had settled (see `StampAges`) when it was read, for a
 * minute at most.
 */
export function createSettledAnswers<R>(deps: SettledAnswersDeps<R>): SettledAnswers<R> {
  const { clock, stampOf, weightOf = () => 1, maxWeight } = deps;
  const ages = createStampAges(clock);
  const shareStamp = createSharedAnswers<number>();
  const kept = new Map<string, Kept<R>>();
  let keptWeight = 0;

  const remove = (key: string) => {
    keptWeight -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, entry: Kept<R>) => {
    remove(key);
    if (entry.weight > Math.max(1, maxWeight / 10)) return;
    kept.set(key, entry);
    keptWeight += entry.weight;
    for (const oldest of kept.keys()) {
      if (keptWeight <= maxWeight) break;
      remove(oldest);
    }
  };

  return {
    async answer(tenantId, question, work) {
      const key = `${tenantId} ${question}`;
      const stamp = await shareStamp(tenantId, {}, () => stampOf(tenantId));
      const isSettled = ages.isSettled(tenantId, stamp);
      const at = clock.now().getTime();
      const known = kept.get(key);
      if (known?.stamp === stamp && at - known.at <= MAX_AGE_MS) {
        keep(key, known);
        return known.answer;
      }
      remove(key);
      const answer = await work();
      if (isSettled) keep(key, { answer, weight: weightOf(answer), stamp, at });
      return answer;
    },
  };
}
