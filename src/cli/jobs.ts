import type { Command } from "commander";
import type { Job, JobState } from "../features/jobs/index.ts";
import { isId } from "../platform/ids.ts";
import { CommandError, type Io, printJson, printLine, UsageError } from "./io.ts";
import { withApp } from "./with-app.ts";

const STATES: readonly JobState[] = ["waiting", "running", "failed", "parked"];
const DEFAULT_LIMIT = "100";
const MAX_LIMIT = 10_000;

interface ListOptions {
  state?: string;
  name?: string;
  limit: string;
  json?: boolean;
}

/** `orrery jobs`: shows what is not done, and repeats or discards it. */
export function addJobs(program: Command, io: Io): void {
  const jobs = program.command("jobs").description("show, repeat and discard jobs and parked changes");
  addList(jobs, io);
  addRepeat(jobs, io);
  addDiscard(jobs, io);
}

function addList(jobs: Command, io: Io): void {
  jobs
    .command("list")
    .description("list jobs that wait, run or have failed for good, and parked changes, newest first")
    .option("--state <state>", `only those in one state: ${STATES.join(", ")}`)
    .option("--name <name>", "only those of one name")
    .option("--limit <number>", `at most so many, up to ${MAX_LIMIT}`, DEFAULT_LIMIT)
    .option("--json", "print them as JSON")
    .action(async (options: ListOptions) => {
      const state = stateOf(options.state);
      const limit = limitOf(options.limit);
      const found = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.operatorJobs.operator.list({ state, name: options.name }, limit);
      });
      if (options.json) return printJson(io, { jobs: found.items.map(presented), total: found.total });
      for (const job of found.items) printLine(io.stdout, lineOf(job));
      if (found.total > found.items.length) {
        printLine(io.stderr, `${found.items.length} of ${found.total}: more with --limit`);
      }
    });
}

function addRepeat(jobs: Command, io: Io): void {
  jobs
    .command("repeat")
    .description("let a failed job run again, or deliver parked changes again")
    .argument("[id]", "id of the job or of the parked changes")
    .option("--all", "everything that has failed or is parked")
    .option("--name <name>", "with --all: only jobs of one name")
    .option("--json", "print the result as JSON")
    .action(async (id: string | undefined, options: { all?: boolean; name?: string; json?: boolean }) => {
      if ((id === undefined) === (options.all !== true)) throw new UsageError("Give the id of a job, or --all");
      if (id !== undefined && options.name !== undefined) throw new UsageError("--name belongs to --all");
      const known = id === undefined ? undefined : requireId(id);
      const repeated = await withApp(io, async ({ app }) => {
        await app.migrate();
        const { operator } = app.operatorJobs;
        if (known === undefined) return operator.repeatAll(options.name);
        await operator.repeat(known);
        return 1;
      });
      if (options.json) return printJson(io, { repeated });
      printLine(io.stdout, `Repeated: ${repeated}. A running service works them off.`);
    });
}

function addDiscard(jobs: Command, io: Io): void {
  jobs
    .command("discard")
    .description("delete a job that waits or has failed, or parked changes, for good")
    .argument("<id>", "id of the job or of the parked changes")
    .option("--json", "print what was deleted as JSON")
    .action(async (id: string, options: { json?: boolean }) => {
      const known = requireId(id);
      const job = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.operatorJobs.operator.discard(known);
      });
      if (options.json) return printJson(io, presented(job));
      printLine(io.stdout, `Discarded ${job.name} (${job.id}).`);
    });
}

function stateOf(text: string | undefined): JobState | undefined {
  if (text === undefined) return undefined;
  const state = STATES.find((known) => known === text);
  if (!state) throw new UsageError(`--state: must be one of ${STATES.join(", ")}`);
  return state;
}

function limitOf(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw new UsageError(`--limit: must be a number from 1 to ${MAX_LIMIT}`);
  return limit;
}

function requireId(id: string): string {
  if (!isId(id)) throw new CommandError("Job not found");
  return id;
}

function presented(job: Job) {
  return {
    id: job.id,
    name: job.name,
    state: job.state,
    tenant_id: job.tenantId,
    tries: job.tries,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.endedAt?.toISOString() ?? null,
    starts_after: job.startsAfter?.toISOString() ?? null,
    error: job.error,
    payload: job.payload,
  };
}

function lineOf({ id, state, name, tenantId, tries, endedAt, error }: Job): string {
  const whose = tenantId === null ? "the installation" : `tenant ${tenantId}`;
  const since = endedAt ? `  since ${endedAt.toISOString()}` : "";
  const reason = error === null ? "" : `  ${error}`;
  return `${id}  ${state}  ${name}  ${whose}  ${tries} ${tries === 1 ? "try" : "tries"}${since}${reason}`;
}
