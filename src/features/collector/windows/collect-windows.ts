import { readFile } from "node:fs/promises";
import { adaptersOfNode } from "../collect-generic.ts";
import type { CollectedHost } from "../collector.model.ts";
import { hostIdOf } from "../host-id.ts";
import { PART_DEADLINE_MS, type Scan } from "../parts.ts";
import { CommandStopped } from "../ports.ts";
import { definedFields } from "../text.ts";
import { adapters, defaultAdapter } from "./adapters.ts";
import { disks, hostNames, machine, operatingSystem } from "./machine.ts";
import { applications, connections, processes, userAccounts } from "./records.ts";
import { parseAnswers } from "./rows.ts";

/** Full path, because a search would begin in the current folder, where anyone may have put a program. */
export const POWERSHELL = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;

/** Collects a Windows host with one run of `collect.ps1`. Administrators see the users of all processes, others their own. */
export async function collectWindows(scan: Scan): Promise<CollectedHost> {
  const answers = parseAnswers((await runScript(scan)) ?? "");
  for (const { part, message } of answers.errors) scan.notes.add(`${part}: ${message}`);
  const host_id = hostIdOf(answers.first("machine_id").text("MachineGuid"));
  if (host_id === undefined) scan.notes.add("host_id: the machine's GUID could not be read");
  const nowMs = scan.clock.now().getTime();
  return definedFields<CollectedHost>({
    host_id,
    ...hostNames(answers, scan.os.hostname()),
    ...machine(answers),
    os: { architecture: scan.os.machine(), kernel: scan.os.release(), ...operatingSystem(answers) },
    adapters: adapters(answers) ?? adaptersOfNode(scan.os),
    defaultAdapter: defaultAdapter(answers),
    disks: disks(answers),
    user_accounts: userAccounts(answers),
    processes: processes(answers, nowMs),
    network_connections: connections(answers),
    installed_applications: applications(answers),
  });
}

/** The script's output, also if it was stopped at the deadline; undefined if it could not run. */
async function runScript(scan: Scan): Promise<string | undefined> {
  try {
    const script = await readFile(new URL("collect.ps1", import.meta.url), "utf8");
    // Encoded, so that no execution policy forbids it and no quoting breaks it.
    const encoded = Buffer.from(script, "utf16le").toString("base64");
    const args = ["-NoLogo", "-NoProfile", "-NonInteractive", "-EncodedCommand", encoded];
    const limits = { timeoutMs: PART_DEADLINE_MS, maxBytes: MAX_OUTPUT_BYTES, signal: scan.signal };
    const { stdout, exitCode } = await scan.runner.run(POWERSHELL, args, limits);
    if (exitCode !== 0) scan.notes.add(`powershell: ended with exit code ${exitCode}`);
    return stdout;
  } catch (error) {
    scan.signal.throwIfAborted();
    scan.notes.add(`powershell: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof CommandStopped ? error.stdout : undefined;
  }
}
