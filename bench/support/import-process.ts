import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchStores } from "./stores.ts";

export interface Imported {
  seconds: number;
  /** Highest resident memory, in megabytes. */
  peakMb: number;
}

/** Runs the command as an operator would, and looks at its memory meanwhile. */
export async function runImport(
  { neo4j, secret }: BenchStores,
  url: string,
  args: readonly string[],
): Promise<Imported> {
  const started = performance.now();
  const child = spawn(process.execPath, [path.resolve("bin/orrery.js"), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      NEO4J_URI: neo4j.uri,
      NEO4J_USERNAME: neo4j.username,
      NEO4J_PASSWORD: neo4j.password,
      NEO4J_DATABASE: neo4j.database,
      ORRERY_SECRET: secret,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let peakMb = 0;
  let running = true;
  void ended.finally(() => {
    running = false;
  });
  while (running) {
    peakMb = Math.max(peakMb, peakOf(child.pid));
    await Promise.race([ended, sleep(100)]);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`orrery ${args.join(" ")} ended with ${code}`);
  if (peakMb === 0) throw new Error("the memory of a process can be read on Linux alone");
  return { seconds: (performance.now() - started) / 1000, peakMb };
}

/** Highest resident memory so far, in megabytes; 0 where it cannot be read. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
