import type { Logger } from "../../../platform/log.ts";
import { NvdFault } from "../../../platform/nvd/index.ts";
import type { CpeDictionary } from "../../cpe-dictionary/index.ts";
import { type LookUpDeps, lookUp } from "./look-up.ts";
import { lookUpsStore } from "./look-ups.store.ts";

export interface RunLookUpsDeps extends LookUpDeps {
  dictionary: Pick<CpeDictionary, "importRecords" | "recountPairs">;
  /** Enqueues CPE enrichment of a tenant. */
  enrich: (tenantId: string) => Promise<void>;
  /** Enqueues the next run. */
  sendRun: (startAfterSeconds?: number) => Promise<void>;
}

/** A run ends after this time and enqueues its successor. */
const MAX_RUN_MS = 60_000;
/**
 * Found entries become visible to searches after this time, or when no look-up waits: each time all processes reload
 * pairs.
 */
const PUBLISH_AFTER_MS = 300_000;
/** After this many refusals in a row the run stops: the fault is then not the program's. */
const MAX_REFUSED = 3;

/** Processes the waiting look-ups. If the source does not answer, all of them wait until the next hour. */
export function createRunLookUps(deps: RunLookUpsDeps): (call: { signal: AbortSignal; log: Logger }) => Promise<void> {
  const { postgres } = deps;

  const enrichWaiting = async (keys: readonly string[]): Promise<void> => {
    for (const tenantId of await lookUpsStore.queueEnrichment(postgres, keys)) await deps.enrich(tenantId);
  };

  const giveUpAll = async (log: Logger, seenAt: string, reason: string): Promise<void> => {
    const keys = await lookUpsStore.markUnanswered(postgres, seenAt, true);
    log.warn({ reason, programs: keys.length }, "programs could not be looked up at the vulnerability database");
    await enrichWaiting(keys);
  };

  /**
   * Recounts the pairs of found entries, so that searches see them, and enqueues enrichment of the waiting programs.
   */
  const publishFound = async (keys: readonly string[], signal: AbortSignal): Promise<void> => {
    await deps.dictionary.recountPairs(signal);
    await lookUpsStore.closeFound(postgres, keys);
    await enrichWaiting(keys);
  };

  return async ({ signal, log }) => {
    const end = performance.now() + MAX_RUN_MS;
    let refused = 0;
    for (;;) {
      signal.throwIfAborted();
      const { keys, since } = await lookUpsStore.foundLookUps(postgres);
      const next = await lookUpsStore.nextLookUp(postgres);
      if (since && (!next || Date.now() - since.getTime() > PUBLISH_AFTER_MS)) await publishFound(keys, signal);
      if (!next) return;
      if (performance.now() > end) return deps.sendRun();
      const outcome = await lookUp(deps, next, signal).catch((error: unknown) => {
        if (error instanceof NvdFault) return error;
        throw error;
      });
      if (outcome instanceof NvdFault) return giveUpAll(log, next.key, outcome.message);
      if (outcome === "unfound" || outcome === "refused") await enrichWaiting([next.key]);
      refused = outcome === "refused" ? refused + 1 : 0;
      if (refused >= MAX_REFUSED) return giveUpAll(log, next.key, "it refuses the searches");
    }
  };
}
