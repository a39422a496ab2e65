import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { stores } from "./stores.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** All that it has written to standard output so far. */
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
}

/** Variables that would make a command use other stores than the test names. */
const SETTINGS = /^(ORRERY_|NEO4J_|DATABASE_URL$|PORT$|HOST$|LOG_LEVEL$|npm_lifecycle_event$)/;

/** Starts `orrery <args>` with these settings and no others. */
export function start(args: string[], env: NodeJS.ProcessEnv = {}, stdin?: string): Running {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  const child = spawn(process.execPath, [path.join(ROOT, "bin", "orrery.js"), ...args], {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A command that fails at once does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin ?? "");
  const stdout = () => Buffer.concat(out).toString("utf8");
  const stderr = () => Buffer.concat(err).toString("utf8");
  return {
    child,
    stdout,
    stderr,
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    }),
  };
}

/** Runs `orrery <args>` to its end. */
export function orrery(args: string[], env: NodeJS.ProcessEnv = {}, stdin?: string): Promise<Ended> {
  return start(args, env, stdin).ended;
}

/** Settings of a command that works on the stores of the tests, with a database and a home folder of its own. */
export function commandEnv(databaseUrl: string, home: string, secret: string): NodeJS.ProcessEnv {
  const { uri, username, password, database } = stores().neo4j;
  return {
    ORRERY_HOME: home,
    ORRERY_SECRET: secret,
    DATABASE_URL: databaseUrl,
    NEO4J_URI: uri,
    NEO4J_USERNAME: username,
    NEO4J_PASSWORD: password,
    NEO4J_DATABASE: database,
  };
}
