import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attachEmbedded, type EmbeddedStores, startEmbedded } from "../../../src/platform/embedded/index.ts";
import { acceptsConnections } from "../../../src/platform/embedded/ports.ts";
import { removeHome } from "../../support/stores.global.ts";
import {
  cypher,
  freshFolder,
  type HolderProcess,
  optionsFor,
  pathWith,
  runs,
  serversOf,
  sql,
  startHolder,
  type Told,
} from "./support.ts";

const port = (url: string | undefined): number => Number(new URL(url ?? "").port);

describe("startEmbedded in one home folder", () => {
  let home: string;
  let holder: HolderProcess;
  let first: Told;
  let again: EmbeddedStores | undefined;

  beforeAll(async () => {
    home = await freshFolder("life");
    // Without setpriv in reach the kernel cannot stop the servers of a killed holder: they stay.
    const PATH = await pathWith("java", "id");
    holder = startHolder(home, ["neo4j", "postgres"], { env: { PATH, JAVA_HOME: "" } });
    first = await holder.next();
  });

  afterAll(async () => {
    holder.child.kill("SIGKILL");
    await again?.stop();
    for (const pid of await serversOf(home)) process.kill(pid, "SIGKILL");
    await removeHome(home);
  });

  it("starts both stores in an empty folder, on the loopback address", async () => {
    expect(first).toMatchObject({ ready: true, neo4j: { username: "neo4j", database: "neo4j" } });
    expect(first.neo4j?.uri).toMatch(/^bolt:\/\/127\.0\.0\.1:\d+$/);
    await cypher(first.neo4j, "CREATE (:Kept {value: 'graph'})");
    await sql(first.postgres?.url, "CREATE TABLE kept AS SELECT 'table' AS value");
  });

  it("configures Postgres as durable and with a system-independent collation", async () => {
    const [row] = await sql(
      first.postgres?.url,
      "SELECT current_setting('fsync') AS fsync, current_setting('max_connections') AS max, upper('é') AS upper, 'B' < 'a' AS bytewise",
    );
    expect(row).toEqual({ fsync: "on", max: "200", upper: "É", bytewise: true });
  });

  it("protects addresses and passwords, and lets others traverse but not list the folder", async () => {
    const mode = async (name: string) => ((await stat(path.join(home, name))).mode & 0o777).toString(8);
    expect(await mode("embedded.json")).toBe("600");
    expect(await mode("credentials.json")).toBe("600");
    expect(await mode("postgres")).toBe("700");
    expect(await mode("neo4j/conf/neo4j.conf")).toBe("600");
    expect(Number.parseInt(await mode("."), 8) & 0o066).toBe(0);
    const file = JSON.parse(await readFile(path.join(home, "embedded.json"), "utf8")) as Record<string, unknown>;
    const { database: _, ...neo4j } = first.neo4j ?? {};
    expect(file).toMatchObject({ neo4j, postgres: first.postgres, pid: holder.pid });
    expect(Date.parse(String(file.since))).not.toBeNaN();
  });

  it("has Neo4j's compilers give way to requests", async ({ skip }) => {
    skip(process.platform !== "linux");
    const [pid] = await serversOf(home, ["neo4j"]);
    const tasks = await Promise.all(
      (await readdir(`/proc/${pid}/task`)).map((task) => readFile(`/proc/${pid}/task/${task}/stat`, "latin1")),
    );
    // proc(5): the name stands in brackets; the nice value is field 19, the 17th behind them.
    const nice = tasks.map((line) => [line.includes("CompilerThre"), Number(line.split(") ").at(-1)?.split(" ")[16])]);
    expect(new Set(nice.filter(([isCompiler]) => isCompiler).map(([, value]) => value))).toEqual(new Set([10]));
  });

  it("has Neo4j refresh and merge its full-text indexes in larger steps", async () => {
    const interval = "db.index.fulltext.eventually_consistent_refresh_interval";
    expect(await cypher(first.neo4j, `SHOW SETTINGS "${interval}" YIELD value`)).toEqual([{ value: "1s" }]);
    const waiting = "db.index.fulltext.eventually_consistent_index_update_queue_max_length";
    expect(await cypher(first.neo4j, `SHOW SETTINGS "${waiting}" YIELD value`)).toEqual([{ value: "1" }]);
    // No statement shows internal settings: Neo4j logs those that it was given.
    const log = await readFile(path.join(home, "neo4j/logs/debug.log"), "utf8");
    expect(log).toContain("internal.dbms.index.lucene.merge_factor=10\n");
  });

  it("lets another process attach", async () => {
    expect(await attachEmbedded(home)).toEqual({ neo4j: first.neo4j, postgres: first.postgres });
  });

  it("refuses a second start and names the holder", async () => {
    const refused = startEmbedded(optionsFor(home, "neo4j", "postgres"));
    await expect(refused).rejects.toThrow(new RegExp(`held by process ${holder.pid} since \\d{4}-\\d\\d-\\d\\dT`));
    await expect(refused).rejects.toMatchObject({ name: "EmbeddedError" });
    expect(await cypher(first.neo4j, "MATCH (k:Kept) RETURN k.value AS value")).toEqual([{ value: "graph" }]);
  });

  it("after kill -9 of the holder stops its servers, and starts with their data", async () => {
    const left = await serversOf(home);
    expect(left.length).toBeGreaterThanOrEqual(2);
    holder.child.kill("SIGKILL");
    await holder.ended;
    expect(left.every(runs)).toBe(true);
    expect(await attachEmbedded(home)).toBeUndefined();
    again = await startEmbedded(optionsFor(home, "neo4j", "postgres"));
    expect(left.some(runs)).toBe(false);
    expect(again.neo4j?.password).toBe(first.neo4j?.password);
    expect(await cypher(again.neo4j, "MATCH (k:Kept) RETURN k.value AS value")).toEqual([{ value: "graph" }]);
    expect(await sql(again.postgres?.url, "SELECT value FROM kept")).toEqual([{ value: "table" }]);
  });

  // That a start after this finds the data is asked of a whole service: service/stop.faults.test.ts.
  it("stops both cleanly and releases the folder", async () => {
    const [bolt, postgres] = [port(again?.neo4j?.uri), port(again?.postgres?.url)];
    await Promise.all([again?.stop(), again?.stop()]);
    expect(await serversOf(home)).toEqual([]);
    expect(await Promise.all([bolt, postgres].map((number) => acceptsConnections("127.0.0.1", number)))).toEqual([
      false,
      false,
    ]);
    expect((await readdir(home)).filter((name) => name.startsWith("embedded."))).toEqual([]);
    expect(await readFile(path.join(home, "logs", "postgres.log"), "utf8")).toMatch(/database system is shut down\n$/);
    expect(await readFile(path.join(home, "neo4j", "logs", "console.log"), "utf8")).toMatch(/Stopped\.\n$/);
  });
});
