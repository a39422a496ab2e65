import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { classSharingArgs } from "../../../src/platform/embedded/class-archive.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { freshFolder } from "./support.ts";

async function emptyCache() {
  const cache = await freshFolder("cache");
  const jars = path.join(cache, "neo4j", "lib");
  await mkdir(jars, { recursive: true });
  return { cache, jars };
}

/** What Java does when it ends: it writes the file that it was told. */
async function archive(args: string[]): Promise<void> {
  const [, file] = /^-XX:ArchiveClassesAtExit=(.*)$/.exec(args[0] ?? "") ?? [];
  await writeFile(file!, "classes");
}

const log = createLogger("silent");
const { signal } = new AbortController();

describe("classSharingArgs", () => {
  it("creates the archive once by a trial run, and keeps nothing else of the run", async () => {
    const { cache, jars } = await emptyCache();
    let trials = 0;
    const trial = async (home: string, args: string[]) => {
      trials++;
      await mkdir(home, { recursive: true });
      await writeFile(path.join(home, "data"), "left by the trial");
      await archive(args);
    };
    const ask = () => classSharingArgs({ java: "java", jars, log, signal, trial });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first).toEqual(second);
    expect(await ask()).toEqual(first);
    expect(trials).toBe(1);
    const [, file] = /^-XX:SharedArchiveFile=(.*)$/.exec(first[0]!) ?? [];
    expect(path.dirname(path.dirname(file!))).toBe(cache);
    expect(await readdir(path.dirname(file!))).toEqual([path.basename(file!)]);
  });

  it("creates another archive for another folder of jars", async () => {
    const [one, other] = [await emptyCache(), await emptyCache()];
    const trial = (_home: string, args: string[]) => archive(args);
    const names = await Promise.all(
      [one, other].map(async ({ jars }) => {
        const [arg] = await classSharingArgs({ java: "java", jars, log, signal, trial });
        return path.basename(path.dirname(arg!));
      }),
    );
    expect(names[0]).not.toBe(names[1]);
  });

  it("reuses the archive under other Java options from the environment", async () => {
    const { jars } = await emptyCache();
    const usual = process.env.JAVA_TOOL_OPTIONS;
    let trials = 0;
    const trial = (_home: string, args: string[]) => {
      trials++;
      return archive(args);
    };
    try {
      const ask = () => classSharingArgs({ java: "java", jars, log, signal, trial });
      process.env.JAVA_TOOL_OPTIONS = "-Dexample=1";
      const first = await ask();
      delete process.env.JAVA_TOOL_OPTIONS;
      expect(await ask()).toEqual(first);
      expect(trials).toBe(1);
    } finally {
      if (usual !== undefined) process.env.JAVA_TOOL_OPTIONS = usual;
    }
  });

  it("returns no arguments and leaves nothing behind if the trial fails or writes no archive", async () => {
    const { cache, jars } = await emptyCache();
    const failing = async () => {
      throw new Error("no space left");
    };
    expect(await classSharingArgs({ java: "java", jars, log, signal, trial: failing })).toEqual([]);
    expect(await classSharingArgs({ java: "java", jars, log, signal, trial: async () => {} })).toEqual([]);
    expect(await readdir(cache)).toEqual(["neo4j"]);
  });

  it("rejects when the start is aborted", async () => {
    const { jars } = await emptyCache();
    const abort = new AbortController();
    const trial = async () => {
      abort.abort(new Error("stopped"));
      throw new Error("ended");
    };
    await expect(classSharingArgs({ java: "java", jars, log, signal: abort.signal, trial })).rejects.toThrow("stopped");
  });
});
