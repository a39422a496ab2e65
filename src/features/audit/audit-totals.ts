import type { Clock } from "../../platform/clock.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { AuditFilter } from "./audit.model.ts";
import { auditStore } from "./audit.store.ts";

/** How many entries a tenant's log holds that the filter lets through. */
export type AuditTotal = (sql: Sql, tenantId: string, filter: AuditFilter) => Promise<number>;

/** Entries older than this have arrived, as a rule: changes are handed over within seconds. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** For how long the count of those stands, so that one which came late after all is missed no longer. */
const COUNT_TTL_MS = 60_000;
const MAX_CACHED_COUNTS = 500;

/**
 * Counts what is new each time and what is old once a minute: the log only grows, and walking a million entries takes half
 * a second. Several callers at once share a count.
 */
export function createAuditTotal({ clock }: { clock: Clock }): AuditTotal {
  const settledCounts = new Map<string, { until: Date; count: Promise<number>; standsUntilMs: number }>();

  const settledCount = (sql: Sql, tenantId: string, filter: AuditFilter) => {
    const key = JSON.stringify([tenantId, filter]);
    const nowMs = clock.now().getTime();
    const known = settledCounts.get(key);
    if (known && known.standsUntilMs > nowMs) return known;
    const until = new Date(nowMs - SETTLED_AFTER_MS);
    const to = filter.to && filter.to < until ? filter.to : until;
    const fresh = {
      until,
      standsUntilMs: nowMs + COUNT_TTL_MS,
      count: auditStore.count(sql, tenantId, { ...filter, to }).catch((error) => {
        settledCounts.delete(key);
        throw error;
      }),
    };
    settledCounts.delete(key);
    settledCounts.set(key, fresh);
    for (const oldest of settledCounts.keys()) {
      if (settledCounts.size <= MAX_CACHED_COUNTS) break;
      settledCounts.delete(oldest);
    }
    return fresh;
  };

  return async (sql, tenantId, filter) => {
    const { until, count } = settledCount(sql, tenantId, filter);
    if (filter.to && filter.to <= until) return count;
    const from = filter.from && filter.from > until ? filter.from : until;
    const [before, since] = await Promise.all([count, auditStore.count(sql, tenantId, { ...filter, from })]);
    return before + since;
  };
}
