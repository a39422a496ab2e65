/** Holds the embedded stores of a home folder until it is told to stop: `holder.ts HOME HEAP_MB STORE...`. */
import pg from "pg";
import { hostFolders } from "../../../src/config.ts";
import { type EmbeddedStores, startEmbedded } from "../../../src/platform/embedded/index.ts";
import { createLogger } from "../../../src/platform/log.ts";

const [home = "", heapMb = "", ...wanted] = process.argv.slice(2);
const tell = (line: unknown): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);

async function finish(stores: EmbeddedStores): Promise<void> {
  const client = new pg.Client({ connectionString: stores.postgres?.url });
  const stillThere = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end();
  await stores.stop();
  tell({ stillThere });
}

try {
  const need = { neo4j: wanted.includes("neo4j"), postgres: wanted.includes("postgres") };
  const stores = await startEmbedded({
    home,
    host: hostFolders(),
    log: createLogger("silent"),
    heapMb: Number(heapMb),
    pageCacheMb: 64,
    need,
  });
  process.once("SIGINT", () => void finish(stores));
  tell({ ready: true, neo4j: stores.neo4j, postgres: stores.postgres });
} catch (error) {
  tell({ ready: false, name: (error as Error).name, message: (error as Error).message });
}
