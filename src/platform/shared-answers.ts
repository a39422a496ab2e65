import { createBatcher } from "./batcher.ts";

/**
 * Answers a question, or shares the answer to an equal one. `key` names the question with everything that decides its answer,
 * such as the tenant. The signal of the work is aborted once all callers that share it have gone.
 */
export type SharedAnswers<R> = (
  key: string,
  caller: { signal?: AbortSignal },
  work: (signal: AbortSignal | undefined) => Promise<R>,
) => Promise<R>;

interface Caller<R> {
  caller: { signal?: AbortSignal };
  work: (signal: AbortSignal | undefined) => Promise<R>;
}

/**
 * Callers with an equal question share the work that begins after they asked, never work in progress: an answer is not
 * older than its question, so it shows every write that was acknowledged before. Work that takes longer than 100 ms does not
 * hold up the next: then two run at once.
 */
export function createSharedAnswers<R>(): SharedAnswers<R> {
  const batcher = createBatcher<Caller<R>, R>({
    maxItems: Number.POSITIVE_INFINITY,
    parallel: 2,
    minBatch: Number.POSITIVE_INFINITY,
    async run(_key, callers) {
      const [first] = callers;
      if (!first) return [];
      const signal = callers.length === 1 ? first.caller.signal : onceAllAborted(callers);
      const answer = await first.work(signal);
      return callers.map(() => answer);
    },
  });
  return (key, caller, work) => batcher.submit(key, { caller, work });
}

/** Aborted with the last of the callers; undefined if one of them cannot be. */
function onceAllAborted(callers: readonly Pick<Caller<unknown>, "caller">[]): AbortSignal | undefined {
  const signals = callers.map(({ caller }) => caller.signal);
  if (signals.includes(undefined)) return undefined;
  const all = new AbortController();
  const check = () => {
    if (signals.every((signal) => signal?.aborted)) all.abort(signals.at(-1)?.reason);
  };
  for (const signal of signals) signal?.addEventListener("abort", check, { once: true });
  check();
  return all.signal;
}
