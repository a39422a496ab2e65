import { z } from "zod";
import { CI_STATUSES, type CiStatus } from "../../model/ci-types.ts";
import { parseFields } from "../../model/fields.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const tenantId = z.string();
const byId = z.object({ tenantId, id: z.string() });
const nullableText = z.string().nullable();

const ci = query("topology/ci", { params: byId, row: z.object({ id: z.string(), name: z.string() }) });
const connection = z.object({
  id: z.string(),
  targetId: z.string(),
  port: z.int().nullable(),
  sourceProcess: nullableText,
  discoveredBy: nullableText,
  attributes: nullableText,
  firstSeen: nullableText,
  lastSeen: nullableText,
  missingSince: nullableText,
  createdAt: z.string(),
  updatedAt: nullableText,
});
const target = z.object({
  id: z.string(),
  name: z.string(),
  /** Value of its own field, not validated. */
  mainIp: z.unknown(),
  /** Normalised. */
  ips: z.array(z.string()),
});
const outgoing = query("topology/outgoing-connections", {
  params: byId,
  row: z.object({ name: z.string(), connections: z.array(connection), targets: z.array(target) }),
});
const cisOfAddressesQuery = query("topology/cis-of-addresses", {
  params: z.object({ tenantId, ips: z.array(z.string()), limit: z.int() }),
  row: z.object({ ip: z.string(), id: z.string(), name: z.string() }),
});
const byIp = query("topology/find-by-ip", {
  params: z.object({ tenantId, ip: z.string(), limit: z.int() }),
  row: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    status: z.enum(CI_STATUSES),
    observedAt: nullableText,
    attributes: z.string(),
    customFields: z.string(),
    ips: z.array(z.string()),
  }),
});

/** An outgoing `Connected To` of a CI. */
export type OutgoingConnection = z.output<typeof connection>;
/** A CI at the other end, with its addresses. */
export type ConnectionTarget = z.output<typeof target>;

export interface Outgoing {
  name: string;
  connections: OutgoingConnection[];
  targets: ConnectionTarget[];
}

export interface CiOfIp {
  id: string;
  name: string;
  type: string;
  status: CiStatus;
  observedAt: string | null;
  attributes: Record<string, unknown>;
  customFields: Record<string, unknown>;
  /** Normalised. */
  ips: string[];
}

export const topologyGraph = {
  /** Undefined if the CI does not exist. */
  async ci(graph: Graph, tenantId: string, id: string): Promise<{ id: string; name: string } | undefined> {
    return (await graph.read(ci, { tenantId, id }))[0];
  },

  /** Undefined if the CI does not exist. */
  async outgoing(graph: Graph, tenantId: string, id: string): Promise<Outgoing | undefined> {
    return (await graph.read(outgoing, { tenantId, id }))[0];
  },

  /** CIs by address, at most `limit` each, best first. */
  async cisOfAddresses(
    graph: Graph,
    tenantId: string,
    ips: string[],
    limit: number,
  ): Promise<Map<string, { id: string; name: string }[]>> {
    const found = new Map<string, { id: string; name: string }[]>();
    if (ips.length === 0) return found;
    for (const { ip, id, name } of await graph.read(cisOfAddressesQuery, { tenantId, ips, limit })) {
      const list = found.get(ip);
      if (list) list.push({ id, name });
      else found.set(ip, [{ id, name }]);
    }
    return found;
  },

  async findByIp(graph: Graph, tenantId: string, ip: string, limit: number): Promise<CiOfIp[]> {
    const rows = await graph.read(byIp, { tenantId, ip, limit });
    return rows.map((row) => ({
      ...row,
      attributes: parseFields(row.attributes),
      customFields: parseFields(row.customFields),
    }));
  },
};
