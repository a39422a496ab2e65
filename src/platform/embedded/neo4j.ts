import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../errors.ts";
import { lastUsefulLine, type Server, startServer } from "./child.ts";
import { classSharingArgs } from "./class-archive.ts";
import { EmbeddedError } from "./errors.ts";
import { findJava, neo4jJars } from "./neo4j-runtime.ts";
import { DATABASE, exerciseServer, setFirstPassword, signIn, USERNAME } from "./neo4j-session.ts";
import { freePort, LOOPBACK } from "./ports.ts";
import { endProcess, hasArgument, listProcesses } from "./processes.ts";
import type { StartContext, Store } from "./store.ts";

const MAIN_CLASS = "org.neo4j.server.CommunityEntryPoint";
const USUAL_PORT = 7687;
const READY_MS = 300_000;
/** The JVM writes the archive while it exits. */
const TRIAL_STOP_MS = 180_000;
/**
 * Requests before compilers: after a start these take all processors for half a minute, and a saturated Neo4j serves up to
 * half as much again in that time where they give way. A nice value of setpriority(2), which needs no rights.
 */
const COMPILERS_GIVE_WAY = ["-XX:ThreadPriorityPolicy=1", "-XX:CompilerThreadPriority=10"];
const ADD_OPENS = ["java.nio", "java.io", "sun.nio.ch", "java.util.concurrent"];

export interface Neo4jAddress {
  uri: string;
  username: string;
  password: string;
  database: string;
}

export interface Neo4jContext extends StartContext {
  heapMb: number;
  pageCacheMb: number;
  /** Further lines of neo4j.conf. */
  settings?: readonly string[] | undefined;
  javaHome: string | undefined;
  cacheFolder: string;
}

/** Starts Neo4j Community on the loopback address; resolves once it answers queries. Throws EmbeddedError. */
export async function startNeo4j(context: Neo4jContext): Promise<Store<Neo4jAddress>> {
  const { log, signal } = context;
  const home = path.join(context.home, "neo4j");
  await endOrphans(context, home);
  const java = await findJava(context.javaHome);
  const fallbackFolder = path.join(context.home, "cache");
  const jars = await neo4jJars({ cacheFolder: context.cacheFolder, fallbackFolder, log, signal });
  const trial = (folder: string, javaArgs: string[]) => runTrial({ java, jars, javaArgs }, folder, context);
  const javaArgs = await classSharingArgs({ java, jars, log, signal, trial });
  return startIn(home, { java, jars, javaArgs }, context);
}

/** The program: Java, further JVM arguments, and the folder of Neo4j's jars. */
interface Program {
  java: string;
  jars: string;
  javaArgs: string[];
}

async function startIn(home: string, program: Program, context: Neo4jContext): Promise<Store<Neo4jAddress>> {
  for (const folder of ["conf", "logs"]) await mkdir(path.join(home, folder), { recursive: true, mode: 0o700 });
  for (let attempt = 0; ; attempt++) {
    const port = await freePort(attempt === 0 ? USUAL_PORT : 0);
    await writeFile(path.join(home, "conf", "neo4j.conf"), settings(port, context), { mode: 0o600 });
    const server = await launch(program, home, context.heapMb);
    try {
      await waitUntilReady(server, port, context);
      const address = { uri: `bolt://${LOOPBACK}:${port}`, username: USERNAME, password: context.password };
      return { address: { ...address, database: DATABASE }, server };
    } catch (error) {
      const output = await server.logText();
      await server.stop(10_000);
      const portTaken = /already in use/i.test(output);
      if (!portTaken || attempt === 4) throw error;
    }
  }
}

/** Runs Neo4j in an empty folder and exercises what later starts use. */
async function runTrial(program: Program, folder: string, context: Neo4jContext): Promise<void> {
  const { log } = context;
  const { address, server } = await startIn(folder, program, { ...context, home: folder });
  try {
    await exerciseServer(address.uri, address.password);
  } catch (error) {
    log.debug({ error: coerceError(error).message }, "the trial run of Neo4j was cut short");
  } finally {
    await server.stop(TRIAL_STOP_MS);
  }
}

/** Stops Java processes that a killed holder of this folder left running. */
async function endOrphans(context: Neo4jContext, home: string): Promise<void> {
  for (const entry of await listProcesses()) {
    const ours = hasArgument(entry, MAIN_CLASS) && hasArgument(entry, `--home-dir=${home}`);
    if (!ours || entry.pid === process.pid) continue;
    context.log.warn({ pid: entry.pid }, "Stopping the Neo4j that a killed process left running");
    if (!(await endProcess(entry.pid, "SIGTERM", "SIGKILL", 20_000))) {
      throw new EmbeddedError(`Neo4j process ${entry.pid} still runs on ${home} and cannot be stopped: stop it first`);
    }
  }
}

/** Content of neo4j.conf. Durability is Neo4j's default: a commit is on disk before it is acknowledged. */
function settings(port: number, { pageCacheMb, settings: further = [] }: Neo4jContext): string {
  return [
    `server.default_listen_address=${LOOPBACK}`,
    `server.bolt.listen_address=${LOOPBACK}:${port}`,
    `server.bolt.advertised_address=${LOOPBACK}:${port}`,
    "server.http.enabled=false",
    "server.https.enabled=false",
    `server.memory.pagecache.size=${pageCacheMb}m`,
    "dbms.usage_report.enabled=false",
    "db.transaction.timeout=60s",
    // Each of the two databases preallocates one log file: 64 MB instead of 256.
    "db.tx_log.rotation.size=64m",
    "db.tx_log.rotation.retention_policy=256M size",
    // Otherwise Neo4j waits 5 s twice for idle network threads after both databases are closed.
    "internal.dbms.bolt.netty_server_shutdown_quiet_period=0",
    // Otherwise Neo4j plans a statement again, for a second, when a string or list parameter is ten times as long.
    "internal.cypher.use_parameter_size=false",
    // By default Lucene shows each transaction's words at once, and merges every two segments that come of it: both cost more
    // than the writes themselves. A search waits for the refresh of what it must find, so the interval delays no words.
    // `text-indexes.ts` says why no more than one transaction may wait for its words.
    "db.index.fulltext.eventually_consistent_refresh_interval=1s",
    "db.index.fulltext.eventually_consistent_index_update_queue_max_length=1",
    "internal.dbms.index.lucene.merge_factor=10",
    ...further,
    "",
  ].join("\n");
}

function launch({ java, jars, javaArgs }: Program, home: string, heapMb: number): Promise<Server> {
  // Below 1 GB the regions of G1 cost more than the pauses of the serial collector.
  const collector = heapMb < 1024 ? "-XX:+UseSerialGC" : "-XX:+UseG1GC";
  const args = [
    `-Xms${Math.min(heapMb, 256)}m`,
    `-Xmx${heapMb}m`,
    collector,
    ...(process.platform === "linux" ? COMPILERS_GIVE_WAY : []),
    ...javaArgs,
    ...ADD_OPENS.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    "-cp",
    path.join(jars, "*"),
    MAIN_CLASS,
    `--home-dir=${home}`,
    `--config-dir=${path.join(home, "conf")}`,
    "--console-mode",
  ];
  return startServer({
    name: "Neo4j",
    command: java,
    args,
    cwd: home,
    logFile: path.join(home, "logs", "console.log"),
    stopSignal: "SIGTERM",
    killSignal: "SIGKILL",
  });
}

async function waitUntilReady(server: Server, port: number, context: Neo4jContext): Promise<void> {
  const until = Date.now() + READY_MS;
  // Waits for the server's own log line: another program might listen on this port.
  while (!/Bolt enabled on /.test(await server.logText())) await pause(server, until, context.signal);
  const uri = `bolt://${LOOPBACK}:${port}`;
  for (;;) {
    try {
      if (await signIn(uri, context.password)) return;
      await setFirstPassword(uri, context);
    } catch (error) {
      if (error instanceof EmbeddedError) throw error;
      await pause(server, until, context.signal, error);
    }
  }
}

/** Waits 50 ms. Throws if the server has exited or the time is up. */
async function pause(server: Server, until: number, signal: AbortSignal, last?: unknown): Promise<void> {
  signal.throwIfAborted();
  const ended = server.ended();
  if (ended) {
    throw new EmbeddedError(`Neo4j ended while it started (${ended}): ${lastUsefulLine(await server.logText())}`);
  }
  if (Date.now() > until) {
    const why = last instanceof Error ? last.message : lastUsefulLine(await server.logText());
    throw new EmbeddedError(`Neo4j did not answer within ${READY_MS / 1000} s: ${why.split("\n")[0]}`, { cause: last });
  }
  await sleep(50);
}
