import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { ResolvePeers } from "./connections/resolve-peers.ts";
import type { MarkAbsent } from "./hosts/mark-absent.ts";
import { FAIL_STALLED, MARK_ABSENT, PROCESS_SCAN, RESOLVE_PEERS } from "./job-refs.ts";
import type { FailStalled } from "./scans/fail-stalled.ts";
import type { ProcessScan } from "./scans/process-scan.ts";

/** The jobs of discovery: process scans, resolve peers, mark absent hosts (hourly), fail stalled scans (each minute). */
export function discoveryJobs(deps: {
  processScan: ProcessScan;
  resolvePeers: ResolvePeers;
  markAbsent: MarkAbsent;
  failStalled: FailStalled;
}): JobDefinition[] {
  return [
    defineJob(PROCESS_SCAN, { run: deps.processScan }),
    defineJob(RESOLVE_PEERS, { run: (payload, { signal }) => deps.resolvePeers(payload, signal) }),
    defineJob(MARK_ABSENT, {
      cron: "41 * * * *",
      run: async (_payload, { signal, log }) => {
        const marked = await deps.markAbsent(signal);
        if (marked > 0) log.info({ marked }, "set absent hosts inactive");
      },
    }),
    defineJob(FAIL_STALLED, { cron: "* * * * *", run: (_payload, { log }) => deps.failStalled(log) }),
  ];
}
