import { type ChildProcess, execFile, spawn } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import { promisify } from "node:util";

/** The OS user of a program; absent: the current user. */
export interface OsUser {
  uid: number;
  gid: number;
}

export interface ServerSpec {
  /** Name in messages, e.g. `Neo4j`. */
  name: string;
  command: string;
  args: string[];
  cwd: string;
  logFile: string;
  user?: OsUser | undefined;
  /** Stops the server cleanly; also sent if our process exits without stopping it. */
  stopSignal: "SIGTERM" | "SIGINT";
  /** Kills the server if the first signal does not suffice. */
  killSignal: "SIGKILL" | "SIGQUIT";
}

/** A server process that this process started. */
export interface Server {
  readonly name: string;
  readonly pid: number;
  /** How the server exited, e.g. `exit code 1`; undefined while it runs. */
  ended(): string | undefined;
  readonly whenEnded: Promise<void>;
  /** The log of the server since this start. */
  logText(): Promise<string>;
  stop(graceMs: number): Promise<void>;
}

const LOG_LIMIT = 10 << 20;

/**
 * Starts a server in its own session, so that Ctrl-C in a terminal reaches us and not the server. It logs to a file, not
 * to a pipe, so that it can stop cleanly after our death.
 */
export async function startServer(spec: ServerSpec): Promise<Server> {
  const size = await stat(spec.logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT) await rename(spec.logFile, `${spec.logFile}.1`);
  const log = await open(spec.logFile, "a", 0o600);
  const offset = (await log.stat()).size;
  const [command, args] = await withParentDeathSignal(spec);
  try {
    const child = spawn(command, args, {
      cwd: spec.cwd,
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      windowsHide: true,
      ...spec.user,
    });
    return await supervise(child, spec, offset);
  } finally {
    await log.close();
  }
}

async function supervise(child: ChildProcess, spec: ServerSpec, offset: number): Promise<Server> {
  let how: string | undefined;
  const whenEnded = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      how = signal ? `signal ${signal}` : `exit code ${code}`;
      process.off("exit", onOurExit);
      resolve();
    });
  });
  const onOurExit = () => child.kill(spec.stopSignal);
  process.once("exit", onOurExit);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => {
      process.off("exit", onOurExit);
      reject(error);
    });
  });
  return {
    name: spec.name,
    pid: child.pid ?? 0,
    ended: () => how,
    whenEnded,
    logText: async () => (await readFile(spec.logFile)).subarray(offset).toString("utf8"),
    stop: async (graceMs) => {
      if (how !== undefined) return;
      child.kill(spec.stopSignal);
      const timer = setTimeout(() => child.kill(spec.killSignal), graceMs);
      await whenEnded;
      clearTimeout(timer);
    },
  };
}

/** Wraps the command so that the kernel stops the server when we are killed, if the system supports it (prctl(2)). */
async function withParentDeathSignal(spec: ServerSpec): Promise<[string, string[]]> {
  if (process.platform !== "linux") return [spec.command, spec.args];
  const tie = ["--pdeathsig", spec.stopSignal.slice(3)];
  const works = await runTool("setpriv", [...tie, "true"]).then(
    () => true,
    () => false,
  );
  return works ? ["setpriv", [...tie, spec.command, ...spec.args]] : [spec.command, spec.args];
}

/** Runs a program to its end. Rejects with its exit code and its output. */
export async function runTool(
  command: string,
  args: string[],
  options: { user?: OsUser | undefined; cwd?: string; signal?: AbortSignal } = {},
): Promise<{ stdout: string; stderr: string }> {
  const { user, cwd = "/", signal } = options;
  return promisify(execFile)(command, args, {
    cwd,
    maxBuffer: 64 << 20,
    windowsHide: true,
    ...user,
    ...(signal ? { signal } : {}),
  });
}

/** The error of a failed program on one line: its last error line, else its last line. */
export function lastUsefulLine(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  // Stack frames, and what a JVM prints around the cause when it cannot start.
  const noise =
    /^(at |\.\.\. \d+ more|Picked up |Error occurred during init|Error: (Could not create|A fatal exception))/;
  const useful = lines.filter((line) => line !== "" && !noise.test(line));
  const complaint = /\b(FATAL|PANIC|ERROR)\b|\[ERROR\]|^Caused by:|^Error\b|[a-z]Exception: /;
  return (useful.findLast((line) => complaint.test(line)) ?? useful.at(-1) ?? "it said nothing").slice(0, 500);
}

/** The output of a failed `runTool`. */
export function outputOf(error: unknown): string {
  const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message?: string };
  return `${stdout ?? ""}\n${stderr ?? ""}`.trim() || (message ?? String(error));
}
