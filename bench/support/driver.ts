import neo4j, { type Driver, type Record as DriverRecord } from "neo4j-driver";
import type { BenchStores } from "./stores.ts";

export type { Driver as BareDriver };
export { neo4j };

/** The bare driver, set up as the service sets up its own. */
export function openDriver({ neo4j: { uri, username, password } }: BenchStores): Driver {
  return neo4j.driver(uri, neo4j.auth.basic(username, password), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: 24,
    telemetryDisabled: true,
  });
}

/** Loops of the same work side by side until the time is up. Answers how often it was done per second. */
export async function loops(atOnce: number, forMs: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - started < forMs) {
        await work();
        done++;
      }
    }),
  );
  return (done / (performance.now() - started)) * 1000;
}

/** One auto-commit statement in a session of its own; the records as the driver gives them. */
export async function runOnce(
  driver: Driver,
  mode: "READ" | "WRITE",
  text: string,
  params: Record<string, unknown>,
): Promise<DriverRecord[]> {
  const session = driver.session({ database: "neo4j", defaultAccessMode: neo4j.session[mode] });
  try {
    return (await session.run(text, params)).records;
  } finally {
    await session.close();
  }
}
