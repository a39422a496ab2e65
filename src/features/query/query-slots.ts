import type { RequestContext } from "../../context.ts";
import { unavailable } from "../../errors.ts";
import { createSlots, type Slots } from "../../platform/outside/slots.ts";

/** Forms that run at once in one process, of all tenants and of one: half of the connections stay free for other work. */
const AT_ONCE = 6;
const AT_ONCE_OF_TENANT = 3;
/** Callers that may wait, and for how long, in milliseconds. */
const MAX_WAITING = 50;
const WAIT_MS = 2_000;

/** Lets a few forms run at once, so that costly ones slow nobody else down. */
export interface QuerySlots {
  /** Resolves with a function that frees the place. Rejects with 503 after two seconds: asked again later, it may pass. */
  take(ctx: Pick<RequestContext, "tenantId" | "signal">): Promise<() => void>;
}

export function createQuerySlots(): QuerySlots {
  const all = createSlots(AT_ONCE, MAX_WAITING);
  const tenants = new Map<string, Slots>();
  const ofTenant = (tenantId: string) => {
    const slots = tenants.get(tenantId) ?? createSlots(AT_ONCE_OF_TENANT, MAX_WAITING);
    tenants.set(tenantId, slots);
    return slots;
  };
  const forget = (tenantId: string, slots: Slots) => {
    const { running, waiting } = slots.count();
    if (running + waiting === 0) tenants.delete(tenantId);
  };

  return {
    async take({ tenantId, signal: caller }) {
      const late = AbortSignal.timeout(WAIT_MS);
      const signal = caller ? AbortSignal.any([caller, late]) : late;
      const own = ofTenant(tenantId);
      let releaseOwn: (() => void) | undefined;
      try {
        releaseOwn = await own.take(signal);
        const release = await all.take(signal);
        return () => {
          release();
          releaseOwn?.();
          forget(tenantId, own);
        };
      } catch (error) {
        releaseOwn?.();
        forget(tenantId, own);
        caller?.throwIfAborted();
        throw unavailable("Too many queries run at once; try again", error);
      }
    },
  };
}

/** The pages, and `release` once: at their end, at a failure, or when the reader leaves, even before the first page. */
export function releasedAfter<T>(pages: AsyncIterable<T>, release: () => void): AsyncIterableIterator<T> {
  const inner = pages[Symbol.asyncIterator]();
  let isReleased = false;
  const end = () => {
    if (!isReleased) release();
    isReleased = true;
  };
  const outer: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => outer,
    async next() {
      try {
        const result = await inner.next();
        if (result.done) end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      try {
        await inner.return?.();
      } finally {
        end();
      }
      return { done: true, value: undefined };
    },
  };
  return outer;
}
