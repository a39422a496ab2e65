import type { Command } from "commander";
import { type Io, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

/** `orrery migrate`: migrates both stores to the schema of this version. `serve` does it too. */
export function addMigrate(program: Command, io: Io): void {
  program
    .command("migrate")
    .description("bring the schemas of both stores up to date; `serve` does that by itself")
    .option("--json", "print what was applied as JSON")
    .action(async (options: { json?: boolean }) => {
      const applied = await withApp(io, ({ app }) => app.migrate());
      if (options.json) return printJson(io, applied);
      const names = [...applied.postgres, ...applied.graph];
      printLine(io.stdout, names.length === 0 ? "Nothing to do: both schemas are up to date." : "Applied:");
      for (const name of names) printLine(io.stdout, `  ${name}`);
    });
}
