import type { Logger } from "../../../platform/log.ts";
import { NvdFault } from "../../../platform/nvd/index.ts";
import type { CpeDictionary } from "../../cpe-dictionary/index.ts";
import { type LookUpDeps, lookUp } from "./look-up.ts";
import { lookUpsStore } from "./look-ups.store.ts";

export interface RunLookUpsDeps extends LookUpDeps {
  dictionary: Pick<CpeDictionary, "importRecords" | "recountPairs">;
  /** Sends the enrichment of a tenant. */
  enrich: (tenantId: string) => Promise<void>;
  /** Sends the run that goes on. */
  sendRun: (startAfterSeconds?: number) => Promise<void>;
}

/** After this long a run gives way, and another goes on. */
const MAX_RUN_MS = 60_000;
/** Searches see what was found after this long, or when nothing waits: each time the dictionary's pairs are read anew. */
const PUBLISH_AFTER_MS = 300_000;
/** So many in a row that the source refuses, and it is left alone: the fault is not the program's. */
const MAX_REFUSED = 3;

/** Works off the look-ups that wait. Where the source does not answer all of them are given up until the next hour. */
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

  /** What was found is counted among the dictionary's pairs, and its programs are enriched. */
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
