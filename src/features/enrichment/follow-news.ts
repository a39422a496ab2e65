import { coerceError } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { EnrichmentName, EnrichmentNews, FollowedTurn } from "../../platform/enrichment.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { newsStore } from "./news.store.ts";

export interface NewsDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
}

const NOTHING_YET: FollowedTurn = { done: 0, changed: 0, failed: 0, more: true };
/** Two processes may begin or end a run between the statements of one. */
const MAX_ROUNDS = 3;

/**
 * Shows the work of features' own jobs as runs: one statement a turn of about a second, whatever the turn did. A single
 * saved CI makes at most one run a minute.
 */
export function createEnrichmentNews({ postgres, clock, log }: NewsDeps): EnrichmentNews {
  const count = async (tenantId: string, name: EnrichmentName, trigger: "news" | "manual", turn: FollowedTurn) => {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const open = await newsStore.count(postgres, tenantId, name, turn);
      if (open !== undefined) return open;
      const run = { id: newId(), tenantId, name, trigger, at: clock.now() };
      if (await postgres.transaction((tx) => newsStore.begin(tx, run, turn))) return run.id;
    }
    return undefined;
  };

  const counted = async (tenantId: string, name: EnrichmentName, trigger: "news" | "manual", turn: FollowedTurn) => {
    try {
      return await count(tenantId, name, trigger, turn);
    } catch (error) {
      log.warn({ tenant: tenantId, name, error: coerceError(error).message }, "enrichment could not be shown as a run");
      return undefined;
    }
  };

  return {
    runId: (tenantId, name, trigger = "news") => counted(tenantId, name, trigger, NOTHING_YET),
    async record(tenantId, name, turn, trigger = "news") {
      await counted(tenantId, name, trigger, turn);
    },
  };
}
