import { Command } from "commander";
import { ownVersion } from "../platform/own-version.ts";
import { addBackup } from "./backup.ts";
import { addCpe } from "./cpe.ts";
import { addCve } from "./cve.ts";
import { addDemo } from "./demo.ts";
import { addDoctor } from "./doctor.ts";
import { addImport } from "./import.ts";
import { type Io, reportFailure, USAGE } from "./io.ts";
import { addJobs } from "./jobs.ts";
import { addKeys } from "./keys.ts";
import { addMcp } from "./mcp.ts";
import { addMigrate } from "./migrate.ts";
import { addProcess } from "./process.ts";
import { addRestore } from "./restore.ts";
import { addScan } from "./scan.ts";
import { addSecret } from "./secret.ts";
import { addServe } from "./serve.ts";
import { addSoftware } from "./software.ts";
import { addTenant } from "./tenant.ts";
import { addToken } from "./token.ts";
import { addUser } from "./user.ts";

/** Adds a command to the program. Its action resolves when done, and throws errors that `reportFailure` reports. */
export type AddCommand = (program: Command, io: Io) => void;

const COMMANDS: readonly AddCommand[] = [
  addServe,
  addScan,
  addImport,
  addCpe,
  addCve,
  addSoftware,
  addProcess,
  addDemo,
  addTenant,
  addUser,
  addToken,
  addKeys,
  addSecret,
  addJobs,
  addMcp,
  addMigrate,
  addBackup,
  addRestore,
  addDoctor,
];

/** All commands with their options, as `docs/command-line.md` describes them. */
export function createProgram(io: Io): Command {
  const program = new Command("orrery")
    .description("A configuration management database on a graph: discovery, dependencies, impact.")
    .version(ownVersion(), "-V, --version", "print the version")
    .helpCommand("help [command]", "print help for a command")
    .addHelpText(
      "after",
      "\nSettings come from the environment; docs/configuration.md lists them. Exit codes: 0 success, 1 failure, 2 usage.\n",
    );
  configure(program, io);
  for (const add of COMMANDS) add(program, io);
  for (const command of allCommands(program)) configure(command, io);
  return program;
}

/** Runs a command line (as `process.argv`). Returns the exit code; errors go to standard error. */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<number> {
  const program = createProgram(io);
  if (argv.length <= 2) {
    program.outputHelp({ error: true });
    return USAGE;
  }
  try {
    await program.parseAsync(argv);
    return 0;
  } catch (error) {
    return reportFailure(error, io);
  }
}

function configure(command: Command, io: Io): void {
  command
    .exitOverride()
    .showHelpAfterError("(--help shows what there is)")
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "orrery: ")),
    });
}

/** All subcommands of a command, at every level. */
export function allCommands(program: Command): Command[] {
  return program.commands.flatMap((command) => [command, ...allCommands(command)]);
}
