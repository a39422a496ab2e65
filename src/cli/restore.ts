import path from "node:path";
import type { Command } from "commander";
import type { SkippedJobs } from "../features/backup/index.ts";
import { CommandError, type Io, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

/** `orrery restore`: restores both stores from a backup. */
export function addRestore(program: Command, io: Io): void {
  program
    .command("restore")
    .description("bring empty stores to what a backup holds; no service may run")
    .argument("<dir>", "the folder of a backup")
    .option("--force", "remove everything that the stores hold before")
    .option("--skip-jobs", "accept that jobs of the backup which this version cannot send are left out")
    .option("--json", "print the result as JSON")
    .action(async (dir: string, options: { force?: boolean; skipJobs?: boolean; json?: boolean }) => {
      const force = options.force ?? false;
      const result = await withApp(io, ({ app }) => app.backup.restore(path.resolve(dir), { force }));
      if (options.json) {
        const { createdAt, skippedJobs, ...counts } = result;
        printJson(io, { created_at: createdAt, ...counts, skipped_jobs: skippedJobs });
      } else {
        const { cis, relationships, rows, jobs, createdAt } = result;
        printLine(io.stdout, `Restored: ${cis} CIs, ${relationships} relationships, ${rows} rows, ${jobs} jobs.`);
        printLine(io.stdout, `The state is that of ${createdAt}.`);
      }
      reportSkipped(result.skippedJobs, options.skipJobs ?? false, io);
    });
}

/** Throws unless the operator accepts that jobs are left out. */
function reportSkipped(skipped: readonly SkippedJobs[], isAccepted: boolean, io: Io): void {
  if (skipped.length === 0) return;
  for (const { name, jobs, reason } of skipped) printLine(io.stderr, `left out ${jobs} of ${name}: ${reason}`);
  const total = skipped.reduce((sum, { jobs }) => sum + jobs, 0);
  if (isAccepted) return;
  throw new CommandError(
    `Everything else is restored, but ${total} jobs of the backup are left out: this version cannot send them. ` +
      "Accept that with --skip-jobs, or restore with the version that made the backup",
  );
}
