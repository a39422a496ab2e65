import type { Readable, Writable } from "node:stream";
import type { Command } from "commander";
import { systemContext } from "../context.ts";
import { newId } from "../platform/ids.ts";
import { ownVersion } from "../platform/own-version.ts";
import { CommandError, type Io } from "./io.ts";
import { withApp } from "./with-app.ts";

const DEFAULT_TENANT = "default";

/** `orrery mcp`: the tools of assistants over standard input and output, for one that runs on this machine. */
export function addMcp(program: Command, io: Io): void {
  program
    .command("mcp")
    .description("serve read-only tools to a local assistant (Model Context Protocol over standard input and output)")
    .option("--tenant <name>", "tenant whose estate is read", DEFAULT_TENANT)
    .addHelpText(
      "after",
      "\nIt reads the stores itself, as the operator, and ends with its standard input. An assistant elsewhere uses" +
        "\nPOST /mcp of the service with a credential of its own.",
    )
    .action(async ({ tenant: name }: { tenant: string }) => {
      await withApp(io, async ({ app, log }) => {
        await app.migrate();
        const tenant = await app.access.findTenant(name);
        if (!tenant) throw new CommandError(`There is no tenant ${name}: see \`orrery tenant create\``);
        const [{ loadMcpServer }, { serveStdio, StdioServerTransport }] = await Promise.all([
          import("../features/mcp/index.ts"),
          import("@modelcontextprotocol/server/stdio"),
        ]);
        const createMcpServer = await loadMcpServer();
        const { promise: ended, resolve } = Promise.withResolvers<void>();
        const stdin = io.stdin as Readable;
        stdin.once("end", resolve).once("close", resolve);
        const deps = { tools: app.tools, log, version: ownVersion() };
        const served = serveStdio(() => createMcpServer(deps, systemContext(tenant.id, newId())), {
          transport: new StdioServerTransport(stdin, io.stdout as Writable),
          onerror: (error) => log.warn({ error: error.message }, "a message of the assistant was refused"),
        });
        await ended;
        await served.close();
      });
    });
}
