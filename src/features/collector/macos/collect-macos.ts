import { adaptersOfNode } from "../collect-generic.ts";
import type { CollectedHost, ObservedAdapter } from "../collector.model.ts";
import { hostIdOf } from "../host-id.ts";
import type { Scan } from "../parts.ts";
import { definedFields } from "../text.ts";
import { parseAccounts } from "./accounts.ts";
import { parseApplications } from "./applications.ts";
import { DF, parseDisks, totalDiskGb } from "./disks.ts";
import { LSOF, parseDefaultRoute, parseIfconfig, parseLsof } from "./network.ts";
import { PS, PS_ARGS, parsePs } from "./processes.ts";
import { readHardware, readOperatingSystem } from "./system.ts";

/** Collects a macOS host from the system's own tools; none of them needs root. */
export async function collectMacos(scan: Scan): Promise<CollectedHost> {
  const { output } = scan;
  const disks = await scan.part("disks", async () => parseDisks(await output("df", DF), await output("mount", [])));
  const [os, machine, user_accounts, adapters, defaultAdapter, processes, network_connections, installed_applications] =
    await Promise.all([
      readOperatingSystem(scan),
      readHardware(scan, disks && totalDiskGb(disks)),
      scan.part("user_accounts", async () =>
        parseAccounts(
          await output("dscacheutil", ["-q", "user"]),
          await output("dscacheutil", ["-q", "group", "-a", "name", "admin"]),
        ),
      ),
      readAdapters(scan),
      scan.part("ip_address", async () => parseDefaultRoute(await output("route", ["-n", "get", "default"]))),
      scan.part("processes", async () => parsePs(await output("ps", PS), await output("ps", PS_ARGS))),
      scan.part("network_connections", () => readConnections(scan)),
      scan.part("installed_applications", async () =>
        parseApplications(await output("system_profiler", ["-json", "SPApplicationsDataType"])),
      ),
    ]);
  const { hardware, device_type, machineId } = machine;
  const host_id = hostIdOf(machineId);
  if (host_id === undefined) scan.notes.add("host_id: the platform's UUID could not be read");
  const identity = { host_id, hostname: scan.os.hostname(), device_type, os, hardware, adapters, defaultAdapter };
  const records = { disks, user_accounts, processes, network_connections, installed_applications };
  return definedFields<CollectedHost>({ ...identity, ...records });
}

async function readAdapters(scan: Scan): Promise<ObservedAdapter[]> {
  const adapters = await scan.part("network_adapters", async () =>
    parseIfconfig(await scan.output("ifconfig", ["-a"])),
  );
  return adapters ?? adaptersOfNode(scan.os);
}

/** Output of lsof, which exits with 1 even if it listed all it may see: only an empty output is a failure. */
async function readConnections(scan: Scan) {
  const limits = { timeoutMs: 20_000, maxBytes: 64 * 1024 * 1024, signal: scan.signal };
  const { stdout, exitCode } = await scan.runner.run("lsof", LSOF, limits);
  if (stdout.trim() === "" && exitCode > 1) throw new Error(`lsof ended with exit code ${exitCode}`);
  if (scan.os.userInfo().uid !== 0)
    scan.notes.add("network_connections: without root only the sockets of this user's processes are listed");
  return parseLsof(stdout);
}
