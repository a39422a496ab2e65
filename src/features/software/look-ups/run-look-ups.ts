import { coerceError } from "../../../errors.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../../platform/log.ts";
import { NvdFault } from "../../../platform/nvd/index.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { CpeDictionary } from "../../cpe-dictionary/index.ts";
import { type LookUpDeps, type LookUpOutcome, lookUp } from "./look-up.ts";
import { type LookUp, lookUpsStore, type PutOff } from "./look-ups.store.ts";

export interface RunLookUpsDeps extends LookUpDeps {
  dictionary: Pick<CpeDictionary, "importRecords" | "recountPairs">;
  /** Enqueues CPE enrichment of a tenant. */
  enrich: (tenantId: string) => Promise<void>;
  /** Distinguishes a look-up that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
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
/** After so many refusals in a row of one tenant's programs, those that only it waits for wait an hour. */
const MAX_REFUSED = 3;
/** After refusals of so many tenants in a row all look-ups wait an hour: the source then refuses us, not their programs. */
const MAX_REFUSED_TENANTS = 3;

/**
 * Processes the waiting look-ups, one of each tenant in turn. If the source does not answer, all of them wait an hour; if it
 * refuses the programs of one tenant, those of the others are still looked up.
 */
export function createRunLookUps(deps: RunLookUpsDeps): (call: { signal: AbortSignal; log: Logger }) => Promise<void> {
  const { postgres } = deps;
  /** The tenant whose turn was the last one. */
  let last = "";

  /** Ends look-ups and queues the programs that wait for them, in one transaction. */
  const end = async (ending: (tx: Sql) => Promise<readonly string[]>): Promise<void> => {
    const tenantIds = await postgres.transaction(async (tx) => lookUpsStore.queueEnrichment(tx, await ending(tx)));
    for (const tenantId of tenantIds) await deps.enrich(tenantId);
  };

  const giveUp = (log: Logger, seenAt: LookUp, which: PutOff, reason: string): Promise<void> =>
    end(async (tx) => {
      const keys = await lookUpsStore.markUnanswered(tx, seenAt, which);
      log.warn({ reason, programs: keys.length }, "programs could not be looked up at the vulnerability database");
      return keys;
    });

  /**
   * Recounts the pairs of found entries, so that searches see them, and enqueues enrichment of the waiting programs.
   */
  const publishFound = async (keys: readonly string[], signal: AbortSignal): Promise<void> => {
    await deps.dictionary.recountPairs(signal);
    await end(async (tx) => {
      await lookUpsStore.closeFound(tx, keys);
      return keys;
    });
  };

  /** Rejects if a store is away; any other failure ends this look-up alone, and those behind it go on. */
  const outcomeOf = async (request: LookUp, signal: AbortSignal, log: Logger): Promise<LookUpOutcome | NvdFault> => {
    try {
      return await lookUp(deps, request, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NvdFault) return error;
      if (await isOutage(error, deps.storesTakeWrites)) throw error;
      log.error({ key: request.key, error: coerceError(error).message }, "a program could not be looked up");
      return "refused";
    }
  };

  return async ({ signal, log }) => {
    const until = performance.now() + MAX_RUN_MS;
    /** Refusals in a row of each tenant's programs, and the tenants refused since the last answer to any. */
    const refusals = new Map<string, number>();
    const refusedTenants = new Set<string>();
    await lookUpsStore.retryUnanswered(postgres);
    for (;;) {
      signal.throwIfAborted();
      const { keys, since } = await lookUpsStore.foundLookUps(postgres);
      const next = await lookUpsStore.nextLookUp(postgres, last);
      if (since && (!next || Date.now() - since.getTime() > PUBLISH_AFTER_MS)) await publishFound(keys, signal);
      if (!next) return;
      if (performance.now() > until) return deps.sendRun();
      last = next.tenantId;
      const outcome = await outcomeOf(next, signal, log);
      if (outcome instanceof NvdFault) return giveUp(log, next, "all", outcome.message);
      if (outcome === "unfound") await end((tx) => lookUpsStore.closeUnfound(tx, next.key));
      if (outcome !== "refused") {
        refusals.delete(next.tenantId);
        refusedTenants.clear();
        continue;
      }
      const refused = (refusals.get(next.tenantId) ?? 0) + 1;
      refusals.set(next.tenantId, refused);
      refusedTenants.add(next.tenantId);
      if (refusedTenants.size >= MAX_REFUSED_TENANTS) return giveUp(log, next, "all", "it refuses the searches");
      if (refused >= MAX_REFUSED) await giveUp(log, next, "of its tenant", "it refuses the searches of a tenant");
      else await end((tx) => lookUpsStore.markUnanswered(tx, next, "itself"));
    }
  };
}
