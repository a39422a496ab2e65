/** What the reporter writes and the summary reads: one run of the tests. Times are milliseconds since 1970. */
export interface GateReport {
  files: ReportedFile[];
  /** Errors outside any test: a rejection that nobody handled, a file that could not be loaded, a hook. */
  errors: ReportedError[];
}

export interface ReportedError {
  /** The file or suite, as tests are named; null where none is known. */
  where: string | null;
  message: string;
}

export interface ReportedFile {
  project: string;
  /** From the project's root, with slashes. */
  file: string;
  startedAt: number;
  endedAt: number;
  tests: { name: string; state: "passed" | "failed" | "skipped" | "pending"; error?: string }[];
}

/** Between the parts of a test's name, as vitest joins them: file, suites, title. */
export const SEPARATOR = " > ";
