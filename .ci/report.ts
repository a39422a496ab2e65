/** What the reporter writes and the summary reads: one run of the tests. Times are milliseconds since 1970. */
export interface GateReport {
  files: ReportedFile[];
  /** Errors outside any test: a rejection that nobody handled, a file that could not be loaded. */
  errors: number;
}

export interface ReportedFile {
  project: string;
  /** From the project's root, with slashes. */
  file: string;
  startedAt: number;
  endedAt: number;
  tests: { name: string; state: "passed" | "failed" | "skipped" | "pending" }[];
}

/** Between the parts of a test's name, as vitest joins them: file, suites, title. */
export const SEPARATOR = " > ";
