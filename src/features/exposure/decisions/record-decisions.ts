import { actorName, type RequestContext } from "../../../context.ts";
import type { DecisionSnapshot, VulnerabilityChange } from "../../../model/changes.ts";
import { newId } from "../../../platform/ids.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Decision } from "./decisions.store.ts";

type StatesOf<C extends VulnerabilityChange> = C extends unknown ? Pick<C, "kind" | "before" | "after"> : never;
/** A decision that was made, withdrawn, or is over. */
export type DecisionChange = StatesOf<Exclude<VulnerabilityChange, { kind: "vulnerability.found" }>>;

/** Writes each change of a decision to the audit log, under its kind, and delivers it to the stream and the webhooks. */
export async function recordDecisions(
  changes: Pick<Changes, "deliver">,
  tx: Sql,
  ctx: RequestContext,
  recorded: readonly DecisionChange[],
  now: Date,
): Promise<void> {
  const id = newId();
  const delivered = recorded.map((change, i) => {
    const subject = { kind: "vulnerability" as const, id: (change.after ?? change.before).cve };
    const made = { id: `${id}:${i}`, actor: actorName(ctx.actor), requestId: ctx.requestId, at: now.toISOString() };
    return { ...change, subject, version: 1, ...made };
  });
  for (const { kind, subject, before, after } of delivered) {
    const states = { ...(before && { before: { ...before } }), ...(after && { after: { ...after } }) };
    await recordAudit(tx, ctx, { action: kind, target: subject, ...states }, now);
  }
  await changes.deliver("vulnerabilities", tx, ctx.tenantId, delivered);
}

export function snapshotOf({ cve, ciId, decision, reason, until, decidedAt, decidedBy }: Decision): DecisionSnapshot {
  return {
    cve,
    ci_id: ciId,
    decision,
    reason,
    until: until?.toISOString() ?? null,
    decided_at: decidedAt.toISOString(),
    decided_by: decidedBy,
  };
}
