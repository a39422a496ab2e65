import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import { decisionsStore } from "./decisions.store.ts";
import { type TakeDecisionsDeps, takeDecisions } from "./take-decisions.ts";

/** The decision on a CVE for one CI, or null for that on all. */
export interface WithdrawInput {
  cve: string;
  ciId: string | null;
}

/**
 * Takes a decision back, whether it still holds or not: what it concerned counts again as it was found, and the messages of
 * findings that it held back are sent. Recorded in the audit log and on the stream. Throws 403 without `cmdb.write`, 404 where
 * there is no such decision, 503 while the tenant's programs are being matched for longer than a caller can wait.
 */
export type Withdraw = (ctx: RequestContext, input: WithdrawInput) => Promise<void>;

export function createWithdraw(deps: TakeDecisionsDeps): Withdraw {
  return async (ctx, { cve, ciId }) => {
    requireScope(ctx, "cmdb.write");
    await takeDecisions(deps, ctx, "vulnerability.decision_withdrawn", async (tx) => {
      const taken = await decisionsStore.take(tx, ctx.tenantId, cve, ciId);
      if (!taken) throw notFound("decision");
      return [taken];
    });
  };
}
