import type { Command } from "commander";
import { type Io, printJson, printLine } from "./io.ts";
import { withApp } from "./with-app.ts";

interface CreateOptions {
  tenant: string;
  name: string;
  description?: string;
  scopes?: string;
  expiresIn?: string;
  allowIp?: string[];
  apiKey?: boolean;
  json?: boolean;
}

/** `orrery token`: creates discovery tokens and API keys. */
export function addToken(program: Command, io: Io): void {
  const token = program.command("token").description("manage discovery tokens and API keys");
  token
    .command("create")
    .description("make a discovery token (for scanners), or with --api-key an API key; the secret is shown once")
    .requiredOption("--tenant <name>", "tenant that it belongs to")
    .requiredOption("--name <name>", "what it is for")
    .option("--description <text>", "more about it")
    .option("--scopes <list>", "comma-separated, e.g. discovery.submit,discovery.read; required with --api-key")
    .option("--expires-in <duration>", "e.g. 12h, 30d or P90D; at most 365 days", "90d")
    .option(
      "--allow-ip <list>",
      "comma-separated addresses and CIDR ranges that it may be used from, up to 50",
      appendEntries,
    )
    .option("--api-key", "make an API key")
    .option("--json", "print it as JSON")
    .action(async (options: CreateOptions) => {
      const kind = options.apiKey ? "api_key" : "discovery_token";
      const scopes = options.scopes === undefined ? undefined : appendEntries(options.scopes);
      const { secret, key } = await withApp(io, async ({ app }) => {
        await app.migrate();
        const { tenant, name, description, expiresIn, allowIp } = options;
        return app.access.createKeyForTenant(kind, { tenant, name, description, scopes, expiresIn, allowIp });
      });
      const { id, name, allowedIps: allowed_ips } = key;
      const shown = { id, name, scopes: key.scopes, expires_at: key.expiresAt.toISOString(), allowed_ips };
      if (options.json) return printJson(io, { ...shown, [options.apiKey ? "api_key" : "token"]: secret });
      printLine(io.stdout, secret);
      printLine(io.stderr, `${shown.id}: ${key.scopes.join(", ")}, until ${shown.expires_at}. It is not shown again.`);
    });
}

/** Parses a comma-separated list; a repeated option appends. */
function appendEntries(list: string, before: readonly string[] = []): string[] {
  return [...before, ...list.split(",").map((entry) => entry.trim())];
}
