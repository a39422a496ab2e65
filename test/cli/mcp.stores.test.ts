import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { orrery } from "../support/command-line.ts";
import { commandHome } from "./command-home.ts";

const at = commandHome();
const ENTRY = path.resolve(import.meta.dirname, "../../bin/orrery.js");

it("serves a local assistant over standard input and output, and ends with it", async () => {
  const made = await orrery(
    ["tenant", "create", "local", "--admin-email", "a@example.com"],
    at.env,
    "a-long-password-1\n",
  );
  expect(made.code, made.stderr).toBe(0);
  const env = Object.fromEntries(
    Object.entries({ ...process.env, ...at.env }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [ENTRY, "mcp", "--tenant", "local"],
    env,
    stderr: "pipe",
  });
  const client = new Client({ name: "a test", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const { content } = await client.callTool({ name: "find_cis", arguments: {} });
  expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual({ rows: [], total: 0, truncated: false });
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.close();
  await closed;
}, 120_000);
