import { setTimeout as sleep } from "node:timers/promises";
import { createJobs } from "../../../src/platform/jobs/jobs.ts";
import { createOwedWorkSweeper } from "../../../src/platform/jobs/owed-work.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { log } from "../../support/scratch.ts";
import { createReportWorld } from "./support.ts";

// A process that makes reports, slowly, until it is killed. Argument: the stores' addresses as JSON.
const { url } = JSON.parse(process.argv[2] ?? "") as { url: string };
const postgres = createPostgres({ url, log });
const world = await createReportWorld({ scratch: { url, postgres, drop: () => postgres.close() } });
world.report.beforePage = () => sleep(10);
const jobs = createJobs({ url, log });
const reports = world.make({ jobs });
jobs.define(reports.jobs);
await jobs.start({ work: true });
const owedWork = createOwedWorkSweeper({ postgres, jobs, log, pauseMs: 200 });
owedWork.add(reports.owedWork);
owedWork.start();
