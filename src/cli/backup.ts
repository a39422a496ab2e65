import path from "node:path";
import type { Command } from "commander";
import { type Io, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

/** `orrery backup`: copies both stores to a folder, also while a service runs. */
export function addBackup(program: Command, io: Io): void {
  program
    .command("backup")
    .description("copy both stores, as they are at one moment, to a folder; a service may run meanwhile")
    .argument("<dir>", "a new or empty folder")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nThe folder holds hashes of passwords and keys, and secrets that are encrypted under ORRERY_SECRET, which is not part of it:" +
        "\nkeep both, in different places. (Embedded stores keep the secret in the file `secret` of ORRERY_HOME.)",
    )
    .action(async (dir: string, options: { json?: boolean }) => {
      const folder = path.resolve(dir);
      const result = await withApp(io, ({ app }) => app.backup.create(folder));
      if (options.json) return printJson(io, { ...result, folder });
      printLine(io.stdout, `${result.records} records in ${result.files} files: ${folder}`);
      printLine(io.stderr, "It needs the same ORRERY_SECRET when it is restored; the secret is not part of it.");
    });
}
