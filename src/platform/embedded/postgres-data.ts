import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { exists } from "./cache.ts";
import { lastUsefulLine, type OsUser, outputOf, runTool } from "./child.ts";
import { EmbeddedError } from "./errors.ts";
import { mayEnter, type PostgresRuntime, program } from "./postgres-runtime.ts";
import { endProcess, hasArgument, listProcesses, type ProcessEntry } from "./processes.ts";
import type { StartContext } from "./store.ts";

/** Folder for root's data if the OS user postgres cannot reach the home folder. */
const SHARED_DATA = "/var/lib/orrery";

/**
 * Returns the data folder: `<home>/postgres` or the target of that link. If the OS user of Postgres cannot reach the home
 * folder, creates a folder below /var/lib/orrery and the link to it.
 */
export async function dataFolder(context: StartContext, user: OsUser | undefined): Promise<string> {
  const usual = path.join(context.home, "postgres");
  const link = await lstat(usual).catch(() => undefined);
  if (link?.isSymbolicLink()) {
    return realpath(usual).catch(async () => path.resolve(context.home, await readlink(usual)));
  }
  if (!user || (await mayEnter(context.home, user))) return usual;
  if (link) {
    throw new EmbeddedError(
      `The OS user postgres cannot reach ${usual}: make the folders above it enterable (chmod o+x), or set ORRERY_HOME`,
    );
  }
  await mkdir(SHARED_DATA, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(path.join(SHARED_DATA, "home-"));
  await chown(folder, user.uid, user.gid);
  const data = path.join(folder, "postgres");
  await symlink(data, usual);
  context.log.warn(
    { data },
    "The OS user postgres cannot reach the home folder: the data of Postgres are kept elsewhere",
  );
  return data;
}

/** Creates the database cluster if there is none. Atomic: a start that is killed half way leaves none. */
export async function initialise(data: string, runtime: PostgresRuntime, password: string): Promise<void> {
  if (await exists(data)) return;
  const { user } = runtime;
  const draft = `${data}.draft`;
  const passwordFile = `${data}.password`;
  for (const left of [draft, passwordFile]) await rm(left, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700, recursive: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const file of [draft, passwordFile]) await chown(file, user.uid, user.gid);
  // The built-in locale sorts alike on every system.
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--encoding=UTF8"];
  const access = ["--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  try {
    await runTool(path.join(runtime.bin, program("initdb")), [`--pgdata=${draft}`, ...locale, ...access], { user });
    await rename(draft, data);
  } catch (error) {
    throw new EmbeddedError(`Postgres cannot make its data folder ${data}: ${lastUsefulLine(outputOf(error))}`, {
      cause: error,
    });
  } finally {
    for (const left of [draft, passwordFile]) await rm(left, { recursive: true, force: true });
  }
}

/** Content of postmaster.pid (storage/pidfile.h): process, port and state, once Postgres knows them. */
export interface PostmasterFile {
  pid: number;
  port: number | undefined;
  ready: boolean;
}

export async function readPostmaster(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n").map((line) => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3]) || undefined, ready: lines[7] === "ready" };
}

/** Stops the Postgres that a killed holder of this folder left running, with a fast shutdown. */
export async function endOrphan(context: StartContext, data: string): Promise<void> {
  const left = await readPostmaster(data);
  const entry = (await listProcesses()).find((other) => other.pid === left?.pid);
  if (!left || !entry) return;
  if (!isPostgres(entry, data)) {
    // Another program has the pid by now; Postgres would refuse to start because of the file.
    await rm(path.join(data, "postmaster.pid"), { force: true });
    return;
  }
  context.log.warn({ pid: left.pid }, "Stopping the Postgres that a killed process left running");
  if (!(await endProcess(left.pid, "SIGINT", "SIGQUIT", 20_000))) {
    throw new EmbeddedError(`Postgres process ${left.pid} still runs on ${data} and cannot be stopped: stop it first`);
  }
}

const isPostgres = (entry: ProcessEntry, data: string): boolean =>
  /postgres/.test(entry.command) && hasArgument(entry, `-D ${data}`);
