import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { withStatus } from "./decide-event.ts";
import { ALLOWED_TRANSITIONS, type EventStatus, type EventView } from "./event.model.ts";
import type { PublishEvents } from "./event-changes.ts";
import { loadEventViewer, snapshotOf } from "./event-view.ts";
import { eventsStore } from "./events.store.ts";
import { writeEvents } from "./write-events.ts";

export interface ChangeStatusInput {
  id: string;
  status: EventStatus;
  comment?: string | undefined;
}

/**
 * Sets an event's status (section 3 of the interface specification). The current status changes nothing; a comment sent
 * with it is stored as a note. Throws 403 without `events.write`, 404, and 409 with the `allowed` transitions.
 */
export type ChangeStatus = (ctx: RequestContext, input: ChangeStatusInput) => Promise<EventView>;

export function createChangeStatus(deps: { postgres: Postgres; clock: Clock; publish: PublishEvents }): ChangeStatus {
  const { postgres, clock, publish } = deps;
  return async (ctx, { id, status, comment = null }) => {
    requireScope(ctx, "events.write");
    return postgres.transaction(async (tx) => {
      const [before] = await eventsStore.lock(tx, ctx.tenantId, [id]);
      if (!before) throw notFound("event");
      const { status: from } = before;
      const isTransition = status !== from;
      const allowed = ALLOWED_TRANSITIONS[from];
      if (isTransition && !allowed.includes(status)) {
        const violation = { field: "status", reason: `${from} may become ${allowed.join(" or ")}` };
        const details = { current: from, allowed: [...allowed] };
        throw conflict(`An event that is ${from} cannot become ${status}`, { violations: [violation], details });
      }
      const now = clock.now();
      if (isTransition || comment !== null) {
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
      const after = isTransition ? { ...withStatus(before, status, now), version: before.version + 1 } : before;
      if (isTransition) await writeEvents(tx, ctx.tenantId, [{ before, after }], { now });
      const view = await loadEventViewer(tx, ctx.tenantId, [after], now);
      if (isTransition) {
        const change = {
          kind: "event.status_changed" as const,
          version: after.version,
          before: snapshotOf(view(before)),
          after: snapshotOf(view(after)),
        };
        await publish(tx, [{ ctx, change }], now);
      }
      return view(after);
    });
  };
}
