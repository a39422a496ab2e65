import { systemContext } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/log.ts";
import { type Collector, SCANNER_ID } from "../collector/index.ts";
import { type Discovery, readSubmission } from "../discovery/index.ts";

export interface SelfDiscoveryDeps {
  collector: Collector;
  discovery: Pick<Discovery, "verbs">;
  log: Logger;
}

/**
 * Scans this machine for a tenant without such a scan, so that a new installation has data to show. Answers the scan's
 * id, or undefined if the tenant has or had one, even a purged one. Unreadable parts are logged.
 */
export type DiscoverSelf = (tenantId: string, signal: AbortSignal) => Promise<string | undefined>;

export function createDiscoverSelf({ collector, discovery, log }: SelfDiscoveryDeps): DiscoverSelf {
  return async (tenantId, signal) => {
    const ctx = { ...systemContext(tenantId, newId()), signal };
    const { scans, submitScan } = discovery.verbs;
    if (await scans.hasScanned(ctx, SCANNER_ID)) return undefined;
    const collected = await collector.collect(signal);
    for (const note of collector.notes) log.debug({ note }, "this machine was not read in full");
    const read = readSubmission("application/json", Buffer.from(JSON.stringify(collected)));
    const { scanId } = await submitScan.submit(ctx, read);
    log.info({ scan: scanId }, "this machine was scanned; ORRERY_DISCOVER_SELF=false prevents that");
    return scanId;
  };
}
