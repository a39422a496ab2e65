import type { Command } from "commander";
import { submissionTarget } from "../config.ts";
import { createSystemCollector } from "../features/collector/index.ts";
import { CommandError, type Io, printJson, printLine, UsageError } from "./io.ts";
import { type FinishedScan, type SubmittedScan, submitScan, waitForScan } from "./submit.ts";

interface ScanOptions {
  submit?: boolean;
  url?: string;
  token?: string;
  wait?: boolean;
  json?: boolean;
}

/** `orrery scan`: scans this machine, and prints or sends the submission. */
export function addScan(program: Command, io: Io): void {
  program
    .command("scan")
    .description(
      "collect this machine (system, hardware, disks, accounts, network, processes, software) and print it as JSON",
    )
    .option("--submit", "send it to a service instead")
    .option(
      "--url <address>",
      "with --submit: the service, e.g. https://cmdb.example.com (default: the one of this machine)",
    )
    .option(
      "--token <token>",
      "with --submit: a discovery token or API key with discovery.submit; better in ORRERY_TOKEN",
    )
    .option("--wait", "with --submit: wait until the scan is processed; the token also needs discovery.read")
    .option("--json", "with --submit: print the service's answer as JSON")
    .action(async (options: ScanOptions) => {
      if (!options.submit && (options.url || options.token || options.wait)) {
        throw new UsageError("--url, --token and --wait go with --submit");
      }
      const target = submissionTarget(io.env);
      const token = options.token ?? target.token;
      const base = serviceAddress(options.url ?? target.url);
      if (options.submit && !token) throw new UsageError("--submit needs --token, or a token in ORRERY_TOKEN");
      const collector = createSystemCollector();
      const submission = await collector.collect();
      for (const note of collector.notes) printLine(io.stderr, `note: ${note}`);
      if (!options.submit || !token) return printJson(io, submission);
      const service = { base, token, tell: (text: string) => printLine(io.stderr, text) };
      const submitted = await submitScan(service, submission);
      const finished = options.wait ? await waitForScan(service, submitted.scan_id) : undefined;
      present(io, options.json ?? false, submitted, finished);
      if (finished?.status === "failed")
        throw new CommandError(`The scan failed: ${finished.error ?? "see the service"}`);
    });
}

function serviceAddress(text: string): string {
  if (!/^https?:\/\/./.test(text) || !URL.canParse(text))
    throw new UsageError(`--url: expected an http:// or https:// address`);
  return text.replace(/\/+$/, "");
}

function present(io: Io, json: boolean, submitted: SubmittedScan, finished: FinishedScan | undefined): void {
  if (json) {
    printJson(io, finished ?? submitted);
    return;
  }
  printLine(io.stdout, `Submitted as scan ${submitted.scan_id}.`);
  if (!finished) return;
  printLine(io.stdout, `The scan is ${finished.status}.`);
  for (const { hostname, ip_address, outcome, ci_id, error } of finished.results) {
    const where = ci_id ? ` as CI ${ci_id}` : "";
    printLine(
      io.stdout,
      `  ${hostname ?? ip_address ?? "a host"}: ${outcome ?? "not processed"}${where}${error ? ` (${error})` : ""}`,
    );
  }
}
