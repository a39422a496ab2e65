import neo4j, { type Driver } from "neo4j-driver";
import { z } from "zod";
import { PROBE_MS } from "../silence.ts";
import { within } from "../within.ts";
import type { Flight } from "./flight.ts";
import { query } from "./query.ts";

export interface StillServedDeps {
  /** As configured; `neo4j://` names one member of a cluster or more. */
  uri: string;
  database: string;
  /** Works with a driver of its own for that address, and closes it. */
  withDriver<T>(uri: string, work: (driver: Driver) => Promise<T>): Promise<T>;
}

/** Which of the flights a server works for; undefined if it answers without saying so. Rejects if none answers in time. */
export type StillServed = (flights: readonly Flight[]) => Promise<ReadonlySet<Flight> | undefined>;

const served = query("connections/served", {
  params: z.object({}),
  row: z.object({ mark: z.string().nullable() }),
});
const members = query("connections/members", {
  params: z.object({ database: z.string() }),
  row: z.object({ addresses: z.array(z.string()) }),
});

/** Checks in a row in which a member of a cluster does not greet, after which it counts as working for nothing. */
const SILENT_CHECKS = 2;

/**
 * Asks on new connections which flights the servers work for, see `SilenceWatchDeps`. A server that greets and then does not
 * answer in time is busy. A member of a cluster knows its own transactions alone, so each is asked.
 */
export function createStillServed({ uri, database, withDriver }: StillServedDeps): StillServed {
  /** By address of a member, checks in a row in which it did not greet. */
  const silent = new Map<string, number>();

  const ask = async <T>(driver: Driver, text: string, params: object, decode: (row: Record<string, unknown>) => T) => {
    const session = driver.session({ database, defaultAccessMode: neo4j.session.READ });
    const answer = await within(PROBE_MS, session.run(text, params)).catch(() => undefined);
    return answer?.records.map((record) => decode(record.toObject()));
  };
  const greet = (driver: Driver) => within(PROBE_MS, driver.getServerInfo({ database }));
  const marksOf = (driver: Driver) => ask(driver, served.text, {}, (row) => served.decode(row).mark);

  /** The marks of one member; undefined where it is busy, or was not heard for the first time. */
  const marksOfMember = (address: string): Promise<(string | null)[] | undefined> =>
    withDriver(`${uri.replace(/^neo4j(.*?):.*$/s, "bolt$1")}://${address}`, async (driver) => {
      const isHeard = await greet(driver).then(
        () => true,
        () => false,
      );
      const checks = isHeard ? 0 : (silent.get(address) ?? 0) + 1;
      silent.set(address, checks);
      if (isHeard) return marksOf(driver);
      return checks >= SILENT_CHECKS ? [] : undefined;
    });

  const marksOfAll = async (driver: Driver) => {
    if (!uri.startsWith("neo4j")) return marksOf(driver);
    const found = await ask(driver, members.text, { database }, (row) => members.decode(row).addresses);
    const addresses = found?.flat() ?? [];
    for (const address of silent.keys()) if (!addresses.includes(address)) silent.delete(address);
    const marks = await Promise.all(addresses.map(marksOfMember));
    return addresses.length > 0 && marks.every((one) => one !== undefined) ? marks.flat() : undefined;
  };

  return (flights) =>
    withDriver(uri, async (driver) => {
      await greet(driver);
      const marks = await marksOfAll(driver);
      return marks && new Set(flights.filter(({ mark }) => marks.includes(mark)));
    });
}
