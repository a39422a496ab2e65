import type { Command } from "commander";
import { loadConfig, previousSecrets } from "../config.ts";
import { beginSecretRotation, endSecretRotation } from "../platform/secret-file.ts";
import { createSecrets } from "../platform/secrets.ts";
import { CommandError, type Io, printJson, printLine, UsageError } from "./io.ts";
import { type CommandApp, withApp } from "./with-app.ts";

const STEPS = `
With ORRERY_SECRET in the environment:
  1. set ORRERY_SECRET to the new secret and ORRERY_SECRET_PREVIOUS to the old one, for every service, and restart them
  2. orrery secret rotate, in the same environment
  3. remove ORRERY_SECRET_PREVIOUS, and restart at leisure
With embedded stores the secret is in <ORRERY_HOME>/secret: stop the service, then orrery secret rotate.
It may be repeated, and ended at any point. Backups made before need the old secret.`;

/** `orrery secret`: rotates the root secret of encryption at rest. */
export function addSecret(program: Command, io: Io): void {
  const secret = program.command("secret").description("manage the root of encryption at rest");
  secret
    .command("rotate")
    .description("seal anew what the previous secret sealed: signing keys, second factors, webhooks")
    .addHelpText("after", STEPS)
    .option("--json", "print the result as JSON")
    .action(async (options: { json?: boolean }) => {
      const { secret: configured, previousSecret } = loadConfig(io.env);
      if (configured !== undefined && previousSecret === undefined) {
        throw new UsageError("Set ORRERY_SECRET to the new secret and ORRERY_SECRET_PREVIOUS to the old one");
      }
      const results = await withApp(io, rotateSecret);
      const resealed = results.reduce((sum, each) => sum + each.resealed, 0);
      if (options.json) return printJson(io, { resealed, columns: results });
      for (const each of results) printLine(io.stdout, `${each.table}.${each.column}: ${each.resealed} sealed anew`);
      printLine(io.stdout, `Nothing is sealed under the previous secret any more (${resealed} sealed anew).`);
    });
}

/** Returns the number of values encrypted again, by column. Throws CommandError if a service holds the embedded stores. */
export async function rotateSecret({ app, config, stores }: Pick<CommandApp, "app" | "config" | "stores">) {
  if (config.secret !== undefined) {
    await app.migrate();
    return app.access.rotateSecret(createSecrets(config.secret, previousSecrets(config)));
  }
  // A running service knows only the old secret and would keep encrypting with it.
  if (stores.embedded === "attached") throw new CommandError("A service runs on these stores: stop it, then rotate");
  await app.migrate();
  const { current, previous } = beginSecretRotation(config.home);
  const results = await app.access.rotateSecret(createSecrets(current, [previous]));
  endSecretRotation(config.home);
  return results;
}
