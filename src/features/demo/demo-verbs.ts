import type { Clock } from "../../platform/clock.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { type CiVerbs, createCis } from "../ci/index.ts";
import { createEvents, type EventsDeps, type EventVerbs } from "../events/index.ts";
import { createRelationships, type RelationshipDeps, type RelationshipVerbs } from "../relationships/index.ts";
import { createDemoClock, type DemoClock } from "./demo-clock.ts";

/** The verbs that write the estate, and the clock that they use: it is set to the time of each event. */
export interface DemoVerbs {
  ci: Pick<CiVerbs, "listCis" | "createCi" | "updateCi">;
  relationships: Pick<RelationshipVerbs, "create">;
  events: Pick<EventVerbs, "ingest" | "get">;
  clock: DemoClock;
}

export interface DemoVerbsDeps extends EventsDeps, Omit<RelationshipDeps, "outbox" | "clock"> {
  clock: Clock;
  outboxWith: (clock: Clock) => Outbox;
}

/**
 * Opens verbs with a clock of their own, so that the times of one load reach no other caller: not the service's, and not
 * those of another tenant's load. What they write is delivered as every change is, to the service's own consumers.
 */
export function createOpenVerbs(deps: DemoVerbsDeps): () => DemoVerbs {
  return () => {
    const clock = createDemoClock(deps.clock);
    const own = { ...deps, clock, outbox: deps.outboxWith(clock) };
    return {
      clock,
      ci: createCis(own).verbs,
      relationships: createRelationships(own).verbs,
      events: createEvents(own).verbs,
    };
  };
}
