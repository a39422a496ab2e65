import type { Command } from "commander";
import { type Io, passwordFrom, printJson, printLine, UsageError } from "./io.ts";
import { withApp } from "./with-app.ts";

interface CreateOptions {
  adminEmail: string;
  adminPassword?: string;
  json?: boolean;
}

/** `orrery tenant`: manages tenants. */
export function addTenant(program: Command, io: Io): void {
  const tenant = program.command("tenant").description("manage tenants");
  addCreate(tenant, io);
  addList(tenant, io);
  addRename(tenant, io);
  addDelete(tenant, io);
}

function addCreate(tenant: Command, io: Io): void {
  tenant
    .command("create")
    .description("make a tenant and its administrator")
    .argument("<name>", "name of the tenant")
    .requiredOption("--admin-email <email>", "email of its administrator, who logs in with it")
    .option("--admin-password <password>", "12 to 256 characters; else the first line of standard input")
    .option("--json", "print the tenant as JSON")
    .action(async (name: string, options: CreateOptions) => {
      const adminPassword = options.adminPassword ?? (await passwordFrom(io, "--admin-password"));
      const created = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.access.createTenant({ name, adminEmail: options.adminEmail, adminPassword });
      });
      if (options.json) return printJson(io, { ...created, admin_email: options.adminEmail });
      printLine(io.stdout, `Tenant ${created.name} (${created.id}) with the administrator ${options.adminEmail}.`);
    });
}

function addList(tenant: Command, io: Io): void {
  tenant
    .command("list")
    .description("list the tenants")
    .option("--json", "print them as JSON")
    .action(async (options: { json?: boolean }) => {
      const found = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.access.operator.tenants();
      });
      const shown = found.map(({ id, name, users, createdAt, deletedAt }) => ({
        id,
        name,
        users,
        created_at: createdAt.toISOString(),
        removing: deletedAt !== null,
      }));
      if (options.json) return printJson(io, { tenants: shown });
      for (const { id, name, users, removing } of shown) {
        const note = removing ? "  is being removed: run `orrery tenant delete` again" : "";
        printLine(io.stdout, `${id}  ${name}  ${users} ${users === 1 ? "user" : "users"}${note}`);
      }
    });
}

function addRename(tenant: Command, io: Io): void {
  tenant
    .command("rename")
    .description("give a tenant another name; logins that name the tenant need the new one")
    .argument("<name>", "its name")
    .argument("<new-name>", "its new name")
    .option("--json", "print the tenant as JSON")
    .action(async (name: string, newName: string, options: { json?: boolean }) => {
      const renamed = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.access.operator.renameTenant(name, newName);
      });
      if (options.json) return printJson(io, renamed);
      printLine(io.stdout, `Tenant ${name} is now ${renamed.name} (${renamed.id}).`);
    });
}

function addDelete(tenant: Command, io: Io): void {
  tenant
    .command("delete")
    .description("remove a tenant with all its data, for good; may be repeated where it was cut short")
    .argument("<name>", "its name")
    .option("--yes", "really")
    .option("--json", "print what was removed as JSON")
    .action(async (name: string, options: { yes?: boolean; json?: boolean }) => {
      if (!options.yes) {
        throw new UsageError(`This removes ${name} with its users, CIs, scans and history, for good: add --yes`);
      }
      const removed = await withApp(io, async ({ app }) => {
        await app.migrate();
        return app.removeTenant(name);
      });
      if (options.json) return printJson(io, removed);
      const counted = `${removed.nodes} nodes and ${removed.rows} rows`;
      printLine(io.stdout, `Tenant ${removed.name} (${removed.id}) is gone, with ${counted}.`);
    });
}
