import { once } from "node:events";
import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { coerceError } from "../errors.ts";
import { CommandError, type Io } from "./io.ts";

/** A parsed line of a file, or why it is invalid. */
export type JsonLine<T> = { value: T } | { error: string };

/** Longest line, in UTF-16 units; of a longer line no more is kept in memory. */
const MAX_LINE_LENGTH = 1024 * 1024;

/**
 * Writes one line of JSON for each line of a file (`-` is standard input), in order; skips blank lines. Processes the lines
 * that a chunk completes before it reads the next chunk, at most `batch` lines at a time, and respects backpressure of
 * the output.
 */
export async function mapLines<T>(
  file: string,
  io: Io,
  {
    read,
    answer,
    batch,
  }: { read: (json: unknown) => JsonLine<T>; answer: (values: T[]) => Promise<unknown[]>; batch: number },
): Promise<void> {
  for await (const lines of linesOf(file, io)) {
    for (let from = 0; from < lines.length; from += batch) {
      const portion = lines
        .slice(from, from + batch)
        .map((line) => (typeof line === "string" ? readLine(line, read) : line));
      const values = portion.flatMap((line) => ("value" in line ? [line.value] : []));
      const answers = values.length === 0 ? [] : await answer(values);
      let next = 0;
      const out = portion.map((line) => JSON.stringify("value" in line ? answers[next++] : line));
      if (!io.stdout.write(`${out.join("\n")}\n`)) await once(io.stdout, "drain");
    }
  }
}

function readLine<T>(line: string, read: (json: unknown) => JsonLine<T>): JsonLine<T> {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { error: "is not JSON" };
  }
  return read(json);
}

type RawLine = string | { error: string };

/** Non-blank lines that each chunk completes; an unreadable line yields its fault. */
async function* linesOf(file: string, io: Io): AsyncGenerator<RawLine[]> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let isTooLong = false;
  const whole = (end: string): RawLine[] => {
    const line = rest + end;
    const long = isTooLong || line.length > MAX_LINE_LENGTH;
    rest = "";
    isTooLong = false;
    if (long) return [{ error: `is longer than ${MAX_LINE_LENGTH} characters` }];
    return line.trim() === "" ? [] : [line];
  };
  for await (const chunk of bytesOf(file, io)) {
    const pieces = decoder.write(chunk).split("\n");
    const open = pieces.pop() ?? "";
    const lines = pieces.flatMap(whole);
    rest += open;
    if (rest.length > MAX_LINE_LENGTH) {
      isTooLong = true;
      rest = "";
    }
    yield lines;
  }
  yield whole(decoder.end());
}

async function* bytesOf(file: string, io: Io): AsyncGenerator<Buffer> {
  const stream = file === "-" ? io.stdin : createReadStream(file);
  try {
    for await (const chunk of stream) yield Buffer.from(chunk as Buffer);
  } catch (error) {
    if (file === "-") throw error;
    const { code, message } = coerceError(error) as NodeJS.ErrnoException;
    throw new CommandError(`${file}: cannot be read: ${code ?? message}`);
  }
}
