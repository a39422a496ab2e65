import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../src/platform/embedded/ports.ts";
import { freshFolder } from "../../platform/embedded/support.ts";
import { ADMIN } from "./administrator.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const SECRET = "a root secret of the fault tests";

export interface ServiceProcess {
  origin: string;
  pid: number;
  home: string;
  /** All that it wrote so far. */
  output(): string;
  /** Lines of its log. */
  log(): Record<string, unknown>[];
  /** Lines of its log with the level of an error or a worse one. */
  complaints(): Record<string, unknown>[];
  /** Resolves when it answers that it is ready. Rejects when it ends before. */
  ready(): Promise<void>;
  running(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

const started = new Set<ServiceProcess>();

/** Starts the service as an operator does, in a home of its own unless one is given. */
export async function startServiceProcess(env: NodeJS.ProcessEnv, home?: string): Promise<ServiceProcess> {
  const folder = home ?? (await freshFolder("service"));
  const port = await freePort(0);
  const child = spawn(process.execPath, [path.join(ROOT, "bin/orrery.js"), "serve"], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      ORRERY_HOME: folder,
      ORRERY_SECRET: SECRET,
      ORRERY_ADMIN_EMAIL: ADMIN.email,
      ORRERY_ADMIN_PASSWORD: ADMIN.password,
      ORRERY_DISCOVER_SELF: "false",
      ORRERY_RATE_LIMIT_FACTOR: "1000000",
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(String(chunk)));
  const origin = `http://127.0.0.1:${port}`;
  const service: ServiceProcess = {
    origin,
    pid: child.pid ?? 0,
    home: folder,
    output: () => chunks.join(""),
    log: () => linesOf(chunks.join("")),
    complaints: () => linesOf(chunks.join("")).filter(({ level }) => level === "error" || level === "fatal"),
    running: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
    ended: new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code ?? -1))),
    async ready() {
      for (const until = Date.now() + 180_000; Date.now() < until; await sleep(50)) {
        if (!service.running()) break;
        const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
        await answer?.text();
        if (answer?.status === 200) return;
      }
      throw new Error(`The service did not become ready:\n${service.output()}`);
    },
  };
  started.add(service);
  const onOurExit = () => child.kill("SIGKILL");
  process.once("exit", onOurExit);
  void service.ended.then(() => {
    started.delete(service);
    process.off("exit", onOurExit);
  });
  return service;
}

/** Ends whatever a test left running. */
export async function endServices(): Promise<void> {
  for (const service of [...started]) {
    service.signal("SIGCONT");
    service.signal("SIGKILL");
    await service.ended;
  }
}

function linesOf(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    try {
      return [JSON.parse(line) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
}
