import type { RequestContext } from "../../context.ts";
import { AppError, unavailable } from "../../errors.ts";

/** Open streams in this process at most: of one caller, of one tenant, of all. */
const MAX_OF_CALLER = 20;
const MAX_OF_TENANT = 500;
const MAX_OF_PROCESS = 2_000;

const RETRY_SECONDS = 30;

export interface StreamCounts {
  /** Counts one more, until the returned function is called. Throws 429 or 503 with Retry-After where there are too many. */
  take(ctx: Pick<RequestContext, "tenantId" | "actor">): () => void;
}

export function createStreamCounts(): StreamCounts {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, by: number) => {
    const count = of(key) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };

  return {
    take({ tenantId, actor }) {
      const caller = `${tenantId} ${actor.kind} ${actor.id}`;
      if (of(caller) >= MAX_OF_CALLER) throw tooMany(`At most ${MAX_OF_CALLER} streams of one caller are open at once`);
      if (of(tenantId) >= MAX_OF_TENANT) throw tooMany(`At most ${MAX_OF_TENANT} streams of a tenant are open at once`);
      if (of("") >= MAX_OF_PROCESS) throw unavailable("Too many streams are open", undefined, RETRY_SECONDS);
      const keys = [caller, tenantId, ""];
      for (const key of keys) add(key, 1);
      return () => {
        for (const key of keys.splice(0)) add(key, -1);
      };
    },
  };
}

function tooMany(message: string): AppError {
  return new AppError("RATE_LIMIT_EXCEEDED", message, { headers: { "Retry-After": String(RETRY_SECONDS) } });
}
