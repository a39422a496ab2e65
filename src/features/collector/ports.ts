import type * as os from "node:os";
import type { Clock } from "../../platform/clock.ts";

/** What a command printed on standard output, invalid UTF-8 replaced, and how it ended. */
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
 * Runs a program without a shell. Rejects when it cannot be started, and with `CommandStopped` when it ran over a
 * limit and was killed. A non-zero exit is no error here: the caller knows what the program means by it.
 */
export interface CommandRunner {
  run(command: string, args: readonly string[], limits: CommandLimits): Promise<CommandResult>;
}

/** A command was killed at one of its limits. `stdout` holds what it had printed by then. */
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
  /** The first `maxBytes` of a file, also of those whose size the kernel gives as 0. */
  read(path: string, maxBytes: number): Promise<Buffer>;
  readAt(path: string, offset: number, length: number): Promise<Buffer>;
  /** Names in a folder. */
  list(path: string): Promise<string[]>;
  /** Target of one symbolic link. */
  link(path: string): Promise<string>;
  /** Targets of the symbolic links in a folder, those that vanish meanwhile left out. */
  links(path: string): Promise<string[]>;
  stat(path: string): Promise<{ size: number; modifiedAt: Date }>;
  /** Size of the file system at a mount point, and what an ordinary user may still fill, in bytes. */
  space(path: string): Promise<{ sizeBytes: number; freeBytes: number }>;
}

/** What Node itself knows of the host; `node:os` fulfils it. */
export type OsFacts = Pick<
  typeof os,
  "hostname" | "release" | "machine" | "endianness" | "networkInterfaces" | "userInfo"
>;

export interface CollectorPorts {
  /** As `process.platform`; that of this process when absent. */
  platform?: NodeJS.Platform;
  runner: CommandRunner;
  files: HostFiles;
  os: OsFacts;
  clock: Clock;
}
