import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { cachedFolder } from "./cache.ts";
import { runTool } from "./child.ts";
import { NEO4J_VERSION } from "./neo4j-runtime.ts";

export interface ClassArchiveOptions {
  java: string;
  /** Folder of Neo4j's jars; the archive is stored beside it. */
  jars: string;
  log: Logger;
  signal: AbortSignal;
  /** Runs Neo4j in an empty folder with these JVM arguments, exercises it and stops it cleanly. */
  trial(home: string, args: string[]): Promise<void>;
}

const ARCHIVE = "classes.jsa";

/**
 * JVM arguments to load Neo4j's classes from an archive (class data sharing, JEP 350): Neo4j starts in two thirds of the
 * time of loading and verifying 10,000 classes. A trial run creates the archive once per Java and folder of jars; a Java
 * that cannot use it ignores it. No arguments if the archive cannot be created: Neo4j works without.
 */
export async function classSharingArgs(options: ClassArchiveOptions): Promise<string[]> {
  const { java, jars, log, signal, trial } = options;
  try {
    const { stdout, stderr } = await runTool(java, ["-version"]);
    // Java also prints options from the environment there, which do not affect the classes.
    const version = `${stdout}${stderr}`.replaceAll(/^(NOTE: )?Picked up .*\n/gm, "");
    const key = createHash("sha256").update(`${version}${jars}`).digest("hex").slice(0, 12);
    const target = await cachedFolder({
      folder: path.dirname(path.dirname(jars)),
      name: `neo4j-${NEO4J_VERSION}-classes-${key}`,
      requiredFile: ARCHIVE,
      signal,
      fill: async (draft) => {
        log.info("Preparing Neo4j for quicker starts: about half a minute, once");
        const home = path.join(draft, "trial");
        await trial(home, [`-XX:ArchiveClassesAtExit=${path.join(draft, ARCHIVE)}`]);
        await rm(home, { recursive: true, force: true });
      },
    });
    return [`-XX:SharedArchiveFile=${path.join(target, ARCHIVE)}`];
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ error: coerceError(error).message }, "Neo4j starts without an archive of its classes");
    return [];
  }
}
