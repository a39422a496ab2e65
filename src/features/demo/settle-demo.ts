import { type RequestContext, systemContext } from "../../context.ts";
import { AppError, coerceError, isUnavailable } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import { hold } from "../../platform/jobs/hold.ts";
import type { JobCall } from "../../platform/jobs/job-ref.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { AskDemo } from "./ask-demo.ts";
import { type DemoTask, demoRequestsStore } from "./demo-requests.store.ts";
import type { LoadDemo } from "./load-demo.ts";
import type { RemoveDemo } from "./remove-demo.ts";

export interface SettleDemoDeps {
  postgres: Postgres;
  load: LoadDemo;
  remove: RemoveDemo;
  /** How often a run says that it lives, in milliseconds. */
  renewMs?: number | undefined;
}

/** Another process took the request over after this one had been silent for too long. */
class DemoLost extends Error {
  override readonly name = "DemoLost";
}

const MAX_ERROR = 500;

/** Does what the tenant was last asked for. A run that died is repeated: both loading and removing resume. */
export function createSettleDemo(deps: SettleDemoDeps) {
  return async ({ tenantId }: { tenantId: string }, { signal, log }: JobCall): Promise<void> => {
    const task = await demoRequestsStore.claim(deps.postgres, tenantId, newId());
    if (!task) return;
    const work = task.wanted === "loaded" ? deps.load : deps.remove;
    try {
      await holding(deps, task, signal, (held) => work({ ...systemContext(tenantId, newId()), signal: held }));
    } catch (error) {
      // An outage is the queue's to wait for; what failed otherwise waits for its next try in the table.
      if (signal.aborted || isUnavailable(error)) throw error;
      log.warn({ tenant: tenantId, wanted: task.wanted, error: coerceError(error).message }, "the demo failed");
    }
  };
}

/**
 * Loads or removes the demo within the call, for the command line. What it returns is undefined where there was nothing to
 * do. Throws as `AskDemo` does.
 */
export function createDemoNow<T>(
  deps: { postgres: Postgres; ask: AskDemo },
  wanted: DemoTask["wanted"],
  work: (ctx: RequestContext) => Promise<T>,
) {
  return async (ctx: RequestContext): Promise<T> => {
    const attempt = newId();
    if ((await deps.ask(ctx, wanted, attempt)) === "present") return work(ctx);
    const task = { tenantId: ctx.tenantId, attempt, wanted };
    const stop = ctx.signal ?? new AbortController().signal;
    return holding(deps, task, stop, (signal) => work({ ...ctx, signal }));
  };
}

async function holding<T>(
  { postgres, renewMs }: Pick<SettleDemoDeps, "postgres" | "renewMs">,
  task: DemoTask,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const renew = () => demoRequestsStore.renew(postgres, task);
  const held = hold({ renew, stop, lost: new DemoLost(), renewMs });
  try {
    const result = await work(held.signal);
    await demoRequestsStore.finish(postgres, task);
    return result;
  } catch (error) {
    const isExcused = held.signal.aborted || isUnavailable(error);
    // Where the store is away, the lease ends by itself.
    await demoRequestsStore.release(postgres, task, isExcused ? null : publicReason(error)).catch(() => undefined);
    throw error;
  } finally {
    held.end();
  }
}

/** What those who see the demo read of a fault; the log has the rest. */
function publicReason(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.message.slice(0, MAX_ERROR);
  return "An internal error; the service's log tells it";
}
