import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { ResolvePeers } from "./connections/resolve-peers.ts";
import type { MarkAbsent } from "./hosts/mark-absent.ts";
import { MARK_ABSENT, PROCESS_SCAN, RESOLVE_PEERS } from "./job-refs.ts";
import type { ProcessScans } from "./scans/process-scans.ts";

/** The jobs of discovery: process scans, resolve peers, mark absent hosts (hourly). */
export function discoveryJobs(deps: {
  processScans: ProcessScans;
  resolvePeers: ResolvePeers;
  markAbsent: MarkAbsent;
}): JobDefinition[] {
  return [
    defineJob(PROCESS_SCAN, { run: deps.processScans }),
    defineJob(RESOLVE_PEERS, { run: deps.resolvePeers }),
    defineJob(MARK_ABSENT, {
      cron: "41 * * * *",
      run: async (_payload, { signal, log }) => {
        const { marked, failed } = await deps.markAbsent({ signal, log });
        if (marked > 0) log.info({ marked }, "set absent hosts inactive");
        if (failed.cis + failed.tenants > 0) log.error({ failed }, "some absent hosts could not be set inactive");
      },
    }),
  ];
}
