import { createReadStream } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import type { DictionaryStatus, ImportedFile } from "../features/cpe-dictionary/index.ts";
import { DAY_MS } from "../model/duration.ts";
import type { RecordFile } from "../platform/record-files/index.ts";
import { CommandError, type Io, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

/** `orrery cpe`: imports the CPE dictionary and shows its status. */
export function addCpe(program: Command, io: Io): void {
  const cpe = program.command("cpe").description("manage the dictionary of CPE names");
  cpe
    .command("import")
    .description(
      "take files of the vulnerability database's CPE products in: API 2.0 pages and feeds, also .gz, .tar.gz, .zip",
    )
    .argument("<file...>", "files; - is standard input")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nWhat is in stays in; an import that was cut short may simply be repeated.")
    .action(async (names: string[], options: { json?: boolean }) => {
      // Short-lived records would otherwise grow V8's young generation by a hundred megabytes.
      setFlagsFromString("--semi-space-growth-factor=1");
      const files = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.cpeDictionary.importFiles(
          names.map((name) => fileOf(name, io)),
          { onProgress: progressOn(io) },
        );
      });
      if (options.json) printJson(io, { files: files.map(wire) });
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

function fileOf(name: string, io: Io): RecordFile {
  if (name === "-") return { name: "standard input", open: () => io.stdin as AsyncIterable<Buffer> };
  return { name: path.basename(name), open: () => createReadStream(name) };
}

const PROGRESS_INTERVAL_MS = 5_000;

function progressOn(io: Io): (file: ImportedFile) => void {
  let told = Date.now();
  return ({ file, entries }) => {
    if (Date.now() - told < PROGRESS_INTERVAL_MS) return;
    told = Date.now();
    printLine(io.stderr, `${file}: ${entries} entries so far ...`);
  };
}

function presentFile(io: Io, { file, status, entries, added, changed, refused, problem }: ImportedFile): void {
  const counts = `${entries} ${entries === 1 ? "entry" : "entries"}, of them ${added} new and ${changed} changed`;
  if (status === "failed") {
    printLine(io.stderr, `${file}: ${problem}; taken in before: ${counts}`);
    return;
  }
  printLine(io.stdout, `${file}: ${counts}`);
  if (refused > 0) printLine(io.stderr, `${file}: ${refused} entries were left out, the first: ${problem}`);
}

const wire = ({ file, status, entries, added, changed, refused, problem }: ImportedFile) => ({
  file,
  status,
  entries,
  added,
  changed,
  refused,
  ...(problem === undefined ? {} : { problem }),
});

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

function ageInDays(since: Date | null): number | null {
  return since && Math.max(0, Math.floor((Date.now() - since.getTime()) / DAY_MS));
}
