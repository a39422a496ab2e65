import type { Command } from "commander";
import type { Io } from "./io.ts";
import { mapLines } from "./ndjson.ts";

const BATCH = 1_000;

/** `orrery process`: identifies the applications of processes; needs no store. */
export function addProcess(program: Command, io: Io): void {
  const processes = program.command("process").description("identify running processes by their names");
  processes
    .command("identify")
    .description("application, maker and family of processes: one JSON object a line in and out")
    .argument("<file>", "lines {process, platform: windows | macos | linux, command_line}; - is standard input")
    .addHelpText(
      "after",
      "\nA name that several products share is `unknown` with alternatives, unless the command line tells." +
        "\nA line that cannot be read is answered by {error} in its place.",
    )
    .action(async (file: string) => {
      const { identifyProcess, loadKnowledge, readProcessLine } = await import("../features/software/index.ts");
      const knowledge = loadKnowledge();
      await mapLines(file, io, {
        read: readProcessLine,
        answer: (items) => Promise.resolve(items.map((item) => identifyProcess(item, knowledge))),
        batch: BATCH,
      });
    });
}
