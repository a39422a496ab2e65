import { CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { AppError, coerceError, errorCode } from "../errors.ts";

/** Streams and settings of a command. */
export interface Io {
  /** Variables for `loadConfig`: those of the process, or of a test that runs the command in its own process. */
  env: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Whether standard output is a terminal. */
  isTerminal: boolean;
}

/** Exit codes: 0 success, 1 failure, 2 usage (the command line or the environment is wrong). */
export const FAILURE = 1;
export const USAGE = 2;

/** Invalid command line. The message is one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A failed command. The message is one line that an operator can act on. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

export function printLine(stream: NodeJS.WritableStream, text: string): void {
  stream.write(`${text}\n`);
}

export function printJson(io: Io, value: unknown): void {
  printLine(io.stdout, JSON.stringify(value, undefined, 2));
}

/** Names of errors whose message is one line for an operator. By name, so that their modules are loaded lazily. */
const ONE_LINE_ERRORS = new Set(["CommandError", "BackupError", "EmbeddedError"]);

/** Reports an error on standard error, in one line if its kind is known. Returns the exit code. */
export function reportFailure(thrown: unknown, io: Io): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : USAGE;
  const error = coerceError(thrown);
  if (error instanceof ConfigError || error instanceof UsageError) return printError(io, error.message, USAGE);
  if (error instanceof AppError) return reportAppError(error, io);
  if (ONE_LINE_ERRORS.has(error.name)) return printError(io, error.message, FAILURE);
  const code = errorCode(error);
  const { address, port } = error as { address?: string; port?: number };
  if (code === "EADDRINUSE") return printError(io, `PORT: ${address}:${port} is in use, choose another`, FAILURE);
  if (code === "EACCES" || code === "ENOENT" || code === "ENOSPC") return printError(io, error.message, FAILURE);
  return printError(io, error.stack ?? error.message, FAILURE);
}

function reportAppError(error: AppError, io: Io): number {
  if (error.code === "VALIDATION_ERROR" && error.violations.length > 0) {
    for (const { field, reason } of error.violations) printError(io, `${optionName(field)}: ${reason}`, USAGE);
    return USAGE;
  }
  const cause = error.cause instanceof Error ? firstLine(error.cause.message) : "";
  return printError(io, cause ? `${error.message}: ${cause}` : error.message, FAILURE);
}

/** Option name of a field: `adminEmail` -> `admin-email`. */
function optionName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function printError(io: Io, message: string, code: number): number {
  printLine(io.stderr, `orrery: ${message}`);
  return code;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

/** The whole stream as text. */
async function readText(stream: NodeJS.ReadableStream): Promise<string> {
  return (await readBytes(stream)).toString("utf8");
}

/** Reads a password from the first line of standard input; `option` is the alternative named in the error. */
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
