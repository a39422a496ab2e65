import type { Command } from "commander";
import { newId } from "../platform/ids.ts";
import { CommandError, type Io } from "./io.ts";
import { mapLines } from "./ndjson.ts";
import { type CommandApp, withApp } from "./with-app.ts";

const DEFAULT_TENANT = "default";

/** `orrery software`: identifies installed programs listed in a file. */
export function addSoftware(program: Command, io: Io): void {
  const software = program.command("software").description("identify installed programs by their names");
  software
    .command("identify")
    .description("product, maker, family and CPE name of programs: one JSON object a line in and out")
    .argument("<file>", "lines {name, vendor, version, platform, cpe_name}; - is standard input")
    .option("--tenant <name>", `tenant whose mappings count (default: ${DEFAULT_TENANT}, if there is one)`)
    .addHelpText("after", "\nA line that cannot be read is answered by {error} in its place. Nothing is written.")
    .action(async (file: string, options: { tenant?: string }) => {
      const { MAX_BATCH_SIZE, presentIdentified, readProgramLine } = await import("../features/software/index.ts");
      await withApp(io, async ({ app }) => {
        await app.migrate();
        const tenantId = await tenantOf(app, options.tenant);
        await mapLines(file, io, {
          read: readProgramLine,
          answer: async (items) => (await app.software.identifier.identify(tenantId, items)).map(presentIdentified),
          batch: MAX_BATCH_SIZE,
        });
      });
    });
}

/** Id of the named or default tenant; without either an unused id, so that only the built-in knowledge applies. */
async function tenantOf(app: CommandApp["app"], name: string | undefined): Promise<string> {
  const tenant = await app.access.findTenant(name ?? DEFAULT_TENANT);
  if (!tenant && name !== undefined) {
    throw new CommandError(`There is no tenant ${name}: see \`orrery tenant create\``);
  }
  return tenant?.id ?? newId();
}
