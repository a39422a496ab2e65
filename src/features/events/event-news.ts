import { actorName, type RequestContext } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import type { NewsEntry } from "../../platform/jobs/outbox.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { EventStatus, EventView } from "./event.model.ts";
import { snapshotOf } from "./event-view.ts";

/**
 * `event.created`; `event.status_changed`; `event.updated` for all else: repeats, CIs found later. The first two are
 * what subscribers may register for (section 6 of the interface specification).
 */
export type EventNewsKind = "event.created" | "event.status_changed" | "event.updated";

export interface EventNews {
  kind: EventNewsKind;
  before: EventView | null;
  after: EventView;
}

/** Tells what happened to events, within the transaction in which it does: what sinks write commits with it. */
export type TellEvents = (
  tx: Sql,
  told: readonly { ctx: RequestContext; news: EventNews }[],
  at: Date,
) => Promise<void>;

/** An event that is no more, as far as it concerned others. */
export interface GoneEvent {
  id: string;
  status: EventStatus;
  affectedCis: string[];
  version: number;
}

/** Tells likewise, as `event.removed`, of events that were forgotten: no subscriber hears of it, what follows them does. */
export type TellGone = (tx: Sql, tenantId: string, gone: readonly GoneEvent[], at: Date) => Promise<void>;

export function createTellGone({ sinks }: { sinks: () => readonly NewsSink[] }): TellGone {
  return async (tx, tenantId, gone, at) => {
    if (gone.length === 0) return;
    const [transaction, requestId] = [newId(), newId()];
    const entries = gone.map(
      ({ id, status, affectedCis, version }, place): NewsEntry => ({
        id: `${transaction}:${place}`,
        kind: "event.removed",
        subject: { kind: "event", id },
        version: version + 1,
        before: { id, status, affected_cis: affectedCis },
        after: null,
        actor: "system",
        requestId,
        at: at.toISOString(),
      }),
    );
    for (const sink of sinks()) await sink(tx, tenantId, entries);
  };
}

/** @param sinks asked for when first used: whoever listens is put together later */
export function createTellEvents({ sinks }: { sinks: () => readonly NewsSink[] }): TellEvents {
  return async (tx, told, at) => {
    const [first] = told;
    if (!first || sinks().length === 0) return;
    const transaction = newId();
    const entries = told.map(({ ctx, news }, place): NewsEntry => {
      const { requestId, client } = ctx;
      return {
        id: `${transaction}:${place}`,
        kind: news.kind,
        subject: { kind: "event", id: news.after.id },
        version: news.after.version,
        before: news.before && snapshotOf(news.before),
        after: snapshotOf(news.after),
        actor: actorName(ctx.actor),
        requestId,
        client,
        at: at.toISOString(),
      };
    });
    for (const sink of sinks()) await sink(tx, first.ctx.tenantId, entries);
  };
}
