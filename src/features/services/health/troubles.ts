import type { CiStatus } from "../../../model/ci-types.ts";
import { by } from "../../../model/order.ts";
import type { OpenEvent } from "../../events/index.ts";
import type { Level, Trouble } from "./health.model.ts";
import { graver } from "./rate-health.ts";

export type OpenEventsOf = (tenantId: string, ciIds: readonly string[]) => Promise<OpenEvent[]>;

/** A CI that is needed and not there. */
const INACTIVE: Level = "high";
/** A CI in maintenance is expected not to be there; the level orders it among others. */
const MAINTENANCE: Level = "low";

/** What is wrong with each of these CIs: the gravest of its unresolved events, else its status. */
export function troublesOf(
  cis: ReadonlyMap<string, { status: CiStatus }>,
  events: readonly OpenEvent[],
): Map<string, Trouble> {
  const troubles = new Map<string, Trouble>();
  const byCi = Map.groupBy(events, ({ ciId }) => ciId);
  for (const [id, { status }] of cis) {
    const own = byCi.get(id) ?? [];
    const found = [...own.map((event) => ofEvent(event, status)), ...ofStatus(status)];
    const [first, ...others] = found.sort(by(({ event }) => event?.id ?? ""));
    if (first) troubles.set(id, { ...others.reduce(graver, first), openEvents: own.length });
  }
  return troubles;
}

function ofEvent({ id, severity, status, suppressed }: OpenEvent, ciStatus: CiStatus): Trouble {
  const isExpected = suppressed || ciStatus === "maintenance";
  return { reason: "event", level: severity, event: { id, status }, openEvents: 1, suppressed: isExpected };
}

function ofStatus(status: CiStatus): Trouble[] {
  if (status === "active") return [];
  const suppressed = status === "maintenance";
  const level = suppressed ? MAINTENANCE : INACTIVE;
  return [{ reason: "status", level, event: null, openEvents: 0, suppressed }];
}
