import { coerceError } from "../../errors.ts";
import type { CollectorPorts } from "./ports.ts";
import { errorCode } from "./text.ts";

/** Deadline of one part of a scan, and so of every command in it. */
export const PART_DEADLINE_MS = 20_000;

/** Notes on unreadable parts with the reason, in order, without doubles. */
export interface Notes {
  add(note: string): void;
  list(): readonly string[];
}

export function createNotes(): Notes {
  const notes = new Set<string>();
  return { add: (note) => notes.add(note), list: () => [...notes] };
}

/** Context of a part of the collector: the ports, and the notes on what it could not read. */
export interface Scan extends CollectorPorts {
  notes: Notes;
  signal: AbortSignal;
  /**
   * Runs one part. A failure or a missed deadline becomes a note and the answer `undefined`, so that other parts
   * continue. Only an abort by the caller is thrown.
   */
  part<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
  /** Standard output of a command; throws when it cannot run, is stopped, or exits with another code than 0. */
  output(command: string, args: readonly string[], maxBytes?: number): Promise<string>;
}

export function createScan(ports: CollectorPorts, signal: AbortSignal, deadlineMs = PART_DEADLINE_MS): Scan {
  const notes = createNotes();
  return {
    ...ports,
    notes,
    signal,
    async part(name, work) {
      signal.throwIfAborted();
      try {
        return await beforeDeadline(work, signal, deadlineMs);
      } catch (error) {
        signal.throwIfAborted();
        notes.add(`${name}: ${reason(error)}`);
        return undefined;
      }
    },
    async output(command, args, maxBytes = 64 * 1024 * 1024) {
      const { stdout, exitCode } = await ports.runner.run(command, args, { timeoutMs: deadlineMs, maxBytes, signal });
      if (exitCode !== 0) throw new Error(`${command} ended with exit code ${exitCode}`);
      return stdout;
    },
  };
}

/** The reason of a failure, for the person who runs the scan. */
export function reason(error: unknown): string {
  const { message } = coerceError(error);
  if (errorCode(error) === "EACCES" || errorCode(error) === "EPERM") return `${message} (needs root)`;
  return message;
}

async function beforeDeadline<T>(work: () => Promise<T>, signal: AbortSignal, deadlineMs: number): Promise<T> {
  const settled = Promise.withResolvers<never>();
  const timer = setTimeout(() => settled.reject(new Error(`took longer than ${deadlineMs / 1000} s`)), deadlineMs);
  const onAbort = () => settled.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(), settled.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
