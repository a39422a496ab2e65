import type { Sql } from "../../../platform/postgres/postgres.ts";
import { listeningSockets } from "../../inventory/index.ts";
import { listeningProcesses } from "./peer-connections.ts";

/** Reads the processes that listen on the ports of the CIs from stored records, by `ci protocol port`. */
export async function readListeners(
  sql: Sql,
  tenantId: string,
  ciIds: string[],
  ports: number[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { ciId, socket } of await listeningSockets(sql, tenantId, ciIds, ports)) {
    for (const [place, name] of listeningProcesses([socket])) {
      const key = `${ciId} ${place}`;
      if (name !== null && !names.has(key)) names.set(key, name);
    }
  }
  return names;
}
