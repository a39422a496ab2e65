import type { Command } from "commander";
import type { DictionaryStatus } from "../features/cpe-dictionary/index.ts";
import { CommandError, type Io, printJson, printLine } from "./io.ts";
import { ageInDays, keepMemorySmall, presentFile, progressOn, recordFileOf, wireFile } from "./record-files.ts";
import { withApp } from "./with-app.ts";

/** `orrery cpe`: imports the CPE dictionary and shows its status. */
export function addCpe(program: Command, io: Io): void {
  const cpe = program.command("cpe").description("manage the dictionary of CPE names");
  cpe
    .command("import")
    .description(
      "take files of the vulnerability database's CPE products in: API 2.0 pages and feeds, also .gz, .zst, .tar.gz, .zip",
    )
    .argument("<file...>", "files; - is standard input")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nWhat is in stays in; an import that was cut short may simply be repeated.")
    .action(async (names: string[], options: { json?: boolean }) => {
      keepMemorySmall();
      const files = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.cpeDictionary.importFiles(
          names.map((name) => recordFileOf(name, io)),
          { onProgress: progressOn(io) },
        );
      });
      if (options.json) printJson(io, { files: files.map(wireFile) });
      else for (const file of files) presentFile(io, file);
      const bad = files.filter(({ status }) => status === "failed");
      if (bad.length > 0) throw new CommandError(`${bad.length} of ${files.length} files were not taken in whole`);
    });
  cpe
    .command("status")
    .description("show the size and age of the dictionary")
    .option("--json", "print it as JSON")
    .action(async (options: { json?: boolean }) => {
      const status = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.cpeDictionary.status();
      });
      if (options.json) printJson(io, wireStatus(status));
      else presentStatus(io, status);
    });
}

function wireStatus(status: DictionaryStatus) {
  const { entries, deprecated, pairs, unsettled, change, importedAt, refreshedAt, syncedTo, refresh, imports } = status;
  return {
    entries,
    deprecated,
    pairs,
    unsettled_pairs: unsettled,
    change,
    imported_at: importedAt,
    refreshed_at: refreshedAt,
    synced_to: syncedTo,
    age_days: ageInDays(syncedTo),
    refresh,
    imports: imports.map(({ startedAt, updatedAt, ...rest }) => ({
      ...rest,
      started_at: startedAt,
      updated_at: updatedAt,
    })),
  };
}

function presentStatus(io: Io, status: DictionaryStatus): void {
  const { entries, deprecated, pairs, importedAt, refreshedAt, syncedTo, refresh, imports } = status;
  if (entries === 0) {
    printLine(io.stdout, "There is no dictionary yet: see `orrery cpe import`.");
    return;
  }
  const day = (date: Date | null) => date?.toISOString() ?? "never";
  printLine(io.stdout, `Entries    ${entries}, of them ${deprecated} deprecated`);
  printLine(io.stdout, `Pairs      ${pairs} of part, vendor and product`);
  printLine(io.stdout, `Imported   ${day(importedAt)}`);
  printLine(io.stdout, `Refreshed  ${day(refreshedAt)}`);
  const age = ageInDays(syncedTo);
  printLine(io.stdout, `State of   ${day(syncedTo)}${age === null ? "" : `, ${age} days old`}`);
  if (refresh) printLine(io.stdout, `Fetching   ${refresh.fetched} of ${refresh.total ?? "?"} changes`);
  for (const one of imports.filter(({ status }) => status !== "done").slice(0, 3)) {
    printLine(io.stdout, `Import     ${one.file}: ${one.status} after ${one.entries} entries`);
  }
}
