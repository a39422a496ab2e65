import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

const wait = z.object({ kind: z.enum(["fqdn", "hostname", "ip"]), value: z.string() });

/** Binds events that wait for these names and addresses to the CIs that appeared under them. */
export const BIND_EVENTS = jobRef("events.bind", z.object({ tenantId: z.string(), waits: z.array(wait) }), {
  concurrency: 2,
});
/** The same for events of the last minutes: for what a process that died had still to look at again. */
export const BIND_EVENTS_AGAIN = jobRef("events.bind-again", z.object({}));

export const eventJobRefs = [BIND_EVENTS, BIND_EVENTS_AGAIN];
