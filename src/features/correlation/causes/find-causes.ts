import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { CauseCandidate, CorrelatedEvent } from "../correlation.model.ts";
import { changeOf, correlationStore } from "../correlations/correlation.store.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { alarmsOf, changesFrom, describeCauses } from "./explain-cause.ts";
import type { Change } from "./failure-graph.ts";
import { rankIncidentCauses } from "./incident-causes.ts";
import { rankCauses } from "./rank-causes.ts";

export interface FoundCauses {
  cause: CauseCandidate | null;
  causeReason: string | null;
  candidates: CauseCandidate[];
}

/** No cause, and why. */
export const noCause = (causeReason: string): FoundCauses => ({ cause: null, causeReason, candidates: [] });

/**
 * The probable causes of these events. A CI under maintenance counts as changed, because work on it may be the cause.
 *
 * @param upstream of the CIs of these events
 * @param about with `askedEvent`: only causes that may reach one of these CIs
 * @param askedEvent id of the event whose cause is asked for, as of one of the events; absent: of all of them
 * @param considered ids of the correlated events; absent: all events on CIs
 */
export async function findCauses(
  postgres: Postgres,
  tenantId: string,
  {
    events,
    upstream,
    about,
    askedEvent,
    considered,
  }: {
    events: readonly CorrelatedEvent[];
    upstream: Upstream;
    about?: readonly string[];
    askedEvent?: string;
    considered?: ReadonlySet<string>;
  },
): Promise<FoundCauses> {
  const alarms = alarmsOf(events);
  if (alarms.length === 0) return noCause("No event is bound to a CI, so that nothing upstream of them is known");
  const until = Math.max(...alarms.map(({ at }) => at));
  const ciIds = [...upstream.cis.keys()];
  const rows = await correlationStore.changes(postgres, tenantId, ciIds, changesFrom(alarms), new Date(until));
  const inMaintenance = [...upstream.cis.values()].filter(({ status }) => status === "maintenance");
  const changes: Change[] = [
    ...rows.map(changeOf),
    ...inMaintenance.map(({ id }) => ({
      ciId: id,
      at: Math.min(...alarms.map(({ at }) => at)),
      action: "maintenance",
    })),
  ];
  const known = { graph: upstream, alarms, changes };
  const ranked =
    askedEvent === undefined
      ? rankIncidentCauses(known)
      : rankCauses({ ...known, askedEvent, ...(about && { about }) });
  const consideredIds = considered ?? new Set(alarms.map(({ eventId }) => eventId));
  const candidates = describeCauses(ranked, upstream, alarms, { considered: consideredIds, askedEvent });
  const [cause] = candidates;
  if (cause) return { cause, causeReason: null, candidates };
  return noCause("No CI was found whose failure would explain more than one of the events: what needs it stays quiet");
}
