import { chmod, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hostFolders } from "../../../src/config.ts";
import { type Server, startServer } from "../../../src/platform/embedded/child.ts";
import { startEmbedded } from "../../../src/platform/embedded/index.ts";
import { acceptsConnections } from "../../../src/platform/embedded/ports.ts";
import { listProcesses, processIdentity } from "../../../src/platform/embedded/processes.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { removeHome } from "../../support/stores.global.ts";
import { type OwnDisk, ownDisk } from "./own-disk.ts";
import { groupOf, send } from "./process-group.ts";
import { dataArguments, dataFolders, lockedHome, removeStaleHomes } from "./stale-homes.ts";

export type StoreName = "neo4j" | "postgres";

/** A store's server process, to be stopped, frozen and started again as it was. */
export interface StoreServer {
  signal(name: NodeJS.Signals): Promise<void>;
  /** Resolves when the process is gone. */
  gone(): Promise<void>;
  isRunning(): Promise<boolean>;
  /** Starts it again with the same arguments, user and data; resolves when it accepts connections. */
  startAgain(): Promise<void>;
}

const NEO4J_SETTINGS = [
  // A test fills the graph and empties it: by its size alone every statement would be planned anew all the time.
  "dbms.cypher.min_replan_interval=20m",
  // Otherwise a full disk shows only once the space that was laid aside is used up.
  "db.tx_log.preallocate=false",
];

/** Both stores in a temporary home, each on a disk of its own, and a hand on the process of each. */
export async function ownStores() {
  await removeStaleHomes();
  const home = await lockedHome();
  // Postgres runs as another user where this one is root.
  await chmod(home, 0o711);
  const data = dataFolders(home);
  const disks = { neo4j: await ownDisk(data.neo4j), postgres: await ownDisk(path.dirname(data.postgres)) };
  await symlink(data.postgres, path.join(home, "postgres"));
  const started = await startEmbedded({
    home,
    host: hostFolders(),
    log: createLogger("silent"),
    heapMb: 512,
    pageCacheMb: 64,
    neo4jSettings: NEO4J_SETTINGS,
    need: { neo4j: true, postgres: true },
  });
  const { neo4j, postgres } = started;
  if (!neo4j || !postgres) throw new Error("Both stores were asked for");
  const restarted: Server[] = [];
  const argument = dataArguments(home);
  const servers = {
    neo4j: await serverOf("neo4j", argument.neo4j, new URL(neo4j.uri), home, restarted),
    postgres: await serverOf("postgres", argument.postgres, new URL(postgres.url), home, restarted),
  };
  return {
    neo4j,
    postgres,
    servers: servers satisfies Record<StoreName, StoreServer>,
    disks: disks satisfies Record<StoreName, OwnDisk | undefined>,
    /** Undoes what an outage left behind: lets frozen servers go on, and starts those again that are gone. */
    async heal() {
      for (const disk of Object.values(disks)) await disk?.empty();
      for (const server of Object.values(servers)) {
        await server.signal("SIGCONT");
        if (!(await server.isRunning())) await server.startAgain();
      }
    },
    async stop() {
      for (const server of Object.values(servers)) await server.signal("SIGCONT");
      await Promise.all(restarted.map((server) => server.stop(0)));
      await started.stop();
      for (const disk of Object.values(disks)) await disk?.remove();
      await removeHome(home);
    },
  };
}

type OwnStores = Awaited<ReturnType<typeof ownStores>>;

/** Where they answer. */
export type StoreAddresses = Pick<OwnStores, "neo4j" | "postgres">;

/** Nothing is kept of stores that tests are done with. */
const ENDINGS = { stopSignal: "SIGTERM", killSignal: "SIGKILL" } as const;

async function serverOf(
  name: StoreName,
  argument: string,
  { hostname, port }: URL,
  home: string,
  restarted: Server[],
): Promise<StoreServer> {
  const entry = (await listProcesses()).find(({ command }) => ` ${command} `.includes(` ${argument} `));
  if (!entry) throw new Error(`no process has the argument ${argument}`);
  const [command = "", ...args] = (await readFile(`/proc/${entry.pid}/cmdline`, "utf8")).split("\0").slice(0, -1);
  const status = await readFile(`/proc/${entry.pid}/status`, "utf8");
  const idOf = (kind: string) => Number(new RegExp(`^${kind}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  const user = process.getuid?.() === 0 ? { uid: idOf("Uid"), gid: idOf("Gid") } : undefined;
  let { pid } = entry;
  return {
    async signal(name) {
      // A frozen Postgres is one whose backends stand still too.
      const group = name === "SIGSTOP" || name === "SIGCONT" ? await groupOf(pid) : [pid];
      for (const one of group) send(one, name);
    },
    async gone() {
      while (await processIdentity(pid)) await sleep(20);
    },
    isRunning: async () => (await processIdentity(pid)) !== undefined,
    async startAgain() {
      const logFile = path.join(home, "restarted.log");
      const server = await startServer({ name, command, args, cwd: "/", logFile, user, ...ENDINGS });
      restarted.push(server);
      pid = server.pid;
      while (!(await acceptsConnections(hostname, Number(port)))) {
        if (server.ended()) throw new Error(`${name} ended (${server.ended()}): ${await server.logText()}`);
        await sleep(50);
      }
    },
  };
}
