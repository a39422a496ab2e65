import type { Clock } from "../../platform/clock.ts";
import { setNewest } from "../../platform/oldest.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { AuditFilter } from "./audit.model.ts";
import { auditStore } from "./audit.store.ts";

/** Counts the entries of a tenant's log that match the filter. */
export type AuditTotal = (sql: Sql, tenantId: string, filter: AuditFilter) => Promise<number>;

/** Entries older than this are complete, as a rule: changes are delivered within seconds. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** How long a count of old entries is cached, which bounds how long a late entry is missed. */
const COUNT_TTL_MS = 60_000;
const MAX_CACHED_COUNTS = 500;

/**
 * Counts new entries at each call and old ones once a minute: the log only grows, and counting a million entries takes
 * half a second. Simultaneous callers share a count.
 */
export function createAuditTotal({ clock }: { clock: Clock }): AuditTotal {
  const settledCounts = new Map<string, { until: Date; count: Promise<number>; validUntilMs: number }>();

  const settledCount = (sql: Sql, tenantId: string, filter: AuditFilter) => {
    const key = JSON.stringify([tenantId, filter]);
    const nowMs = clock.now().getTime();
    const cached = settledCounts.get(key);
    if (cached && cached.validUntilMs > nowMs) return cached;
    const until = new Date(nowMs - SETTLED_AFTER_MS);
    const to = filter.to && filter.to < until ? filter.to : until;
    const entry = {
      until,
      validUntilMs: nowMs + COUNT_TTL_MS,
      count: auditStore.count(sql, tenantId, { ...filter, to }).catch((error) => {
        settledCounts.delete(key);
        throw error;
      }),
    };
    setNewest(settledCounts, key, entry, MAX_CACHED_COUNTS);
    return entry;
  };

  return async (sql, tenantId, filter) => {
    const { until, count } = settledCount(sql, tenantId, filter);
    if (filter.to && filter.to <= until) return count;
    const from = filter.from && filter.from > until ? filter.from : until;
    const [before, since] = await Promise.all([count, auditStore.count(sql, tenantId, { ...filter, from })]);
    return before + since;
  };
}
