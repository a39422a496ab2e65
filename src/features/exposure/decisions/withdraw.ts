import { actorName, type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { recordAudit } from "../../audit/index.ts";
import { type DecideDeps, snapshotOf } from "./decide.ts";
import { decisionsStore } from "./decisions.store.ts";

/** The decision on a CVE for one CI, or null for that on all. */
export interface WithdrawInput {
  cve: string;
  ciId: string | null;
}

/**
 * Takes a decision back, whether it still holds or not: what it concerned counts again as it was found. Audited, and told of
 * on the stream. Throws 403 without `cmdb.write`, 404 where there is no such decision.
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
      const before = snapshotOf(taken);
      const target = { kind: "vulnerability", id: cve };
      await recordAudit(tx, ctx, { action: "vulnerability.decision_withdrawn", target, before: { ...before } }, now);
      await changes.deliver("vulnerabilities", tx, ctx.tenantId, [
        {
          kind: "vulnerability.decision_withdrawn",
          subject: { kind: "vulnerability", id: cve },
          version: 1,
          before,
          after: null,
          id: `${newId()}:0`,
          actor: actorName(ctx.actor),
          requestId: ctx.requestId,
          at: now.toISOString(),
        },
      ]);
    });
  };
}
