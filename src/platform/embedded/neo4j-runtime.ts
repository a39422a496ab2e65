import { access, constants, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { cachedFolder, exists } from "./cache.ts";
import { lastUsefulLine, outputOf, runTool } from "./child.ts";
import { EmbeddedError, NEO4J_CHOICES } from "./errors.ts";

export const NEO4J_VERSION = "5.26.29";

/** Java versions that Neo4j 5.26 supports (its operations manual, "System requirements"). */
const JAVA_MAJORS = [17, 21];

const JAR = `lib/neo4j-server-${NEO4J_VERSION}.jar`;
const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>orrery</groupId>
  <artifactId>neo4j-runtime</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j.app</groupId><artifactId>neo4j-server</artifactId><version>${NEO4J_VERSION}</version></dependency>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>${NEO4J_VERSION}</version></dependency>
  </dependencies>
</project>
`;

/** The first supported Java: that of JAVA_HOME, else the one on the path. Throws EmbeddedError. */
export async function findJava(javaHome: string | undefined): Promise<string> {
  const candidates = [...(javaHome ? [path.join(javaHome, "bin", "java")] : []), "java"];
  const found: number[] = [];
  for (const java of candidates) {
    const major = await javaMajor(java);
    if (major !== undefined && JAVA_MAJORS.includes(major)) return java;
    if (major !== undefined) found.push(major);
  }
  const which = found.length > 0 ? `is Java ${found.join(" and ")}` : "is not there";
  throw new EmbeddedError(
    `The embedded Neo4j needs Java 17 or 21, and what this machine has ${which}: ${NEO4J_CHOICES}`,
  );
}

async function javaMajor(java: string): Promise<number | undefined> {
  // A missing program and macOS's placeholder, which always fails, both mean no Java.
  const output = await runTool(java, ["-version"]).catch(() => undefined);
  const match = /version "(?:1\.)?(\d+)/.exec(output ? `${output.stderr}${output.stdout}` : "");
  return match ? Number(match[1]) : undefined;
}

export interface RuntimeOptions {
  cacheFolder: string;
  /** Used if the cache folder is not writable. */
  fallbackFolder: string;
  log: Logger;
  signal: AbortSignal;
}

/**
 * Returns the folder of Neo4j's jars. The machine's Maven fetches them once (212 files, about 130 MB); later starts do
 * not need Maven. Throws EmbeddedError if Maven is needed and missing, or fails.
 */
export async function neo4jJars(options: RuntimeOptions): Promise<string> {
  const { log, signal } = options;
  const name = `neo4j-${NEO4J_VERSION}`;
  const whole = path.join(options.cacheFolder, name, JAR);
  const writable = (await exists(whole)) || (await canWrite(options.cacheFolder));
  const folder = writable ? options.cacheFolder : options.fallbackFolder;
  const target = await cachedFolder({
    folder,
    name,
    requiredFile: JAR,
    signal,
    fill: (draft) => fetchJars(draft, log, signal),
  });
  return path.join(target, "lib");
}

async function canWrite(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function fetchJars(draft: string, log: Logger, signal: AbortSignal): Promise<void> {
  log.info({ version: NEO4J_VERSION }, "Fetching Neo4j with Maven: about 130 MB, once");
  const pom = path.join(draft, "pom.xml");
  await writeFile(pom, POM);
  const args = ["-B", "-f", pom, COPY, "-DincludeScope=runtime", `-DoutputDirectory=${path.join(draft, "lib")}`];
  try {
    // On Windows Maven is a script and needs a shell.
    const [command, ...before] = process.platform === "win32" ? ["cmd.exe", "/d", "/c", "mvn"] : ["mvn"];
    await runTool(command ?? "mvn", [...before, ...args], { cwd: draft, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (errorCode(error) === "ENOENT") {
      throw new EmbeddedError(`The embedded Neo4j is fetched with Maven, which is not there: ${NEO4J_CHOICES}`);
    }
    const why = lastUsefulLine(firstError(outputOf(error)));
    throw new EmbeddedError(`Maven could not fetch Neo4j ${NEO4J_VERSION} (${why}): ${NEO4J_CHOICES}`, {
      cause: error,
    });
  }
}

/** Maven's first error line, which has the cause; the following ones explain its options. */
function firstError(output: string): string {
  return output.split("\n").find((line) => line.startsWith("[ERROR]")) ?? output;
}
