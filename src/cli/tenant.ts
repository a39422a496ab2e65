import type { Command } from "commander";
import { type Io, printJson, printLine, readText, UsageError } from "./io.ts";
import { withApp } from "./with-app.ts";

interface CreateOptions {
  adminEmail: string;
  adminPassword?: string;
  json?: boolean;
}

/** Tenants, as the operator makes them. */
export function addTenant(program: Command, io: Io): void {
  const tenant = program.command("tenant").description("manage tenants");
  tenant
    .command("create")
    .description("make a tenant and its administrator")
    .argument("<name>", "name of the tenant")
    .requiredOption("--admin-email <email>", "email of its administrator, who logs in with it")
    .option("--admin-password <password>", "12 to 256 characters; else the first line of standard input")
    .option("--json", "print the tenant as JSON")
    .action(async (name: string, options: CreateOptions) => {
      const adminPassword = options.adminPassword ?? (await passwordFrom(io));
      const created = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.access.createTenant({ name, adminEmail: options.adminEmail, adminPassword });
      });
      if (options.json) return printJson(io, { ...created, admin_email: options.adminEmail });
      printLine(io.stdout, `Tenant ${created.name} (${created.id}) with the administrator ${options.adminEmail}.`);
    });
}

async function passwordFrom(io: Io): Promise<string> {
  if ((io.stdin as { isTTY?: boolean }).isTTY) {
    throw new UsageError("Give --admin-password, or the password on standard input");
  }
  const line = (await readText(io.stdin)).split(/\r?\n/)[0] ?? "";
  if (line === "") throw new UsageError("Standard input holds no password, and --admin-password is not given");
  return line;
}
