import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import neo4j from "neo4j-driver";
import pg from "pg";
import { afterAll } from "vitest";
import { hostFolders } from "../../../src/config.ts";
import type { EmbeddedAddresses, EmbeddedOptions } from "../../../src/platform/embedded/index.ts";
import { hasArgument, listProcesses } from "../../../src/platform/embedded/processes.ts";
import { createLogger } from "../../../src/platform/log.ts";

export const isRoot = process.getuid?.() === 0;

/** What a holder tells: that the stores answer, or why not, or how it ended. */
export interface Told extends EmbeddedAddresses {
  ready?: boolean;
  name?: string;
  message?: string;
  stillThere?: boolean;
}

export interface HolderProcess {
  child: ChildProcess;
  pid: number;
  next(): Promise<Told>;
  /** Resolves when it has ended. */
  ended: Promise<void>;
}

const made: string[] = [];

afterAll(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A new folder, removed when the tests of the file are done. */
export async function freshFolder(name: string): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), `orrery-embedded-${name}-`)));
  made.push(folder);
  return folder;
}

/** With small servers, whose statements are not planned anew whenever a test has filled or emptied the graph. */
export function optionsFor(home: string, ...wanted: ("neo4j" | "postgres")[]): EmbeddedOptions {
  const need = { neo4j: wanted.includes("neo4j"), postgres: wanted.includes("postgres") };
  const neo4jSettings = ["dbms.cypher.min_replan_interval=20m"];
  const host = hostFolders();
  return { home, host, log: createLogger("silent"), heapMb: 512, pageCacheMb: 64, neo4jSettings, need };
}

/** Starts `holder.ts` in a process group of its own. */
export function startHolder(
  home: string,
  wanted: ("neo4j" | "postgres")[],
  { env = {}, heapMb = 512 }: { env?: NodeJS.ProcessEnv; heapMb?: number } = {},
): HolderProcess {
  const script = path.join(import.meta.dirname, "holder.ts");
  const child = spawn(process.execPath, [script, home, String(heapMb), ...wanted], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    pid: child.pid ?? 0,
    next: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error("The holder ended without a word");
      return JSON.parse(value as string) as Told;
    },
    ended: new Promise((resolve) => child.once("exit", () => resolve())),
  };
}

/** How the processes of the servers that hold data below a home folder name it. */
const SERVERS = {
  neo4j: (home: string) => `--home-dir=${path.join(home, "neo4j")}`,
  postgres: (home: string) => `-D ${path.join(home, "postgres")}`,
};

/** Processes of these servers, by default of both, that hold data below a home folder; in any order. */
export async function serversOf(
  home: string,
  names: readonly (keyof typeof SERVERS)[] = ["neo4j", "postgres"],
): Promise<number[]> {
  const all = await listProcesses();
  return all.filter((entry) => names.some((name) => hasArgument(entry, SERVERS[name](home)))).map(({ pid }) => pid);
}

/** A folder for PATH that holds these programs of the machine, and so lacks every other one. */
export async function pathWith(...programs: string[]): Promise<string> {
  const folder = await freshFolder("path");
  for (const program of programs) {
    const found = execFileSync("/bin/sh", ["-c", 'command -v "$0"', program], { encoding: "utf8" }).trim();
    await symlink(await realpath(found), path.join(folder, program));
  }
  return folder;
}

export async function sql(url: string | undefined, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export async function cypher(address: EmbeddedAddresses["neo4j"], text: string): Promise<Record<string, unknown>[]> {
  if (!address) throw new Error("No Neo4j was started");
  const auth = neo4j.auth.basic(address.username, address.password);
  const driver = neo4j.driver(address.uri, auth, { disableLosslessIntegers: true });
  try {
    const { records } = await driver.executeQuery(text, {}, { database: address.database });
    return records.map((record) => record.toObject());
  } finally {
    await driver.close();
  }
}

/** Whether the process runs; on Linux a zombie does not. */
export const runs = (pid: number): boolean => existsSync(`/proc/${pid}/exe`) || isAlive(pid);

function isAlive(pid: number): boolean {
  if (process.platform === "linux") return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
