import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { NEO4J_VERSION } from "../../../src/platform/embedded/neo4j-runtime.ts";
import { freshFolder, pathWith, startHolder, type Told } from "./support.ts";

const CHOICES = /install Java 17 and Maven, point NEO4J_URI at a Neo4j server, or run `docker compose up`$/;
async function startWith(env: NodeJS.ProcessEnv, heapMb = 512): Promise<Told & { home: string }> {
  const home = await freshFolder("home");
  const holder = startHolder(home, ["neo4j"], { env: { JAVA_HOME: "", ...env }, heapMb });
  const told = await holder.next();
  await holder.ended;
  return { ...told, home };
}

/** A folder for PATH with programs that are shell scripts. */
async function scripts(programs: Record<string, string>): Promise<string> {
  const made = await freshFolder("scripts");
  for (const [name, body] of Object.entries(programs)) {
    await writeFile(path.join(made, name), `#!/bin/sh\n${body}\n`);
    await chmod(path.join(made, name), 0o755);
  }
  return made;
}

const java = (version: string): string => `echo 'openjdk version "${version}" 2025-01-01' >&2`;

describe("startEmbedded with Neo4j", () => {
  it("names the choices without Java, and releases the folder", async () => {
    const told = await startWith({ PATH: await pathWith() });
    expect(told).toMatchObject({ ready: false, name: "EmbeddedError" });
    expect(told.message).toMatch(/^The embedded Neo4j needs Java 17 or 21, and what this machine has is not there: /);
    expect(told.message).toMatch(CHOICES);
    expect((await readdir(told.home)).filter((name) => name.startsWith("embedded."))).toEqual([]);
  });

  it.each(["1.8.0_402", "11.0.2", "25"])("refuses Java %s", async (version) => {
    const told = await startWith({ PATH: await scripts({ java: java(version) }) });
    const major = version.startsWith("1.8") ? "8" : version.split(".")[0];
    expect(told.message).toContain(`what this machine has is Java ${major}: `);
    expect(told.message).toMatch(CHOICES);
  });

  it("names the choices without Maven if Neo4j is not in the cache", async () => {
    const told = await startWith({ PATH: await pathWith("java"), XDG_CACHE_HOME: await freshFolder("empty") });
    expect(told.message).toMatch(/^The embedded Neo4j is fetched with Maven, which is not there: /);
    expect(told.message).toMatch(CHOICES);
  });

  it("reports why Maven failed, and leaves no incomplete cache", async () => {
    const cache = await freshFolder("cache");
    const mvn = 'echo "[ERROR] Could not resolve org.neo4j: no route to host"; echo "[ERROR] Re-run with -X"; exit 1';
    const told = await startWith({ PATH: await scripts({ java: java("17.0.1"), mvn }), XDG_CACHE_HOME: cache });
    expect(told.message).toContain("Could not resolve org.neo4j: no route to host");
    expect(told.message).toMatch(CHOICES);
    expect(await readdir(path.join(cache, "orrery"))).toEqual([]);
  });

  it("fetches once for two processes, and replaces the draft of a killed one", async () => {
    const [cache, record] = [await freshFolder("cache"), path.join(await freshFolder("record"), "runs")];
    const left = path.join(cache, "orrery", `neo4j-${NEO4J_VERSION}.draft-1`);
    await mkdir(left, { recursive: true });
    const jar = `neo4j-server-${NEO4J_VERSION}.jar`;
    const mvn = `for a in "$@"; do case "$a" in -DoutputDirectory=*) out="\${a#-DoutputDirectory=}";; esac; done
echo run >> ${record}; /bin/sleep 1; /bin/mkdir -p "$out"; : > "$out/${jar}"`;
    const env = {
      PATH: await scripts({ java: `${java("21.0.1")}; [ "$1" = -version ] || exit 3`, mvn }),
      XDG_CACHE_HOME: cache,
    };
    const told = await Promise.all([startWith(env), startWith(env)]);
    expect(await readFile(record, "utf8")).toBe("run\n");
    expect(await readdir(path.join(cache, "orrery"))).toEqual([`neo4j-${NEO4J_VERSION}`]);
    expect(await readdir(path.join(cache, "orrery", `neo4j-${NEO4J_VERSION}`, "lib"))).toEqual([jar]);
    for (const one of told) expect(one.message).toContain("Neo4j ended while it started (exit code 3): ");
  });

  it("reports the error of a Neo4j that dies while it starts", async () => {
    const told = await startWith({ PATH: process.env.PATH }, 99_999_999);
    expect(told.message).toMatch(/^Neo4j ended while it started \(exit code 1\): .*(heap|memory|space)/i);
  });
});
