import { chmod, cp, lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { runTool } from "../../../src/platform/embedded/child.ts";
import { LOCK } from "../../../src/platform/embedded/home.ts";
import { attachEmbedded, type EmbeddedStores, startEmbedded } from "../../../src/platform/embedded/index.ts";
import { lockHolder } from "../../../src/platform/embedded/lock.ts";
import { acceptsConnections } from "../../../src/platform/embedded/ports.ts";
import { readPostmaster } from "../../../src/platform/embedded/postgres-data.ts";
import { installedPostgres, postgresRuntime, postgresUser } from "../../../src/platform/embedded/postgres-runtime.ts";
import { removeHome } from "../../support/stores.global.ts";
import { freshFolder, isRoot, optionsFor, runs, sql, startHolder } from "./support.ts";

const cleanup: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const work of cleanup.splice(0).reverse()) await work();
});

async function freshHome(name: string): Promise<string> {
  const home = await freshFolder(name);
  cleanup.push(() => removeHome(home));
  return home;
}

async function start(home: string): Promise<EmbeddedStores> {
  const started = await startEmbedded(optionsFor(home, "postgres"));
  cleanup.push(() => started.stop());
  return started;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) if (await holds()) return true;
  return false;
}

const hasSetpriv = await runTool("setpriv", ["--pdeathsig", "TERM", "true"]).then(
  () => true,
  () => false,
);

describe("startEmbedded with Postgres", () => {
  it("runs for several home folders at once, each on a port of its own", async () => {
    const homes = await Promise.all(["a", "b", "c"].map(freshHome));
    const started = await Promise.all(homes.map(start));
    const urls = started.map((one) => one.postgres?.url ?? "");
    expect(new Set(urls.map((url) => new URL(url).port)).size).toBe(3);
    expect(started.every((one) => one.neo4j === undefined)).toBe(true);
    const folders = await Promise.all(
      urls.map((url) => sql(url, "SELECT current_setting('data_directory') AS folder")),
    );
    expect(folders.flat().map((row) => row.folder)).toEqual(homes.map((home) => path.join(home, "postgres")));
  });

  it("survives Ctrl-C in the terminal until its holder stops it", async () => {
    const home = await freshHome("signal");
    const holder = startHolder(home, ["postgres"]);
    expect(await holder.next()).toMatchObject({ ready: true });
    process.kill(-holder.pid, "SIGINT");
    expect(await holder.next()).toEqual({ stillThere: true });
    await holder.ended;
    expect(await readFile(path.join(home, "logs", "postgres.log"), "utf8")).toMatch(/database system is shut down\n$/);
  });

  it.skipIf(!hasSetpriv)("is stopped by the kernel when its holder is killed", async () => {
    const home = await freshHome("tied");
    const holder = startHolder(home, ["postgres"]);
    expect(await holder.next()).toMatchObject({ ready: true });
    const { pid } = (await readPostmaster(path.join(home, "postgres"))) ?? { pid: 0 };
    expect(runs(pid)).toBe(true);
    holder.child.kill("SIGKILL");
    expect(await until(() => !runs(pid))).toBe(true);
  });

  it("starts despite a postmaster.pid whose pid another program has", async () => {
    const home = await freshHome("recycled");
    await (await start(home)).stop();
    const file = path.join(home, "postgres", "postmaster.pid");
    await writeFile(file, `${process.pid}\n${path.join(home, "postgres")}\n1\n5432\n\n127.0.0.1\n\nready\n`, {
      mode: 0o644,
    });
    expect(await sql((await start(home)).postgres?.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("starts again after a first start that was killed half way", async () => {
    const home = await freshHome("half");
    await chmod(home, 0o711);
    await mkdir(path.join(home, "postgres.draft"));
    await writeFile(path.join(home, "postgres.draft", "PG_VERSION"), "18\n");
    expect(await sql((await start(home)).postgres?.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect((await readdir(home)).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
  });

  it("aborts a start on its signal, and leaves nothing behind", async () => {
    const home = await freshHome("abort");
    const signal = AbortSignal.timeout(200);
    await expect(startEmbedded({ ...optionsFor(home, "neo4j", "postgres"), signal })).rejects.toThrow(/abort|timeout/i);
    expect((await readdir(home)).filter((name) => name.startsWith("embedded."))).toEqual([]);
    const left = await readPostmaster(path.join(home, "postgres"));
    expect(left).toBeUndefined();
  });

  it("explains a home that is not a folder", async () => {
    const home = path.join(await freshHome("file"), "home");
    await writeFile(home, "");
    await expect(startEmbedded(optionsFor(home, "postgres"))).rejects.toThrow(
      /^The folder .*home cannot be used .*ORRERY_HOME$/,
    );
  });

  it("lets a process attach while it starts", async () => {
    const home = await freshHome("wait");
    const starting = start(home);
    expect(await until(async () => (await lockHolder(home, LOCK)) !== undefined)).toBe(true);
    expect(await attachEmbedded(home)).toBeUndefined();
    expect(await attachEmbedded(home, { waitMs: 60_000 })).toEqual({ postgres: (await starting).postgres });
    await (await starting).stop();
    expect(await attachEmbedded(home, { waitMs: 60_000 })).toBeUndefined();
  });

  it.skipIf(!isRoot)("keeps the mode of a folder that others use", async () => {
    const home = await freshHome("shared");
    await writeFile(path.join(home, "notes.txt"), "");
    await start(home);
    expect((await lstat(home)).mode & 0o777).toBe(0o700);
    expect((await lstat(path.join(home, "postgres"))).isSymbolicLink()).toBe(true);
  });

  it("stop ends the server, also when called twice", async () => {
    const started = await start(await freshHome("twice"));
    const port = Number(new URL(started.postgres?.url ?? "").port);
    await started.stop();
    await started.stop();
    expect(await acceptsConnections("127.0.0.1", port)).toBe(false);
  });
});

describe("startEmbedded with Postgres whose OS user cannot enter the folder", () => {
  it.skipIf(!isRoot)("stores the data elsewhere and finds them again", async () => {
    const closed = await freshFolder("closed");
    await chmod(closed, 0o700);
    const home = path.join(closed, "home");
    cleanup.push(() => rm(closed, { recursive: true, force: true }));
    cleanup.push(() => removeHome(home));
    const first = await start(home);
    expect((await lstat(path.join(home, "postgres"))).isSymbolicLink()).toBe(true);
    await sql(first.postgres?.url, "CREATE TABLE kept AS SELECT 1 AS one");
    await first.stop();
    expect(await sql((await start(home)).postgres?.url, "SELECT one FROM kept")).toEqual([{ one: 1 }]);
  });

  it("copies programs that cannot run in place, with the links of their install script", async () => {
    const closed = await freshFolder("programs");
    const cacheFolder = await freshFolder("cache");
    for (const folder of [closed, cacheFolder]) cleanup.push(() => rm(folder, { recursive: true, force: true }));
    await chmod(cacheFolder, 0o755);
    const native = path.join(closed, "native");
    await cp(installedPostgres().native, native, { recursive: true, verbatimSymlinks: true });
    const lib = path.join(native, "lib");
    for (const entry of await readdir(lib, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(path.join(lib, entry.name));
    }
    const user = await postgresUser();
    const { signal } = new AbortController();
    const runtime = await postgresRuntime({ user, cacheFolder, signal, installed: { native, version: "18" } });
    expect(runtime.bin).toBe(path.join(cacheFolder, "postgres-18", "bin"));
    const { stdout } = await runTool(path.join(runtime.bin, "postgres"), ["--version"], { user });
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);
  });
});
