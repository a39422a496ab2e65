import { actorName, type RequestContext } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import type { NewsEntry } from "../../platform/jobs/outbox.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { snapshotOf } from "./decide-event.ts";
import type { EventView } from "./event.model.ts";

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
