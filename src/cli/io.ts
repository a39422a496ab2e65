import { CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { AppError, coerceError, errorCode } from "../errors.ts";

/** What a command reads and writes: its streams and its settings. */
export interface Io {
  /** Variables as `loadConfig` reads them; of the process, or of a test that runs the command in its own process. */
  env: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Whether standard output is a terminal, with a person before it. */
  isTerminal: boolean;
}

/** Exit codes: 0 success, 1 failure, 2 usage (the command line or the environment is wrong). */
export const FAILURE = 1;
export const USAGE = 2;

/** The command line asks for what does not exist or fit. The message is one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A command that cannot do what it was asked. The message is one line that an operator can act on. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

export function printLine(stream: NodeJS.WritableStream, text: string): void {
  stream.write(`${text}\n`);
}

export function printJson(io: Io, value: unknown): void {
  printLine(io.stdout, JSON.stringify(value, undefined, 2));
}

/** Errors whose message is one line for an operator. By name: their modules are loaded only where they are needed. */
const TOLD_AS_THEY_ARE = new Set(["CommandError", "BackupError", "EmbeddedError"]);

/** Says on standard error what went wrong, in one line where it is of a known kind. Answers the exit code. */
export function reportFailure(thrown: unknown, io: Io): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : USAGE;
  const error = coerceError(thrown);
  if (error instanceof ConfigError || error instanceof UsageError) return say(io, error.message, USAGE);
  if (error instanceof AppError) return reportAppError(error, io);
  if (TOLD_AS_THEY_ARE.has(error.name)) return say(io, error.message, FAILURE);
  const code = errorCode(error);
  const { address, port } = error as { address?: string; port?: number };
  if (code === "EADDRINUSE") return say(io, `PORT: ${address}:${port} is in use, choose another`, FAILURE);
  if (code === "EACCES" || code === "ENOENT" || code === "ENOSPC") return say(io, error.message, FAILURE);
  return say(io, error.stack ?? error.message, FAILURE);
}

function reportAppError(error: AppError, io: Io): number {
  if (error.code === "VALIDATION_ERROR" && error.violations.length > 0) {
    for (const { field, reason } of error.violations) say(io, `${optionName(field)}: ${reason}`, USAGE);
    return USAGE;
  }
  const cause = error.cause instanceof Error ? firstLine(error.cause.message) : "";
  return say(io, cause ? `${error.message}: ${cause}` : error.message, FAILURE);
}

/** As the command line spells it: `adminEmail` is `admin-email` there. */
function optionName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function say(io: Io, message: string, code: number): number {
  printLine(io.stderr, `orrery: ${message}`);
  return code;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

/** All of a stream as text, e.g. a password on standard input. */
async function readText(stream: NodeJS.ReadableStream): Promise<string> {
  return (await readBytes(stream)).toString("utf8");
}

/** The first line of standard input as a password; `option` is what could have been given instead. */
export async function passwordFrom(io: Io, option: string): Promise<string> {
  if ((io.stdin as { isTTY?: boolean }).isTTY) {
    throw new UsageError(`Give ${option}, or the password on standard input`);
  }
  const line = (await readText(io.stdin)).split(/\r?\n/)[0] ?? "";
  if (line === "") throw new UsageError(`Standard input holds no password, and ${option} is not given`);
  return line;
}

export async function readBytes(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}
