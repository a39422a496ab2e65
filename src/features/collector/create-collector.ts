import { isoNow } from "../../platform/clock.ts";
import { assembleSubmission } from "./assemble.ts";
import { collectGeneric } from "./collect-generic.ts";
import type { CollectedHost, ScanSubmission } from "./collector.model.ts";
import { collectLinux } from "./linux/collect-linux.ts";
import { collectMacos } from "./macos/collect-macos.ts";
import { createScan, type Scan } from "./parts.ts";
import type { CollectorPorts } from "./ports.ts";
import { collectWindows } from "./windows/collect-windows.ts";

/** Collects the host that it runs on. */
export interface Collector {
  /**
   * Collects a submission with this host. Unreadable parts are left out and noted; only an abort of the signal makes
   * it fail.
   */
  collect(signal?: AbortSignal): Promise<ScanSubmission>;
  /** Notes of the last `collect`: each unreadable part and the reason in one sentence, e.g. that it needs root. */
  readonly notes: readonly string[];
}

/** Creates a collector over the given ports, so that each platform's parts also run on recorded output. */
export function createCollector(ports: CollectorPorts): Collector {
  let notes: readonly string[] = [];
  return {
    get notes() {
      return notes;
    },
    async collect(signal = new AbortController().signal) {
      const platform = ports.platform ?? process.platform;
      const scan = createScan({ ...ports, platform }, signal);
      const host = await collectorOf(platform)(scan);
      const submission = assembleSubmission(host, isoNow(ports.clock), scan.notes);
      notes = scan.notes.list();
      return submission;
    },
  };
}

function collectorOf(platform: NodeJS.Platform): (scan: Scan) => Promise<CollectedHost> {
  switch (platform) {
    case "linux":
      return collectLinux;
    case "darwin":
      return collectMacos;
    case "win32":
      return collectWindows;
    default:
      return collectGeneric;
  }
}
