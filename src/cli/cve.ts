import type { Command } from "commander";
import type { FeedStatus, ImportedFeed } from "../features/exposure/index.ts";
import { CommandError, type Io, printJson, printLine } from "./io.ts";
import { ageInDays, keepMemorySmall, presentFile, progressOn, recordFileOf, wireFile } from "./record-files.ts";
import { withApp } from "./with-app.ts";

interface ImportOptions {
  kev: string[];
  epss: string[];
  vendor: string[];
  json?: boolean;
}

const collect = (name: string, names: string[]) => [...names, name];

/** `orrery cve`: imports known vulnerabilities and shows their status. */
export function addCve(program: Command, io: Io): void {
  const cve = program.command("cve").description("manage known vulnerabilities");
  cve
    .command("import")
    .description(
      "take files of the vulnerability database's CVEs in: API 2.0 pages and feeds, also .gz, .zst, .tar.gz, .zip",
    )
    .argument("[file...]", "files of CVEs; - is standard input")
    .option("--kev <file>", "catalogue of known exploited vulnerabilities, JSON", collect, [])
    .option("--epss <file>", "scores of exploit prediction, CSV", collect, [])
    .option("--vendor <file>", "a distribution's own statements, CSAF VEX or OVAL", collect, [])
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nWhat is in stays in; an import that was cut short may simply be repeated.")
    .action(async (names: string[], options: ImportOptions, command: Command) => {
      if (names.length + options.kev.length + options.epss.length + options.vendor.length === 0) {
        command.error("error: no file is given");
      }
      keepMemorySmall();
      const files = await withApp(io, async ({ app }) => {
        await app.migrate();
        return importAll(app.exposure.feeds, names, options, io);
      });
      if (options.json) printJson(io, { files: files.map((file) => ({ kind: file.kind, ...wireFile(file) })) });
      else for (const file of files) presentFile(io, file);
      const bad = files.filter(({ status }) => status === "failed");
      if (bad.length > 0) throw new CommandError(`${bad.length} of ${files.length} files were not taken in whole`);
    });
  cve
    .command("status")
    .description("show the size and age of the known vulnerabilities")
    .option("--json", "print it as JSON")
    .action(async (options: { json?: boolean }) => {
      const status = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.exposure.feeds.status();
      });
      if (options.json) printJson(io, wireStatus(status));
      else presentStatus(io, status);
    });
}

type Feeds = Parameters<Parameters<typeof withApp>[1]>[0]["app"]["exposure"]["feeds"];

async function importAll(feeds: Feeds, names: string[], { kev, epss, vendor }: ImportOptions, io: Io) {
  const files: ImportedFeed[] = [];
  const each = (all: string[]) => all.map((name) => recordFileOf(name, io));
  if (names.length > 0) files.push(...(await feeds.importCves(each(names), { onProgress: progressOn(io) })));
  for (const file of each(kev)) files.push(await feeds.importKev(file));
  for (const file of each(epss)) files.push(await feeds.importEpss(file));
  for (const file of each(vendor)) files.push(await feeds.importVendor(file));
  return files;
}

function wireStatus(status: FeedStatus) {
  return {
    cves: status.cves,
    rejected: status.rejected,
    products: status.products,
    kev: status.kev,
    epss: status.epss,
    vendor_statements: status.vendorStatements,
    change: status.change,
    imported_at: status.importedAt,
    refreshed_at: status.refreshedAt,
    synced_to: status.syncedTo,
    age_days: ageInDays(status.syncedTo),
    kev_as_of: status.kevAsOf,
    epss_as_of: status.epssAsOf,
    refresh: status.refresh,
    imports: status.imports.map(({ startedAt, updatedAt, ...rest }) => ({
      ...rest,
      started_at: startedAt,
      updated_at: updatedAt,
    })),
  };
}

function presentStatus(io: Io, status: FeedStatus): void {
  const { cves, rejected, products, kev, epss, vendorStatements, syncedTo, refresh, imports } = status;
  if (cves + kev + epss + vendorStatements === 0) {
    printLine(io.stdout, "There are no known vulnerabilities yet: see `orrery cve import`.");
    return;
  }
  const day = (date: Date | null) => date?.toISOString() ?? "never";
  printLine(io.stdout, `CVEs       ${cves}, of them ${rejected} rejected; on ${products} products`);
  printLine(io.stdout, `Exploited  ${kev} in the catalogue of ${day(status.kevAsOf)}`);
  printLine(io.stdout, `Predicted  ${epss} scores of ${day(status.epssAsOf)}`);
  printLine(io.stdout, `Makers     ${vendorStatements} statements`);
  printLine(io.stdout, `Imported   ${day(status.importedAt)}`);
  printLine(io.stdout, `Refreshed  ${day(status.refreshedAt)}`);
  const age = ageInDays(syncedTo);
  printLine(io.stdout, `State of   ${day(syncedTo)}${age === null ? "" : `, ${age} days old`}`);
  if (refresh) printLine(io.stdout, `Fetching   ${refresh.fetched} of ${refresh.total ?? "?"} changes`);
  for (const one of imports.filter((each) => each.status !== "done").slice(0, 3)) {
    printLine(io.stdout, `Import     ${one.file}: ${one.status} after ${one.entries} entries`);
  }
}
