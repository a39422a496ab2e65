import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import { ApiError, messageOf } from "../../api/error";
import { notifyDone, notifyFailed } from "../../components/notify";
import { count, type Status } from "./words";

export interface StatusChange {
  events: readonly { id: string; status: Status }[];
  /** The same as an event's own status: only the note is kept. */
  to: Status | "same";
  note?: string;
}

/** So many requests at once at most. */
const AT_ONCE = 4;
const DONE: Record<StatusChange["to"], string> = {
  open: "opened again",
  acknowledged: "acknowledged",
  resolved: "resolved",
  same: "noted",
};

/** Changes the status of events, each by itself: one that is refused stops no other. Says how many were changed. */
export function useStatusChange(done?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ events, to, note }: StatusChange) => {
      const failures: unknown[] = [];
      const waiting = [...events];
      const work = async () => {
        for (let event = waiting.shift(); event; event = waiting.shift()) {
          const body = { status: to === "same" ? event.status : to, ...(note && { comment: note }) };
          const change = v1.PATCH("/v1/events/{id}/status", { params: { path: { id: event.id } }, body });
          await bodyOf(change).catch((error: unknown) => failures.push(error));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (failures.length === 1 && events.length === 1) throw failures[0];
      if (failures.length > 0) {
        throw new Error(
          `${failures.length} of ${count(events.length, "event")} were refused: ${messageOf(failures[0])}`,
        );
      }
    },
    onSuccess: (_, { events, to }) => {
      notifyDone(`${count(events.length, "event")} ${DONE[to]}`);
      done?.();
    },
    onError: (error) => {
      // Somebody else was faster: what is shown is read anew, and the state says what may be done now.
      const conflict = error instanceof ApiError && error.status === 409;
      notifyFailed(error, conflict ? "Its status has changed meanwhile" : undefined);
    },
    onSettled: () =>
      Promise.all(
        ["event", "event-history", "incident", "service", "summary"].map((kind) =>
          client.invalidateQueries({ queryKey: [kind] }),
        ),
      ),
  });
}
