import type { Command } from "commander";
import type { ImportedFile } from "./import-files.ts";
import { CommandError, type Io, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

interface ImportOptions {
  tenant: string;
  json?: boolean;
}

/** `orrery import`: imports files through the discovery pipeline and waits for the outcome of their hosts. */
export function addImport(program: Command, io: Io): void {
  program
    .command("import")
    .description(
      "take inventories in: scan JSON, GLPI agent inventories (JSON, XML), Nmap XML, CycloneDX and SPDX JSON, each also as .gz",
    )
    .argument("<file...>", "files; - is standard input")
    .option("--tenant <name>", "tenant that they belong to", "default")
    .option("--json", "print the result as JSON")
    .action(async (files: string[], options: ImportOptions) => {
      const { importAll, OUTCOMES } = await import("./import-files.ts");
      const results = await withApp(io, (opened) => importAll(opened, files, options.tenant, io));
      if (options.json) printJson(io, { files: results });
      else for (const result of results) present(io, result, OUTCOMES);
      const bad = results.filter(({ status, counts }) => status !== "completed" || counts.failed > 0);
      if (bad.length > 0) throw new CommandError(`${bad.length} of ${results.length} files were not taken in whole`);
    });
}

function present(
  io: Io,
  { file, status, hosts, counts, error }: ImportedFile,
  outcomes: readonly (keyof ImportedFile["counts"])[],
): void {
  const name = file === "-" ? "standard input" : file;
  if (status === "refused") {
    printLine(io.stderr, `${name}: ${error}`);
    return;
  }
  const shown = outcomes.map((outcome) => `${counts[outcome]} ${outcome}`).join(", ");
  printLine(io.stdout, `${name}: ${hosts} ${hosts === 1 ? "host" : "hosts"}: ${shown}${error ? ` (${error})` : ""}`);
}
