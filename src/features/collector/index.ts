import * as os from "node:os";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { createCommandRunner } from "./command-runner.ts";
import { type Collector, createCollector } from "./create-collector.ts";
import { createHostFiles } from "./host-files.ts";

export { SCANNER_ID } from "./assemble.ts";
export type { ScanSubmission } from "./collector.model.ts";
export { type Collector, createCollector } from "./create-collector.ts";
export { maskSecrets } from "./masking.ts";
export {
  type CollectorPorts,
  type CommandRunner,
  CommandStopped,
  type HostFiles,
  type OsFacts,
} from "./ports.ts";

/** Creates the collector of this machine. */
export function createSystemCollector({ clock = systemClock }: { clock?: Clock } = {}): Collector {
  return createCollector({
    platform: process.platform,
    runner: createCommandRunner(),
    files: createHostFiles(),
    os,
    clock,
  });
}
