import type { Command } from "commander";
import { type Io, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

/** `orrery keys`: rotates the key pairs that sign access tokens. */
export function addKeys(program: Command, io: Io): void {
  const keys = program.command("keys").description("manage the keys that access tokens are signed with");
  keys
    .command("rotate")
    .description("make a new signing key; running services take it up by themselves, and nobody is logged out")
    .option("--json", "print it as JSON")
    .action(async (options: { json?: boolean }) => {
      const { kid, previous, verifiesUntil } = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.access.rotateSigningKey();
      });
      const until = verifiesUntil.toISOString();
      if (options.json) {
        return printJson(io, { kid, previous: previous ?? null, previous_verifies_until: previous ? until : null });
      }
      printLine(io.stdout, `The key ${kid} signs from now on.`);
      if (previous) printLine(io.stdout, `The key ${previous} verifies until ${until}.`);
    });
}
