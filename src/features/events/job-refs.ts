import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

const hostKey = z.object({ kind: z.enum(["fqdn", "hostname", "ip"]), value: z.string() });

/** Binds events that wait for these host keys to the CIs that appeared under them. */
export const BIND_EVENTS = jobRef("events.bind", z.object({ tenantId: z.string(), waits: z.array(hostKey) }), {
  concurrency: 2,
});
/** Sweep over the unbound events of the last 30 minutes: does what a process that died had left to bind. */
export const SWEEP_UNBOUND_EVENTS = jobRef("events.bind-again", z.object({}));

export const eventJobRefs = [BIND_EVENTS, SWEEP_UNBOUND_EVENTS];
