import { systemContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { END_DECISIONS } from "../job-refs.ts";
import { tellFound } from "../match/tell-found.ts";
import { workStore } from "../state/work.store.ts";
import { decisionsStore } from "./decisions.store.ts";
import { recordDecisions, snapshotOf } from "./record-decisions.ts";

export interface EndDecisionsDeps {
  postgres: Postgres;
  clock: Clock;
  changes: Pick<Changes, "deliver">;
}

export type EndDecisions = (tenantId: string) => Promise<void>;

/**
 * Records that decisions are over, and sends the messages of findings that they held back and that are affected now. Decisions
 * count no more from their time on, whether this has run or not.
 */
export function createEndDecisions({ postgres, clock, changes }: EndDecisionsDeps): EndDecisions {
  return (tenantId) =>
    postgres.transaction(async (tx) => {
      // A step of matching under way may be telling of the same findings.
      await workStore.lock(tx, tenantId);
      const now = clock.now();
      const over = await decisionsStore.takeOver(tx, tenantId, now);
      if (over.length === 0) return;
      const ended = over.map((decision) => ({
        kind: "vulnerability.decision_over" as const,
        before: snapshotOf(decision),
        after: null,
      }));
      await recordDecisions(changes, tx, systemContext(tenantId, newId()), ended, now);
      await tellFound({ changes, now: () => now }, tx, tenantId, { cves: [...new Set(over.map(({ cve }) => cve))] });
    });
}

export function owedDecisions({ postgres, clock }: Pick<EndDecisionsDeps, "postgres" | "clock">): OwedWork {
  return owedWork(END_DECISIONS, () => decisionsStore.tenantsWithOver(postgres, clock.now()));
}
