import type { Facts } from "./assess.model.ts";
import type { Period } from "./windows/conflicts.ts";

const MINUTE = 60_000;
/** Duration of a window that is looked for where none is planned, before it is adjusted. */
const USUAL_MINUTES = 60;

export interface Estimates {
  /** In minutes; null without a planned window. */
  planned: number | null;
  /** In minutes, likewise. */
  adjusted: number | null;
  /** Minutes of the window that is recommended where the plan cannot be kept. */
  window: number;
  /** Minutes for which services are down; 0 where redundancy covers all of them. Null: it cannot be known. */
  downtime: number | null;
  /** Null: nothing affected says how many people use it. */
  users: number | null;
}

/** By rules: a change of the highest risk gets half as much time again, rounded up to five minutes. */
export function estimatesOf(facts: Facts, planned: Period | undefined, score: number): Estimates {
  const minutes = planned ? Math.max(1, Math.round((planned.to.getTime() - planned.from.getTime()) / MINUTE)) : null;
  const adjusted = minutes === null ? null : adjust(minutes, score);
  return {
    planned: minutes,
    adjusted,
    window: adjusted ?? adjust(USUAL_MINUTES, score),
    downtime: downtimeOf(facts, minutes),
    users: usersOf(facts),
  };
}

function adjust(minutes: number, score: number): number {
  if (score === 0) return minutes;
  return Math.max(minutes, Math.ceil((minutes * (200 + score)) / 200 / 5) * 5);
}

/** The whole planned time, where a service has no spare that works meanwhile. */
function downtimeOf({ services, changed }: Facts, planned: number | null): number | null {
  if (services.some(({ redundancy }) => redundancy !== "covered")) return planned;
  return changed.every(({ isRelated }) => isRelated) ? 0 : null;
}

function usersOf({ services, users }: Facts): number | null {
  const ofServices = services.flatMap((each) => (each.users === null ? [] : [each.users]));
  const counted = ofServices.length > 0 ? ofServices : [...users.values()];
  return counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0);
}
