import { actorName, ownerOf, type RequestContext, requireScope } from "../../../context.ts";
import { AppError, conflict, invalid, notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../../platform/timed-list.ts";
import { recordAudit } from "../../audit/index.ts";
import type { QueryForm, QueryVerbs } from "../query.model.ts";
import { savedQueriesStore } from "./saved-queries.store.ts";
import { SAVED_QUERY_LIMITS, type SavedQuery } from "./saved-query.model.ts";

export interface NewSavedQuery {
  name: string;
  description: string | null;
  form: QueryForm;
  shared: boolean;
}

/** Members that are undefined stay unchanged. */
export type SavedQueryChange = { [K in keyof NewSavedQuery]?: NewSavedQuery[K] | undefined };

/** Saved queries: one's own and those that others share. Another's private one is 404. */
export interface SavedQueryVerbs {
  /** Throws 403 without `reports.create` or a scope of the data, 400 for a form with faults, named `query.filters.0.field`. */
  save(ctx: RequestContext, input: NewSavedQuery, id?: string): Promise<SavedQuery>;
  /** Throws 403 without `reports.read`. */
  list(ctx: RequestContext, input: TimedPageInput): Promise<FoundPage<SavedQuery>>;
  /** Throws 403 without `reports.read`, 404. */
  get(ctx: RequestContext, id: string): Promise<SavedQuery>;
  /** Throws as `save`, 404, and 403 for one that another shares. */
  change(ctx: RequestContext, id: string, change: SavedQueryChange): Promise<SavedQuery>;
  /** Throws 403 without `reports.create` and for one that another shares, 404. */
  remove(ctx: RequestContext, id: string): Promise<void>;
}

export interface SavedQueryDeps {
  postgres: Postgres;
  clock: Clock;
  checkQuery: QueryVerbs["checkQuery"];
}

export function createSavedQueries({ postgres, clock, checkQuery }: SavedQueryDeps): SavedQueryVerbs {
  const find = async (sql: Sql, ctx: RequestContext, id: string, options?: { lock: boolean }) => {
    const query = await savedQueriesStore.find(sql, ctx.tenantId, ownerOf(ctx.actor), id, options);
    if (!query) throw notFound("saved query");
    return query;
  };
  const findOwn = async (sql: Sql, ctx: RequestContext, id: string, options?: { lock: boolean }) => {
    const query = await find(sql, ctx, id, options);
    if (query.owner === ownerOf(ctx.actor)) return query;
    throw new AppError("PERMISSION_DENIED", "Only its owner changes a saved query");
  };
  /** The faults of the form, named as members of `query`. */
  const check = async (ctx: RequestContext, form: QueryForm) => {
    try {
      await checkQuery(ctx, form);
    } catch (error) {
      if (!(error instanceof AppError) || error.violations.length === 0) throw error;
      const violations = error.violations.map(({ field, reason }) => ({ field: `query.${field}`, reason }));
      throw error.code === "VALIDATION_ERROR"
        ? invalid(violations)
        : new AppError(error.code, error.message, { violations });
    }
  };

  return {
    async save(ctx, input, id = newId()) {
      requireScope(ctx, "reports.create");
      await check(ctx, input.form);
      const [now, owner] = [clock.now(), ownerOf(ctx.actor)];
      const query = { ...input, id, owner, createdAt: now, createdBy: actorName(ctx.actor), updatedAt: now };
      const isNew = await postgres.transaction(async (tx) => {
        if ((await savedQueriesStore.lockOwned(tx, ctx.tenantId, owner)) >= SAVED_QUERY_LIMITS.perOwner) {
          throw conflict(`At most ${SAVED_QUERY_LIMITS.perOwner} queries can be saved`);
        }
        if (!(await savedQueriesStore.insert(tx, ctx.tenantId, query))) return false;
        const record = { action: "saved_query.created", target: targetOf(query), after: snapshotOf(query) };
        await recordAudit(tx, ctx, record, now);
        return true;
      });
      // An earlier try with the same idempotency key has stored it already.
      return isNew ? query : find(postgres, ctx, id);
    },

    async list(ctx, input) {
      requireScope(ctx, "reports.read");
      const owner = ownerOf(ctx.actor);
      return findTimedPage(input, {
        rows: (window) => savedQueriesStore.page(postgres, ctx.tenantId, owner, window),
        count: () => savedQueriesStore.count(postgres, ctx.tenantId, owner),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
    },

    async get(ctx, id) {
      requireScope(ctx, "reports.read");
      return find(postgres, ctx, id);
    },

    async change(ctx, id, change) {
      requireScope(ctx, "reports.create");
      if (change.form) {
        // An unknown one is 404, and another's 403, whatever is sent.
        await findOwn(postgres, ctx, id);
        await check(ctx, change.form);
      }
      return postgres.transaction(async (tx) => {
        const before = await findOwn(tx, ctx, id, { lock: true });
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
        const after: SavedQuery = { ...before, ...given, updatedAt: clock.now() };
        await savedQueriesStore.update(tx, ctx.tenantId, after);
        const record = { target: targetOf(after), before: snapshotOf(before), after: snapshotOf(after) };
        await recordAudit(tx, ctx, { action: "saved_query.updated", ...record }, after.updatedAt);
        return after;
      });
    },

    async remove(ctx, id) {
      requireScope(ctx, "reports.create");
      await postgres.transaction(async (tx) => {
        const before = await findOwn(tx, ctx, id, { lock: true });
        await savedQueriesStore.remove(tx, ctx.tenantId, id);
        const record = { action: "saved_query.deleted", target: targetOf(before), before: snapshotOf(before) };
        await recordAudit(tx, ctx, record, clock.now());
      });
    },
  };
}

function targetOf({ id }: SavedQuery) {
  return { kind: "saved_query", id };
}

/** A saved query as the audit log shows it. */
function snapshotOf({ name, description, form, shared }: SavedQuery) {
  return { name, description, query: form, shared };
}
