import { spawn } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchStores } from "./stores.ts";

/** A service in a process of its own. */
export interface Service {
  port: number;
  pid: number;
  /** Milliseconds from its launch until `/health/ready` answered 200. */
  readyMs: number;
  /** Processor time that it has taken so far, in microseconds. */
  cpuMicros(): number;
  /** Resident memory, now and at its highest, in megabytes. */
  memoryMb(): { now: number; peak: number };
  stop(): Promise<void>;
}

const ENTRY = path.resolve(import.meta.dirname, "../../bin/orrery.js");
const READY_MS = 120_000;
const STOP_MS = 30_000;

/** Settings of every measured service: no rate limits, and a discarded log as in production. */
export function serviceEnvironment(stores: BenchStores): Record<string, string> {
  const { neo4j, postgresUrl, secret } = stores;
  return {
    NEO4J_URI: neo4j.uri,
    NEO4J_USERNAME: neo4j.username,
    NEO4J_PASSWORD: neo4j.password,
    NEO4J_DATABASE: neo4j.database,
    DATABASE_URL: postgresUrl,
    ORRERY_SECRET: secret,
    ORRERY_DISCOVER_SELF: "false",
  };
}

export const SERVE = [ENTRY, "serve"] as const;

/** Starts `orrery serve` with these settings, or another entry that answers `/health/ready`, and waits until it is ready. */
export async function startService(
  settings: Record<string, string>,
  entry: readonly string[] = SERVE,
): Promise<Service> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), "orrery-bench-service-"));
  const complaints = path.join(folder, "stderr.log");
  const started = performance.now();
  const child = spawn(process.execPath, entry, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      JAVA_HOME: process.env.JAVA_HOME,
      ORRERY_HOME: path.join(folder, "home"),
      NVD_BASE_URL: "off",
      ORRERY_RATE_LIMIT_FACTOR: "1000000",
      LOG_LEVEL: "info",
      ...settings,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.pipe(createWriteStream(complaints));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(port, () => child.exitCode === null && child.signalCode === null);
  } catch (error) {
    const said = await readFile(complaints, "utf8").catch(() => "");
    await stop();
    throw new Error(`the service did not become ready: ${said.slice(-2_000)}`, { cause: error });
  }
  const pid = child.pid!;
  return {
    port,
    pid,
    readyMs: performance.now() - started,
    cpuMicros: () => cpuMicros(pid),
    memoryMb: () => memoryMb(pid),
    stop,
  };
}

async function untilReady(port: number, alive: () => boolean): Promise<void> {
  const until = Date.now() + READY_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    if (!alive()) throw new Error("it ended");
    if (Date.now() > until) throw new Error(`not ready after ${READY_MS / 1000} s`);
    await sleep(20);
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/** Linux counts a process's time in hundredths of a second (proc_pid_stat(5), fields 14 and 15). */
function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { now: figure("VmRSS"), peak: figure("VmHWM") };
}
