import { type Command, Option } from "commander";
import type { App } from "../app.ts";
import { type Io, passwordFrom, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

interface CreateOptions {
  tenant: string;
  email: string;
  name?: string;
  password?: string;
  administrator?: boolean;
  scopes?: string;
  permanent?: boolean;
  json?: boolean;
}

interface ResetOptions {
  tenant: string;
  email: string;
  password?: string;
  passwordStdin?: boolean;
  permanent?: boolean;
  resetSecondFactor?: boolean;
  json?: boolean;
}

type Account = Awaited<ReturnType<App["access"]["operator"]["users"]>>[number];

const PERMANENT = "the user need not choose another password at the next login";

/** `orrery user`: manages users, also if no administrator can log in any more. */
export function addUser(program: Command, io: Io): void {
  const user = program.command("user").description("manage users of a tenant");
  addList(user, io);
  addCreate(user, io);
  addReset(user, io);
}

function addList(user: Command, io: Io): void {
  user
    .command("list")
    .description("list a tenant's users")
    .requiredOption("--tenant <name>", "the tenant")
    .option("--json", "print them as JSON")
    .action(async (options: { tenant: string; json?: boolean }) => {
      const found = await withAccounts(io, (operator) => operator.users(options.tenant));
      if (options.json) return printJson(io, { users: found.map(presentUser) });
      for (const account of found) {
        const rights = account.administrator ? "administrator" : account.scopes.join(",") || "no scopes";
        const notes = [
          ...(account.secondFactor ? ["second factor"] : []),
          ...(account.passwordOrigin === "own" ? [] : ["password must be changed"]),
        ];
        printLine(io.stdout, [account.id, account.email, rights, ...notes].join("  "));
      }
    });
}

function addCreate(user: Command, io: Io): void {
  user
    .command("create")
    .description("make a user")
    .requiredOption("--tenant <name>", "the tenant")
    .requiredOption("--email <email>", "what the user logs in with")
    .option("--name <name>", "the user's name; the email unless given")
    .option("--administrator", "with every scope")
    .option("--scopes <list>", "comma-separated, e.g. cmdb.read,cmdb.write")
    .option("--password <password>", "12 to 256 characters; else the first line of standard input")
    .option("--permanent", PERMANENT)
    .option("--json", "print the user as JSON")
    .action(async (options: CreateOptions) => {
      const password = options.password ?? (await passwordFrom(io, "--password"));
      const { tenant, email, name, administrator, permanent } = options;
      const scopes = options.scopes?.split(",").map((scope) => scope.trim());
      const input = { tenant, email, name, password, scopes, administrator, mustChangePassword: !permanent };
      const made = await withAccounts(io, (operator) => operator.createUser(input));
      if (options.json) return printJson(io, presentUser(made));
      printLine(io.stdout, `User ${made.email} (${made.id}) in ${tenant}.`);
    });
}

function addReset(user: Command, io: Io): void {
  user
    .command("reset-password")
    .description("give a user another password, made up and shown once unless given; ends the user's logins")
    .requiredOption("--tenant <name>", "the tenant")
    .requiredOption("--email <email>", "the user's email")
    .option("--password <password>", "12 to 256 characters")
    .addOption(new Option("--password-stdin", "the first line of standard input is the password").conflicts("password"))
    .option("--permanent", PERMANENT)
    .option("--reset-second-factor", "also let the user log in without a code")
    .option("--json", "print the user, and the password that was made up, as JSON")
    .action(async (options: ResetOptions) => {
      const password = options.passwordStdin ? await passwordFrom(io, "--password") : options.password;
      const { tenant, email, permanent, resetSecondFactor } = options;
      const input = { tenant, email, password, resetSecondFactor, mustChangePassword: !permanent };
      const done = await withAccounts(io, (operator) => operator.resetPassword(input));
      if (options.json)
        return printJson(io, { ...presentUser(done.user), ...(done.password && { password: done.password }) });
      if (done.password) printLine(io.stdout, done.password);
      const notes = [
        `${done.user.email} has another password.`,
        ...(done.password ? ["It is not shown again."] : []),
        ...(permanent ? [] : ["It must be changed at the next login."]),
      ];
      printLine(io.stderr, notes.join(" "));
    });
}

function withAccounts<T>(io: Io, work: (operator: App["access"]["operator"]) => Promise<T>): Promise<T> {
  return withApp(io, async ({ app }) => {
    await app.migrate();
    return work(app.access.operator);
  });
}

function presentUser(account: Account) {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    scopes: account.scopes,
    administrator: account.administrator,
    second_factor: account.secondFactor,
    must_change_password: account.passwordOrigin !== "own",
    created_at: account.createdAt.toISOString(),
    last_login_at: account.lastLoginAt?.toISOString() ?? null,
  };
}
