import { createSharedAnswers } from "../shared-answers.ts";
import { createStampedCache, type StampedCacheOptions } from "./stamped-cache.ts";

/** Answers to questions about a tenant's graph, kept in this process while nothing in the tenant changes. */
export interface SettledAnswers<R> {
  /**
   * The kept answer if the tenant has not changed since it was found, else the result of `work`. Either shows every write
   * that was acknowledged before the call. `question` names everything that decides the answer besides the tenant's CIs,
   * relationships and relationship types. Callers share the answer, so none may change it. Throws what `work` throws.
   */
  answer(tenantId: string, question: string, work: () => Promise<R>): Promise<R>;
}

export interface SettledAnswersDeps<R> extends StampedCacheOptions<R> {
  /** Reads a tenant's change stamp, which each committed change of its graph replaces. */
  stampOf: (tenantId: string) => Promise<number>;
}

export function createSettledAnswers<R>({ stampOf, ...options }: SettledAnswersDeps<R>): SettledAnswers<R> {
  const cache = createStampedCache<R>(options);
  const shareStamp = createSharedAnswers<number>();
  return {
    async answer(tenantId, question, work) {
      const key = `${tenantId} ${question}`;
      const stamp = await shareStamp(tenantId, {}, () => stampOf(tenantId));
      const isSettled = cache.isSettled(tenantId, stamp);
      const known = cache.get(key, stamp);
      if (known !== undefined) return known;
      const answer = await work();
      if (isSettled) cache.keep(key, stamp, answer);
      return answer;
    },
  };
}
