import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Composes the application in a process of its own; answers the names of all modules that were asked for. */
const SCRIPT = `
  import { registerHooks } from "node:module";
  const asked = new Set();
  registerHooks({ resolve(name, context, next) { asked.add(name); return next(name, context); } });
  const [{ createApp }, { loadConfig }, { createLogger }] = await Promise.all(
    ["app", "config", "platform/log"].map((name) => import("./src/" + name + ".ts")));
  const neo4j = { uri: "bolt://127.0.0.1:9", username: "neo4j", password: "none", database: "neo4j" };
  const stores = { neo4j, postgresUrl: "postgres://127.0.0.1:9/none" };
  const mail = { ORRERY_SMTP_URL: "smtp://127.0.0.1:9" };
  const env = { ORRERY_SECRET: "s".repeat(32), OPENAI_API_KEY: process.argv[1] ?? "", ...mail };
  const app = createApp(loadConfig(env), { log: createLogger("silent"), stores });
  console.log(JSON.stringify({ asked: [...asked], isAvailable: app.model.isAvailable }));
  process.exit(0);
`;

function compose(key?: string): { asked: string[]; isAvailable: boolean } {
  const args = ["--input-type=module", "-e", SCRIPT, ...(key ? [key] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

test.each([undefined, "sk-test"])("the application starts without the libraries of calls outside, key %s", (key) => {
  const { asked, isAvailable } = compose(key);
  expect(isAvailable).toBe(key !== undefined);
  expect(asked).toContain("hono");
  expect(asked.filter((name) => /langchain|langsmith|^openai|tiktoken|^undici|^nodemailer/.test(name))).toEqual([]);
});
