import { type RequestContext, requireScope } from "../../context.ts";
import { invalidField, notFound } from "../../errors.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type HostProcess, processesByPid, socketRecords } from "../inventory/index.ts";
import { isListening, type Socket, socketOf } from "./sockets.ts";
import { topologyGraph } from "./topology.graph.store.ts";

/** Section 2 of the interface specification. */
export interface ListeningProcess {
  name: string | null;
  pid: number | null;
  port: number;
  protocol: string;
  description: string;
}

export type FindListeningProcess = (
  ctx: RequestContext,
  ciId: string,
  port: string,
) => Promise<ListeningProcess | null>;

/**
 * The process that listens on a port of a CI, TCP before UDP, by its newest collection; null if none does. Throws 404 for
 * an unknown CI, then 400 for a port outside of 1 to 65535.
 */
export function createFindListeningProcess(deps: { graph: Graph; postgres: Postgres }): FindListeningProcess {
  return async (ctx, ciId, text) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    if (!(await topologyGraph.ci(deps.graph, tenantId, ciId))) throw notFound("CI");
    const port = portOf(text);
    const records = await socketRecords(deps.postgres, tenantId, ciId);
    const sockets = records
      .map(({ fields }) => socketOf(fields))
      .filter((socket) => socket.localPort === port && isListening(socket));
    const socket = sockets.reduce<Socket | undefined>(
      (best, next) => (!best || rank(next) < rank(best) ? next : best),
      undefined,
    );
    if (!socket) return null;
    const { pid } = socket;
    const process = pid === null ? undefined : (await processesByPid(deps.postgres, tenantId, ciId, [pid])).get(pid);
    return present(socket, port, process);
  };
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw invalidField("port", "must be an integer from 1 to 65535");
  return port;
}

/** TCP before UDP before the rest; among equals a socket with a known process comes first. */
function rank({ protocol, processName, pid }: Socket): number {
  const place = protocol.startsWith("tcp") ? 0 : protocol.startsWith("udp") ? 2 : 4;
  return place + (processName === null && pid === null ? 1 : 0);
}

function present(socket: Socket, port: number, process: HostProcess | undefined): ListeningProcess {
  const name = socket.processName ?? process?.name ?? null;
  const place = socket.localAddress === null ? "" : ` on ${socket.localAddress}`;
  const listening = `${name ?? "A process"} listens${place}, port ${port}/${socket.protocol}`;
  return { name, pid: socket.pid, port, protocol: socket.protocol, description: process?.commandLine ?? listening };
}
