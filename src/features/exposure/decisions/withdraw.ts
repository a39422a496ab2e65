import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { DecideDeps } from "./decide.ts";
import { decisionsStore } from "./decisions.store.ts";
import { recordDecisions, snapshotOf } from "./record-decisions.ts";

/** The decision on a CVE for one CI, or null for that on all. */
export interface WithdrawInput {
  cve: string;
  ciId: string | null;
}

/**
 * Takes a decision back, whether it still holds or not: what it concerned counts again as it was found. Recorded in the audit log
 * and on the stream. Throws 403 without `cmdb.write`, 404 where there is no such decision.
 */
export type Withdraw = (ctx: RequestContext, input: WithdrawInput) => Promise<void>;

export function createWithdraw({
  postgres,
  clock,
  changes,
}: Pick<DecideDeps, "postgres" | "clock" | "changes">): Withdraw {
  return async (ctx, { cve, ciId }) => {
    requireScope(ctx, "cmdb.write");
    const now = clock.now();
    await postgres.transaction(async (tx) => {
      const taken = await decisionsStore.take(tx, ctx.tenantId, cve, ciId);
      if (!taken) throw notFound("decision");
      const states = { before: snapshotOf(taken), after: null };
      await recordDecisions(changes, tx, ctx, [{ kind: "vulnerability.decision_withdrawn", ...states }], now);
    });
  };
}
