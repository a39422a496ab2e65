import { actorName, type RequestContext } from "../../context.ts";
import type { EventChange, EventSnapshot, RemovedEventSnapshot } from "../../model/changes.ts";
import { newId } from "../../platform/ids.ts";
import type { Change, Changes } from "../../platform/jobs/changes.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { EventStatus } from "./event.model.ts";

/**
 * A change of an event: `event.created`, `event.status_changed`, and `event.updated` for all other changes, such as repeats
 * and late binding to CIs. Webhooks can subscribe to the first two (section 6 of the interface specification). `before` is
 * null for a new event, and for one that was superseded.
 */
export type ChangedEvent =
  | { kind: "event.created"; version: number; before: null; after: EventSnapshot }
  | {
      kind: "event.status_changed" | "event.updated";
      version: number;
      before: EventSnapshot | null;
      after: EventSnapshot;
    };

/** A change with the request that made it. */
export interface RequestedChange {
  ctx: RequestContext;
  change: ChangedEvent;
}

/** Publishes changes of events of one tenant, within the transaction that makes them. */
export interface PublishEvents {
  (tx: Sql, changed: readonly RequestedChange[], at: Date): Promise<void>;
  /** For changes that are yet to be made, see `Changes.begin`. */
  begin(tx: Sql, tenantId: string): PublishBegun;
}

export type PublishBegun = (changed: readonly RequestedChange[], at: Date) => Promise<void>;

/** What consumers need to know of a deleted event. */
export interface RemovedEvent {
  id: string;
  status: EventStatus;
  affectedCis: string[];
  version: number;
}

/** Publishes deleted events as `event.removed`, for internal consumers; webhooks cannot subscribe to it. */
export type PublishRemoved = (tx: Sql, tenantId: string, removed: readonly RemovedEvent[], at: Date) => Promise<void>;

export function createPublishRemoved({ changes }: { changes: Pick<Changes, "deliver"> }): PublishRemoved {
  return async (tx, tenantId, removed, at) => {
    if (removed.length === 0) return;
    const [transaction, requestId] = [newId(), newId()];
    const published = removed.map(({ id, status, affectedCis, version }, index): Change<EventChange> => {
      const before: RemovedEventSnapshot = { id, status, affected_cis: affectedCis };
      return {
        id: `${transaction}:${index}`,
        kind: "event.removed",
        subject: { kind: "event", id },
        version: version + 1,
        before,
        after: null,
        actor: "system",
        requestId,
        at: at.toISOString(),
      };
    });
    await changes.deliver("events", tx, tenantId, published);
  };
}

export function createPublishEvents({ changes }: { changes: Pick<Changes, "deliver" | "begin"> }): PublishEvents {
  const publish = async (tx: Sql, changed: readonly RequestedChange[], at: Date) => {
    const [first] = changed;
    if (first) await changes.deliver("events", tx, first.ctx.tenantId, publishedOf(changed, at));
  };
  const begin: PublishEvents["begin"] = (tx, tenantId) => {
    const pass = changes.begin("events", tx, tenantId);
    return async (changed, at) => {
      if (changed.length > 0) await pass(publishedOf(changed, at));
    };
  };
  return Object.assign(publish, { begin });
}

/** The changes of one transaction, in their order. */
function publishedOf(changed: readonly RequestedChange[], at: Date): Change<EventChange>[] {
  const transaction = newId();
  return changed.map(({ ctx, change }, index) => {
    const { requestId, client } = ctx;
    return {
      id: `${transaction}:${index}`,
      ...change,
      subject: { kind: "event", id: change.after.id },
      actor: actorName(ctx.actor),
      requestId,
      client,
      at: at.toISOString(),
    };
  });
}
