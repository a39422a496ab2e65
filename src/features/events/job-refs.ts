import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

/** Binds waiting events of the tenant to CIs that appeared. Older versions sent host keys with it. */
export const BIND_EVENTS = jobRef("events.bind", z.object({ tenantId: z.string() }), { concurrency: 2 });

export const eventJobRefs = [BIND_EVENTS];
