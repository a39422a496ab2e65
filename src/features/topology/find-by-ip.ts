import { type RequestContext, requireScope } from "../../context.ts";
import { invalidField } from "../../errors.ts";
import { normalizeIp } from "../../model/identifiers.ts";
import { compare } from "../../model/order.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { lastSeenOf } from "../inventory/index.ts";
import { addressPaths } from "./address-paths.ts";
import { type CiOfIp, topologyGraph } from "./topology.graph.store.ts";

/** A CI that has the address. */
export interface IpMatch extends CiOfIp {
  /** When a scan last saw it, else when it was last observed or written; ISO 8601. */
  lastSeen: string | null;
}

export interface IpSearch {
  /** Normalised: IPv4-mapped forms folded, zeros compressed, lower case. */
  ip: string;
  /** Active ones first, then those seen last. */
  matches: IpMatch[];
}

export type FindByIp = (ctx: RequestContext, ip: string) => Promise<IpSearch>;

/** Most CIs with one address that are listed. */
const MAX_MATCHES = 1_000;

/** Finds the CIs with an address in any of their address fields. Throws 400 if the text is no address. */
export function createFindByIp(deps: { graph: Graph; postgres: Postgres }): FindByIp {
  return async (ctx, text) => {
    requireScope(ctx, "cmdb.read");
    const ip = normalizeIp(text);
    if (ip === undefined) throw invalidField("ip", "must be an IPv4 or IPv6 address");
    const found = await topologyGraph.findByIp(deps.graph, ctx.tenantId, ip, MAX_MATCHES);
    const lastSeenById = await lastSeenOf(
      deps.postgres,
      ctx.tenantId,
      found.map(({ id }) => id),
    );
    const matches = found.map((ci) => ({ ...ci, lastSeen: lastSeenById.get(ci.id)?.toISOString() ?? ci.observedAt }));
    return { ip, matches: matches.sort(activeAndNewestFirst) };
  };
}

function activeAndNewestFirst(a: IpMatch, b: IpMatch): number {
  const rank = ({ status }: IpMatch) => (status === "active" ? 0 : 1);
  return rank(a) - rank(b) || compare(b.lastSeen ?? "", a.lastSeen ?? "") || compare(a.id, b.id);
}

/** Dotted paths of the fields of a match that contain the address, in the interface's spelling. */
export function matchedFields({ attributes, customFields }: IpMatch, ip: string): string[] {
  return [...addressPaths(attributes, ip, "attributes"), ...addressPaths(customFields, ip, "custom_fields")];
}
