import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { runCommandLine } from "../../src/cli/program.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ENTRY = path.join(ROOT, "bin", "orrery.js");

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** Its standard output so far. */
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
}

/** Runs `orrery <args>` in this process to its end, with these settings and no others. `code` is its exit code. */
export async function orrery(args: string[], env: NodeJS.ProcessEnv = {}, stdin = ""): Promise<Ended> {
  const [out, err] = [sink(), sink()];
  const code = await runCommandLine([process.execPath, ENTRY, ...args], {
    env: environment(env),
    stdin: Readable.from(stdin === "" ? [] : [Buffer.from(stdin)]),
    stdout: out.stream,
    stderr: err.stream,
    isTerminal: false,
  });
  return { code, stdout: out.text(), stderr: err.text() };
}

/** Starts `orrery <args>` as a process of its own, with these settings and no others. */
export function start(args: string[], env: NodeJS.ProcessEnv = {}, stdin = ""): Running {
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: ROOT,
    env: environment(env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A command that fails at once does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
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

/** Runs `orrery <args>` in a process of its own; returns exit code and output. */
export function spawned(args: string[], env: NodeJS.ProcessEnv = {}, stdin?: string): Promise<Ended> {
  return start(args, env, stdin).ended;
}

/** Variables that would make a command use other stores than the test names. */
const SETTINGS = /^(ORRERY_|NEO4J_|DATABASE_URL$|PORT$|HOST$|LOG_LEVEL$|npm_lifecycle_event$)/;

function environment(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  return { ...Object.fromEntries(inherited), ...settings };
}

function sink(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}
