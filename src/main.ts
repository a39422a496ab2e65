import type { Io } from "./cli/io.ts";
import { runCommandLine } from "./cli/program.ts";
import { processEnvironment } from "./config.ts";

/** Runs the command line of `process.argv` and ends the process with its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const io: Io = { env: processEnvironment(), stdin, stdout, stderr, isTerminal: stdout.isTTY === true };
  // The reader of the output may stop reading, as `head` does.
  stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  const code = await runCommandLine(argv, io);
  // Exits after all output is written: a pipe may still hold some.
  stdout.write("", () => stderr.write("", () => process.exit(code)));
}
