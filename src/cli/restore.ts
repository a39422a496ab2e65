import path from "node:path";
import type { Command } from "commander";
import { type Io, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

/** `orrery restore`: restores both stores from a backup. */
export function addRestore(program: Command, io: Io): void {
  program
    .command("restore")
    .description("bring empty stores to what a backup holds; no service may run")
    .argument("<dir>", "the folder of a backup")
    .option("--force", "remove everything that the stores hold before")
    .option("--json", "print the result as JSON")
    .action(async (dir: string, options: { force?: boolean; json?: boolean }) => {
      const force = options.force ?? false;
      const result = await withApp(io, ({ app }) => app.backup.restore(path.resolve(dir), { force }));
      if (options.json) {
        const { createdAt, ...counts } = result;
        return printJson(io, { created_at: createdAt, ...counts });
      }
      const { cis, relationships, rows, jobs, createdAt } = result;
      printLine(io.stdout, `Restored: ${cis} CIs, ${relationships} relationships, ${rows} rows, ${jobs} jobs.`);
      printLine(io.stdout, `The state is that of ${createdAt}.`);
    });
}
