import type { Dimension, Evidence } from "../../change-analysis.model.ts";
import type { AffectedService, Facts } from "../assess.model.ts";
import { type Absence, dimensionOf, logarithmic, saturating } from "./score.ts";

const CRITICALITY = { critical: 100, high: 60, medium: 30, low: 10 } as const;
/** The share by which a service counts that a spare keeps running. */
const COVERED = 0.1;

/** Stakes that make 63 of 100: those of six critical services. */
const MANY_STAKES = 600;

/** What the business loses: services, by how critical they are and whether a spare keeps them running. */
export function businessOf(facts: Facts, absence: Absence): Dimension {
  const stakes = facts.services
    .map((service) => ({ service, stake: CRITICALITY[service.criticality] * shareOf(service) }))
    .sort((a, b) => b.stake - a.stake);
  const evidence = stakes.map(({ service }) => serviceEvidence(service));
  const lost = facts.services.filter(({ hangsOnLost }) => hangsOnLost);
  const users = facts.services.filter((each) => each.users !== null && each.users > 0);
  const raw = [
    {
      name: "most_critical_service",
      sixteenths: 4,
      value: stakes[0]?.stake ?? 0,
      evidence,
      none: "no affected service is recorded",
    },
    {
      name: "affected_services",
      sixteenths: 8,
      value: saturating(
        stakes.reduce((sum, { stake }) => sum + stake, 0),
        MANY_STAKES,
      ),
      evidence,
      none: "no affected service is recorded",
    },
    {
      name: "users_of_services",
      sixteenths: 2,
      value: logarithmic(
        users.reduce((sum, each) => sum + each.users! * shareOf(each), 0),
        10_000,
      ),
      evidence: users.map(({ id, name, users: count }) => {
        return { kind: "service" as const, id, value: `${name}: ${count} users` };
      }),
      none: "no affected service says how many people use it",
    },
    {
      name: "services_on_lost_redundancy",
      sixteenths: 2,
      value: saturating(lost.length, 1),
      evidence: lost.map(serviceEvidence),
      none: "no affected service hangs on lost redundancy",
    },
  ];
  return dimensionOf("business", raw, absence);
}

function shareOf({ redundancy }: AffectedService): number {
  return redundancy === "covered" ? COVERED : 1;
}

function serviceEvidence({
  id,
  name,
  criticality,
  saysCriticality,
  redundancy,
  hangsOnLost,
}: AffectedService): Evidence {
  const state = hangsOnLost ? "redundancy lost" : redundancy === "covered" ? "covered by redundancy" : "no redundancy";
  const known = saysCriticality ? criticality : `${criticality} (assumed)`;
  return { kind: "service", id, value: `${name}: criticality ${known}, ${state}` };
}
