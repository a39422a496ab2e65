import { createReadStream } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { DAY_MS } from "../model/duration.ts";
import type { CopiedFile } from "../platform/nvd-copy/index.ts";
import type { RecordFile } from "../platform/record-files/index.ts";
import { type Io, printLine } from "./io.ts";

/** The file of an argument; `-` is standard input. */
export function recordFileOf(name: string, io: Io): RecordFile {
  if (name === "-") return { name: "standard input", open: () => io.stdin as AsyncIterable<Buffer> };
  return { name: path.basename(name), open: () => createReadStream(name) };
}

/** Short-lived records would otherwise grow V8's young generation by a hundred megabytes. */
export function keepMemorySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

const PROGRESS_INTERVAL_MS = 5_000;

/** Tells on standard error how far the import is, every few seconds. */
export function progressOn(io: Io): (file: CopiedFile) => void {
  let told = Date.now();
  return ({ file, entries }) => {
    if (Date.now() - told < PROGRESS_INTERVAL_MS) return;
    told = Date.now();
    printLine(io.stderr, `${file}: ${entries} entries so far ...`);
  };
}

export function presentFile(io: Io, { file, status, entries, added, changed, refused, problem }: CopiedFile): void {
  const counts = `${entries} ${entries === 1 ? "entry" : "entries"}, of them ${added} new and ${changed} changed`;
  if (status === "failed") {
    printLine(io.stderr, `${file}: ${problem}; taken in before: ${counts}`);
    return;
  }
  printLine(io.stdout, `${file}: ${counts}`);
  if (refused > 0) printLine(io.stderr, `${file}: ${refused} entries were left out, the first: ${problem}`);
  else if (problem !== undefined) printLine(io.stderr, `${file}: ${problem}`);
}

export const wireFile = ({ file, status, entries, added, changed, refused, problem }: CopiedFile) => ({
  file,
  status,
  entries,
  added,
  changed,
  refused,
  ...(problem === undefined ? {} : { problem }),
});

export function ageInDays(since: Date | null): number | null {
  return since && Math.max(0, Math.floor((Date.now() - since.getTime()) / DAY_MS));
}
