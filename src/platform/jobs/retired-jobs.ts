/**
 * Names of jobs that older versions scheduled and queued and this version no longer has: their work is owed work now. The
 * queue drops their schedules and waiting jobs, and a restore leaves them out.
 */
export const RETIRED_JOBS: ReadonlySet<string> = new Set([
  "insights.wake",
  "events.bind-again",
  "incidents.follow-all",
  "discovery.fail-stalled",
  "software.wake",
  "software.wake-process-mapping",
  "software.look-up-again",
  "software.find-unfinished",
]);
