import { type RequestContext, requireScope } from "../../context.ts";
import { invalidField } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { AuditEntry, AuditFilter, AuditPosition, RecordAudit } from "./audit.model.ts";
import { auditStore } from "./audit.store.ts";
import { createAuditTotal } from "./audit-totals.ts";

export interface ListAuditInput extends AuditFilter {
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  /** By time; default newest first. */
  order?: "asc" | "desc" | undefined;
  after?: AuditPosition | undefined;
}

export interface AuditPage {
  items: AuditEntry[];
  total: number;
  /** Position of the last entry; undefined at the end. */
  next: AuditPosition | undefined;
}

export interface AuditVerbs {
  /** One page of the tenant's log. Throws 403 without `admin.audit`, 400 when `from` is later than `to`. */
  list(ctx: RequestContext, input: ListAuditInput): Promise<AuditPage>;
  /**
   * All entries that match the filter, newest first, in batches of at most about 4 MB. Records the export itself in the
   * log. Entries added meanwhile are not included. Throws like `list`, before the first batch.
   */
  export(ctx: RequestContext, filter: AuditFilter, form: string): Promise<AsyncGenerator<AuditEntry[]>>;
}

/** Rows of the first batch; the size of later ones follows from the row sizes of the previous batch. */
const FIRST_BATCH = 50;
const MAX_BATCH = 1_000;
const BATCH_CHARS = 4_000_000;

export function createAuditVerbs(deps: { postgres: Postgres; clock: Clock; recordAudit: RecordAudit }): AuditVerbs {
  const { postgres, clock, recordAudit } = deps;
  const countEntries = createAuditTotal(deps);
  return {
    async list(ctx, { limit, page, order = "desc", after, ...filter }) {
      requireScope(ctx, "admin.audit");
      requireSpan(filter);
      const offset = after ? 0 : (page - 1) * limit;
      const [found, total] = await Promise.all([
        auditStore.list(postgres, ctx.tenantId, filter, { order, after, offset, limit: limit + 1 }),
        countEntries(postgres, ctx.tenantId, filter),
      ]);
      const items = found.slice(0, limit);
      return { items, total, next: found.length > limit ? items.at(-1) : undefined };
    },

    async export(ctx, filter, form) {
      requireScope(ctx, "admin.audit");
      requireSpan(filter);
      const read = (after: AuditPosition | undefined, limit: number) =>
        auditStore.list(postgres, ctx.tenantId, filter, { order: "desc", after, offset: 0, limit });
      // Read before the answer begins, so that an unavailable store still answers 503.
      const first = await read(undefined, FIRST_BATCH);
      const record = {
        action: "audit.exported",
        target: { kind: "audit", id: ctx.tenantId },
        after: { ...filter, form },
      };
      await postgres.transaction((tx) => recordAudit(tx, ctx, record, clock.now()));
      return batches(first, read);
    },
  };
}

async function* batches(
  first: AuditEntry[],
  read: (after: AuditPosition | undefined, limit: number) => Promise<AuditEntry[]>,
): AsyncGenerator<AuditEntry[]> {
  let batch = first;
  for (let limit = FIRST_BATCH; ; ) {
    if (batch.length > 0) yield batch;
    if (batch.length < limit) return;
    const chars = batch.reduce((sum, { before, after }) => sum + sizeOf(before) + sizeOf(after) + 200, 0);
    limit = Math.max(1, Math.min(MAX_BATCH, Math.floor((BATCH_CHARS * batch.length) / chars)));
    batch = await read(batch.at(-1), limit);
  }
}

function sizeOf(state: unknown): number {
  return state === null ? 0 : JSON.stringify(state).length;
}

function requireSpan({ from, to }: AuditFilter): void {
  if (from && to && from > to) throw invalidField("query.from", "must not be later than `to`");
}
