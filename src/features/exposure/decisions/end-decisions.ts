import { systemContext } from "../../../context.ts";
import { newId } from "../../../platform/ids.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import { END_DECISIONS } from "../job-refs.ts";
import { decisionsStore } from "./decisions.store.ts";
import { type TakeDecisionsDeps, takeDecisions } from "./take-decisions.ts";

export type EndDecisions = (tenantId: string) => Promise<void>;

/**
 * Records that decisions are over, and sends the messages of findings that they held back. Decisions count no more from their
 * time on, whether this has run or not.
 */
export function createEndDecisions(deps: TakeDecisionsDeps): EndDecisions {
  return (tenantId) =>
    takeDecisions(deps, systemContext(tenantId, newId()), "vulnerability.decision_over", (tx, now) =>
      decisionsStore.takeOver(tx, tenantId, now),
    );
}

export function owedDecisions({ postgres, clock }: Pick<TakeDecisionsDeps, "postgres" | "clock">): OwedWork {
  return owedWork(END_DECISIONS, () => decisionsStore.tenantsWithOver(postgres, clock.now()));
}
