import type * as os from "node:os";
import type { Clock } from "../../platform/clock.ts";

/** Standard output of a command, invalid UTF-8 replaced, and its exit code. */
export interface CommandResult {
  stdout: string;
  exitCode: number;
}

export interface CommandLimits {
  timeoutMs: number;
  /** Most bytes of standard output; more is an error. */
  maxBytes: number;
  signal?: AbortSignal;
}

/**
 * Runs a program without a shell. Rejects when it cannot start, and with `CommandStopped` when it exceeded a limit and was
 * killed. A non-zero exit code is no error here; the caller interprets it.
 */
export interface CommandRunner {
  run(command: string, args: readonly string[], limits: CommandLimits): Promise<CommandResult>;
}

/** A command was killed at one of its limits. `stdout` holds its output until then. */
export class CommandStopped extends Error {
  readonly stdout: string;

  constructor(message: string, stdout: string) {
    super(message);
    this.name = "CommandStopped";
    this.stdout = stdout;
  }
}

/** Reads the host's files. Every method rejects with Node's system errors (`code` is ENOENT, EACCES, ...). */
export interface HostFiles {
  /** The first `maxBytes` of a file, also if the kernel reports size 0. */
  read(path: string, maxBytes: number): Promise<Buffer>;
  readAt(path: string, offset: number, length: number): Promise<Buffer>;
  /** Names in a folder. */
  list(path: string): Promise<string[]>;
  /** Target of one symbolic link. */
  link(path: string): Promise<string>;
  /** Targets of the symbolic links in a folder, without those that disappear meanwhile. */
  links(path: string): Promise<string[]>;
  stat(path: string): Promise<{ size: number; modifiedAt: Date }>;
  /** Size of the file system at a mount point, and the space available to ordinary users, in bytes. */
  space(path: string): Promise<{ sizeBytes: number; freeBytes: number }>;
}

/** Node's own facts of the host; `node:os` implements it. */
export type OsFacts = Pick<
  typeof os,
  "hostname" | "release" | "machine" | "endianness" | "networkInterfaces" | "userInfo"
>;

export interface CollectorPorts {
  /** Like `process.platform`, which is the default. */
  platform?: NodeJS.Platform;
  runner: CommandRunner;
  files: HostFiles;
  os: OsFacts;
  clock: Clock;
}
