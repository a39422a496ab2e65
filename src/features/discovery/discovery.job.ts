import { z } from "zod";
import { defineJob, type JobDefinition } from "../../platform/jobs/jobs.ts";
import type { FailStalled } from "./fail-stalled.ts";
import { RESOLVE_PEERS_JOB } from "./job-refs.ts";
import type { MarkAbsent } from "./mark-absent.ts";
import type { ProcessScan } from "./process-scan.ts";
import { type ResolvePeers, resolvePeersPayload } from "./resolve-peers.ts";
import { PROCESS_SCAN_JOB } from "./submit-scan.ts";

export function discoveryJobs(deps: {
  processScan: ProcessScan;
  resolvePeers: ResolvePeers;
  markAbsent: MarkAbsent;
  failStalled: FailStalled;
}): JobDefinition[] {
  return [
    defineJob({
      name: PROCESS_SCAN_JOB,
      payload: z.object({ tenantId: z.string(), scanId: z.string() }),
      queue: { concurrency: 4, retryLimit: 20, expireInSeconds: 3_600 },
      run: deps.processScan,
    }),
    defineJob({
      name: RESOLVE_PEERS_JOB,
      payload: resolvePeersPayload,
      run: (payload, { signal }) => deps.resolvePeers(payload, signal),
    }),
    defineJob({
      name: "discovery.mark-absent",
      payload: z.object({}),
      cron: "41 * * * *",
      run: async (_payload, { signal, log }) => {
        const marked = await deps.markAbsent(signal);
        if (marked > 0) log.info({ marked }, "hosts that are no longer seen are inactive");
      },
    }),
    defineJob({
      name: "discovery.fail-stalled",
      payload: z.object({}),
      cron: "* * * * *",
      run: (_payload, { log }) => deps.failStalled(log),
    }),
  ];
}
