import { type RequestContext, requireScope } from "../../../context.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { RecordAudit } from "../../audit/index.ts";
import { type ApplyCounts, type ApplyDeps, type ApplyPlace, applyBatch } from "./apply.ts";

export interface ApplyInput {
  /** Maximum number of relationships to update. */
  limit: number;
  /** Counts without changing anything. */
  dryRun: boolean;
}

/**
 * Sets the applications of relationships while the caller waits: up to the limit, for at most 15 seconds; a run
 * processes all of them. Throws 403.
 */
export type ApplyNow = (ctx: RequestContext, input: ApplyInput) => Promise<ApplyCounts>;

const BATCH_SIZE = 500;
const MAX_DURATION_MS = 15_000;

export function createApplyNow(deps: ApplyDeps & { postgres: Postgres; recordAudit: RecordAudit }): ApplyNow {
  return async (ctx, { limit, dryRun }) => {
    requireScope(ctx, "software.write");
    const until = performance.now() + MAX_DURATION_MS;
    const counts: ApplyCounts = { updated: 0, skipped: 0, unmatched: 0 };
    let place: ApplyPlace | undefined;
    do {
      ctx.signal?.throwIfAborted();
      const maxUpdates = limit - counts.updated;
      const batch = await applyBatch(deps, ctx, { place, size: BATCH_SIZE, maxUpdates, family: undefined, dryRun });
      for (const key of ["updated", "skipped", "unmatched"] as const) counts[key] += batch.counts[key];
      place = batch.place;
    } while (place && counts.updated < limit && performance.now() < until);
    if (!dryRun) await audit(deps, ctx, counts);
    return counts;
  };
}

async function audit(
  { postgres, recordAudit, clock }: Parameters<typeof createApplyNow>[0],
  ctx: RequestContext,
  counts: ApplyCounts,
): Promise<void> {
  const target = { kind: "tenant", id: ctx.tenantId };
  const record = { action: "process_mapping.applied", target, after: { ...counts } };
  await postgres.transaction((tx) => recordAudit(tx, ctx, record, clock.now()));
}
