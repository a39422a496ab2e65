import { systemContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import { END_DECISIONS } from "../job-refs.ts";
import { tellFound } from "../match/tell-found.ts";
import { workStore } from "../state/work.store.ts";
import { snapshotOf } from "./decide.ts";
import { decisionsStore } from "./decisions.store.ts";

export interface EndDecisionsDeps {
  postgres: Postgres;
  clock: Clock;
  changes: Pick<Changes, "deliver">;
}

export type EndDecisions = (tenantId: string) => Promise<void>;

/**
 * Records in the audit log, and tells, that decisions are over; what was found while they held, and is affected now, is told of
 * as any finding is. They count no more from their time on, whether this has run or not.
 */
export function createEndDecisions({ postgres, clock, changes }: EndDecisionsDeps): EndDecisions {
  return (tenantId) =>
    postgres.transaction(async (tx) => {
      // A step of matching under way may be telling of the same findings.
      await workStore.lock(tx, tenantId);
      const now = clock.now();
      const over = await decisionsStore.takeOver(tx, tenantId, now);
      if (over.length === 0) return;
      const id = newId();
      const ctx = systemContext(tenantId, id);
      for (const decision of over) {
        const record = { action: "vulnerability.decision_over", target: { kind: "vulnerability", id: decision.cve } };
        await recordAudit(tx, ctx, { ...record, before: { ...snapshotOf(decision) } }, now);
      }
      await changes.deliver(
        "vulnerabilities",
        tx,
        tenantId,
        over.map((decision, i) => ({
          kind: "vulnerability.decision_over" as const,
          subject: { kind: "vulnerability" as const, id: decision.cve },
          version: 1,
          before: snapshotOf(decision),
          after: null,
          id: `${id}:${i}`,
          actor: "system",
          requestId: id,
          at: now.toISOString(),
        })),
      );
      await tellFound({ changes, now: () => now }, tx, tenantId, { cves: [...new Set(over.map(({ cve }) => cve))] });
    });
}

export function owedDecisions({ postgres, clock }: Pick<EndDecisionsDeps, "postgres" | "clock">): OwedWork {
  return owedWork(END_DECISIONS, () => decisionsStore.tenantsWithOver(postgres, clock.now()));
}
