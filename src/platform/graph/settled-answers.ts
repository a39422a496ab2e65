import { createSharedAnswers } from "../shared-answers.ts";
import { createStampedCache, type StampedCacheOptions } from "./stamped-cache.ts";

/** Answers to questions about a tenant's graph, kept in this process while nothing in the tenant changes. */
export interface SettledAnswers<R, S> {
  /**
   * The kept answer if the tenant has not changed since it was found, else the result of `work`, which is given the state of
   * the tenant that was read for this. Either shows every write that was acknowledged before the call. `question` names
   * everything that decides the answer besides the tenant's CIs, relationships and relationship types. Callers share the
   * answer, so none may change it. Throws what `work` throws.
   */
  answer(tenantId: string, question: string, work: (state: S) => Promise<R>): Promise<R>;
}

/** A tenant's change stamp, which each committed change of its graph replaces. */
interface Stamped {
  stamp: number;
}

export interface SettledAnswersDeps<R, S extends Stamped> extends StampedCacheOptions<R> {
  /** Reads a tenant's change stamp, and what else each answer needs at first. */
  stateOf: (tenantId: string) => Promise<S>;
}

export function createSettledAnswers<R, S extends Stamped = Stamped>({
  stateOf,
  ...options
}: SettledAnswersDeps<R, S>): SettledAnswers<R, S> {
  const cache = createStampedCache<R>(options);
  const shareState = createSharedAnswers<S>();
  return {
    async answer(tenantId, question, work) {
      const key = `${tenantId} ${question}`;
      const state = await shareState(tenantId, {}, () => stateOf(tenantId));
      const { stamp } = state;
      const isSettled = cache.isSettled(tenantId, stamp);
      const known = cache.get(key, stamp);
      if (known !== undefined) return known;
      const answer = await work(state);
      if (isSettled) cache.keep(key, stamp, answer);
      return answer;
    },
  };
}
