import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { moved } from "./decide-event.ts";
import { type EventStatus, type EventView, MOVES } from "./event.model.ts";
import type { PublishEvents } from "./event-changes.ts";
import { createViewOf } from "./event-view.ts";
import { eventsStore } from "./events.store.ts";
import { writeEvents } from "./write-events.ts";

export interface ChangeStatusInput {
  id: string;
  status: EventStatus;
  comment?: string | undefined;
}

/**
 * Moves an event to another status (section 3 of the interface specification). The same status again changes nothing; a
 * comment beside it is kept as a note. Throws 403 without `events.write`, 404, and 409 with the `allowed` moves.
 */
export type ChangeStatus = (ctx: RequestContext, input: ChangeStatusInput) => Promise<EventView>;

export function createChangeStatus(deps: { postgres: Postgres; clock: Clock; publish: PublishEvents }): ChangeStatus {
  const { postgres, clock, publish } = deps;
  return async (ctx, { id, status, comment = null }) => {
    requireScope(ctx, "events.write");
    return postgres.transaction(async (tx) => {
      const [before] = await eventsStore.lock(tx, ctx.tenantId, [id]);
      if (!before) throw notFound("Event");
      const { status: from } = before;
      const isMove = status !== from;
      const allowed = MOVES[from];
      if (isMove && !allowed.includes(status)) {
        const violation = { field: "status", reason: `${from} may become ${allowed.join(" or ")}` };
        const details = { current: from, allowed: [...allowed] };
        throw conflict(`An event that is ${from} cannot become ${status}`, { violations: [violation], details });
      }
      const now = clock.now();
      if (isMove || comment !== null) {
        const { requestId } = ctx;
        const entry = {
          id: newId(),
          eventId: id,
          from,
          to: status,
          actor: actorName(ctx.actor),
          requestId,
          comment,
          at: now,
        };
        await eventsStore.insertHistory(tx, ctx.tenantId, [entry]);
      }
      const after = isMove ? { ...moved(before, status, now), version: before.version + 1 } : before;
      if (isMove) await writeEvents(tx, ctx.tenantId, [{ before, after }], { now });
      const view = await createViewOf(tx, ctx.tenantId, [after], now);
      if (isMove) {
        const change = { kind: "event.status_changed", before: view(before), after: view(after) } as const;
        await publish(tx, [{ ctx, change }], now);
      }
      return view(after);
    });
  };
}
