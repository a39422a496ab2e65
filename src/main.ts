import type { Io } from "./cli/io.ts";
import { runCommandLine } from "./cli/program.ts";
import { processEnvironment } from "./config.ts";

/** Runs one command line, as `process.argv` has it, and ends the process with its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const io: Io = { env: processEnvironment(), stdin, stdout, stderr, isTerminal: stdout.isTTY === true };
  // Whoever reads our output may stop reading, as `head` does.
  stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  const code = await runCommandLine(argv, io);
  // Only when all of the output has left: a pipe may still hold some.
  stdout.write("", () => stderr.write("", () => process.exit(code)));
}
