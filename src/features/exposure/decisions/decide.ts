import { actorName, type RequestContext, requireScope } from "../../../context.ts";
import { invalid, notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { answersStore } from "../answers/answers.store.ts";
import { type Decision, decisionsStore } from "./decisions.store.ts";
import { recordDecisions, snapshotOf } from "./record-decisions.ts";

export interface DecideDeps {
  postgres: Postgres;
  clock: Clock;
  changes: Pick<Changes, "deliver">;
  /** Throws 404 unless the tenant has the CI. */
  requireCi(ctx: RequestContext, ciId: string): Promise<void>;
}

export interface DecideInput {
  cve: string;
  /** A server, a software instance, or null for all. */
  ciId: string | null;
  decision: Decision["decision"];
  reason: string;
  until: Date | null;
}

/**
 * Decides on a CVE, for one CI or for all; takes the place of the decision before. Audited, and told of on the stream.
 * Throws 403 without `cmdb.write`, 404 for an unknown CVE, 400 for an unknown CI or an `until` that is past.
 */
export type Decide = (ctx: RequestContext, input: DecideInput) => Promise<Decision>;

export function createDecide({ postgres, clock, changes, requireCi }: DecideDeps): Decide {
  return async (ctx, { cve, ciId, ...input }) => {
    requireScope(ctx, "cmdb.write");
    if (!(await answersStore.exists(postgres, cve))) throw notFound("vulnerability");
    const now = clock.now();
    if (input.until && input.until <= now) throw invalid([{ field: "until", reason: "must be later than now" }]);
    if (ciId !== null) {
      await requireCi(ctx, ciId).catch(() => {
        throw invalid([{ field: "ci_id", reason: "names no CI" }]);
      });
    }
    const decision: Decision = { cve, ciId, ...input, decidedAt: now, decidedBy: actorName(ctx.actor) };
    await postgres.transaction(async (tx) => {
      const before = await decisionsStore.find(tx, ctx.tenantId, cve, ciId);
      await decisionsStore.put(tx, ctx.tenantId, decision);
      const states = { before: before ? snapshotOf(before) : null, after: snapshotOf(decision) };
      await recordDecisions(changes, tx, ctx, [{ kind: "vulnerability.decided", ...states }], now);
    });
    return decision;
  };
}
