import type { RequestContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { tellFound } from "../match/tell-found.ts";
import { workStore } from "../state/work.store.ts";
import type { Decision } from "./decisions.store.ts";
import { recordDecisions, snapshotOf } from "./record-decisions.ts";

export interface TakeDecisionsDeps {
  postgres: Postgres;
  clock: Clock;
  changes: Pick<Changes, "deliver">;
}

/**
 * Takes away decisions that hold no longer, records why, and sends the messages of findings that they held back and that are
 * affected now: all in one transaction. `take` removes or marks the decisions and returns them. Rejects with 503 if a step of
 * matching keeps the tenant's lock for too long.
 */
export async function takeDecisions(
  { postgres, clock, changes }: TakeDecisionsDeps,
  ctx: RequestContext,
  kind: "vulnerability.decision_over" | "vulnerability.decision_withdrawn",
  take: (tx: Sql, now: Date) => Promise<Decision[]>,
): Promise<void> {
  await postgres.transaction(async (tx) => {
    // A step of matching under way does not see that the decision ends, and may be writing the findings that it holds back.
    await workStore.lock(tx, ctx.tenantId);
    const now = clock.now();
    const taken = await take(tx, now);
    if (taken.length === 0) return;
    const ended = taken.map((decision) => ({ kind, before: snapshotOf(decision), after: null }));
    await recordDecisions(changes, tx, ctx, ended, now);
    const cves = [...new Set(taken.map(({ cve }) => cve))];
    await tellFound({ changes, now: () => now }, tx, ctx.tenantId, { cves });
  });
}
