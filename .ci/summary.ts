/** Judges a run of the gate: `summary.ts REPORT STATUS TIMES`. Prints times and the counts, and exits 0 or 1. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type GateReport, type ReportedFile, SEPARATOR } from "./report.ts";

const SLOWEST_FILES = 15;
/** Skipped tests of one file that are named. */
const SKIPS_SHOWN = 5;

export interface Verdict {
  /** For people, one fact a line. */
  lines: string[];
  /** `N passed, N failed[, N skipped]`: the last line of the gate. */
  counts: string;
  exitCode: 0 | 1;
}

/**
 * @param report of the reporter; undefined where the run left none
 * @param status exit code of the test run
 * @param allowed lines of `allowed-skips.txt`
 * @param phases `name seconds`, one a line, as `run` measured them
 */
export function judge(report: GateReport | undefined, status: number, allowed: string, phases: string): Verdict {
  const lines = [...phaseLines(phases), ...(report ? projectLines(report.files) : [])];
  if (!report) lines.push("The test run left no report");
  const files = report?.files ?? [];
  lines.push(...slowestLines(files));
  const allowances = allowancesIn(allowed);
  const tests = files.flatMap(({ file, tests }) =>
    tests.map((test) => ({ ...test, name: `${file}${SEPARATOR}${test.name}` })),
  );
  const passed = tests.filter(({ state }) => state === "passed").length;
  const [granted, refused] = judgeSkips(
    tests.filter(({ state }) => state === "skipped").map(({ name }) => name),
    allowances,
  );
  const unfinished = tests.filter(({ state }) => state === "pending");
  const errors = report?.errors ?? [];
  const failures = tests.filter(({ state }) => state === "failed");
  // Why comes last, where a log that was cut still shows it.
  lines.push(...skipLines(refused));
  for (const { name } of unfinished) lines.push(`Did not end: ${name}`);
  for (const { name, error } of failures) lines.push(`Failed: ${name}${error ? `: ${error}` : ""}`);
  for (const { where, message } of errors) lines.push(`Error outside any test: ${where ? `${where}: ` : ""}${message}`);
  let failed = failures.length + refused.length + unfinished.length + errors.length;
  // A run that failed without a failed test counts as one, and so does a run of nothing.
  if (failed === 0 && (status !== 0 || passed === 0)) failed = 1;
  const counts = `${passed} passed, ${failed} failed${granted > 0 ? `, ${granted} skipped` : ""}`;
  return { lines, counts, exitCode: failed > 0 ? 1 : 0 };
}

/** The first tests of each file by name, the others by their number: a hook that failed skips all of its file. */
function skipLines(refused: readonly string[]): string[] {
  const files = Map.groupBy(refused, (name) => name.split(SEPARATOR)[0]);
  return [...files].flatMap(([file, names]) => {
    const shown = names.slice(0, SKIPS_SHOWN).map((name) => `Skipped, and not in .ci/allowed-skips.txt: ${name}`);
    const others = names.length - shown.length;
    return others > 0 ? [...shown, `Skipped, and not in .ci/allowed-skips.txt: ${others} more of ${file}`] : shown;
  });
}

function phaseLines(phases: string): string[] {
  return entriesOf(phases).map((line) => {
    const [name = "", seconds = ""] = line.split(" ");
    return timeLine(name, Number(seconds));
  });
}

/** The time from the first start to the last end of each project's files: those that run at once overlap. */
function projectLines(files: readonly ReportedFile[]): string[] {
  const projects = Map.groupBy(files, ({ project }) => project);
  return [...projects].map(([name, own]) => {
    const from = Math.min(...own.map(({ startedAt }) => startedAt));
    const until = Math.max(...own.map(({ endedAt }) => endedAt));
    const one = own.length === 1 ? "file" : "files";
    return timeLine(`  ${name}`, (until - from) / 1_000, `${own.length} ${one}`);
  });
}

function slowestLines(files: readonly ReportedFile[]): string[] {
  if (files.length === 0) return [];
  const slowest = files
    .map(({ project, file, startedAt, endedAt }) => ({ name: file, project, seconds: (endedAt - startedAt) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES);
  return ["Slowest files:", ...slowest.map(({ name, project, seconds }) => timeLine(`  ${project}`, seconds, name))];
}

function timeLine(name: string, seconds: number, more = ""): string {
  return `${name.padEnd(12)} ${seconds.toFixed(1).padStart(7)} s  ${more}`.trimEnd();
}

interface Allowance {
  /** A test's whole name from the file on, or the beginning up to a suite. */
  name: string;
  /** How many tests below it may be skipped at most. */
  most: number;
}

/** Lines like `3 x file > suite`; without a number the line names one test. */
export function allowancesIn(allowed: string): Allowance[] {
  return entriesOf(allowed)
    .filter((line) => !line.startsWith("#"))
    .map((line) => {
      const [, most = "1", name = ""] = /^(?:(\d+) x )?(.+)$/.exec(line) ?? [];
      return { name, most: Number(most) };
    });
}

/** How many skips are granted, and the names of the others: each line grants as many as it says. */
function judgeSkips(names: readonly string[], allowances: readonly Allowance[]): [number, string[]] {
  const left = new Map(allowances.map(({ name, most }) => [name, most]));
  const refused = names.filter((name) => {
    const entry = [...left].find(
      ([line, most]) => most > 0 && (name === line || name.startsWith(`${line}${SEPARATOR}`)),
    );
    if (entry) left.set(entry[0], entry[1] - 1);
    return !entry;
  });
  return [names.length - refused.length, refused];
}

function entriesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function reportIn(file: string): GateReport | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as GateReport) : undefined;
}

if (import.meta.main) {
  const [file = "", status = "1", times = ""] = process.argv.slice(2);
  const allowed = readFileSync(path.join(import.meta.dirname, "allowed-skips.txt"), "utf8");
  const { lines, counts, exitCode } = judge(reportIn(file), Number(status), allowed, readFileSync(times, "utf8"));
  for (const line of lines) console.log(line);
  console.log(counts);
  process.exit(exitCode);
}
