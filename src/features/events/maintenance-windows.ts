import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { invalid, noSuch, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../platform/timed-list.ts";
import { recordAudit } from "../audit/index.ts";
import { eventsGraph } from "./events.graph.store.ts";
import { type MaintenanceWindow, windowsStore } from "./windows.store.ts";

export interface NewWindow {
  ciIds: readonly string[];
  /** Absent: now. */
  from?: Date | undefined;
  to: Date;
  reason?: string | undefined;
}

export interface ListWindowsInput extends TimedPageInput {
  ciId?: string | undefined;
}

/** While a window lasts, events of its CIs are marked as suppressed; not after it ends or is deleted. */
export interface WindowVerbs {
  /** Throws 403 without `events.write`, 400 naming unknown CIs, or if `to` is not after `from`. */
  create(ctx: RequestContext, input: NewWindow, id?: string): Promise<MaintenanceWindow>;
  /** Throws 403 without `events.read`. */
  list(ctx: RequestContext, input: ListWindowsInput): Promise<FoundPage<MaintenanceWindow>>;
  /** Throws 403 without `events.read`, 404. */
  get(ctx: RequestContext, id: string): Promise<MaintenanceWindow>;
  /** Throws 403 without `events.write`, 404. */
  remove(ctx: RequestContext, id: string): Promise<void>;
}

export function createWindowVerbs(deps: { graph: Graph; postgres: Postgres; clock: Clock }): WindowVerbs {
  const { graph, postgres, clock } = deps;
  const find = async (tenantId: string, id: string): Promise<MaintenanceWindow> => {
    const window = await windowsStore.find(postgres, tenantId, id);
    if (!window) throw notFound("maintenance window");
    return window;
  };
  return {
    async create(ctx, { ciIds, to, reason = null, ...input }, id = newId()) {
      requireScope(ctx, "events.write");
      const createdAt = clock.now();
      const from = input.from ?? createdAt;
      if (to <= from) throw invalid([{ field: "to", reason: "must be later than from" }]);
      const known = new Set((await eventsGraph.known(graph, ctx.tenantId, [...ciIds])).map((ci) => ci.id));
      const unknown = ciIds.flatMap((ciId, i) => (known.has(ciId) ? [] : [`ci_ids.${i}`]));
      if (unknown.length > 0) throw invalid(unknown.map((field) => ({ field, reason: noSuch("CI") })));
      const createdBy = actorName(ctx.actor);
      const window = { id, ciIds: [...new Set(ciIds)], from, to, reason, createdAt, createdBy };
      const isNew = await postgres.transaction(async (tx) => {
        if (!(await windowsStore.insert(tx, ctx.tenantId, window))) return false;
        const record = { action: "maintenance_window.created", target: targetOf(window), after: snapshotOf(window) };
        await recordAudit(tx, ctx, record, createdAt);
        return true;
      });
      // An earlier try with the same idempotency key has stored it already.
      return isNew ? window : find(ctx.tenantId, id);
    },

    async list(ctx, { ciId, ...input }) {
      requireScope(ctx, "events.read");
      return findTimedPage(input, {
        rows: (window) => windowsStore.page(postgres, ctx.tenantId, ciId, window),
        count: () => windowsStore.count(postgres, ctx.tenantId, ciId),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
    },

    async get(ctx, id) {
      requireScope(ctx, "events.read");
      return find(ctx.tenantId, id);
    },

    async remove(ctx, id) {
      requireScope(ctx, "events.write");
      await postgres.transaction(async (tx) => {
        const window = await windowsStore.remove(tx, ctx.tenantId, id);
        if (!window) throw notFound("maintenance window");
        const record = { action: "maintenance_window.deleted", target: targetOf(window), before: snapshotOf(window) };
        await recordAudit(tx, ctx, record, clock.now());
      });
    },
  };
}

function targetOf({ id }: MaintenanceWindow) {
  return { kind: "maintenance_window", id };
}

/** A window as the audit log shows it. */
function snapshotOf({ ciIds, from, to, reason }: MaintenanceWindow) {
  return { ci_ids: ciIds, from: from.toISOString(), to: to.toISOString(), reason };
}
