import type { RequestContext } from "../../context.ts";
import type { NetworkConnection } from "../../model/host.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Correlator } from "../correlation/index.ts";
import { type ChangeBefore, changesBefore } from "../history/index.ts";
import type { ImpactVerbs } from "../impact/index.ts";
import { lastSeenOf, socketRecords } from "../inventory/index.ts";
import { analysisGraph, type CiRecord, type Peer, type PeerSoftware } from "./analysis.graph.store.ts";
import { rolePrefix } from "./role-prefix.ts";

export interface FactsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  failuresOf: ImpactVerbs["failuresOf"];
  openEventsOf: Correlator["openEventsOf"];
  openIncidentsOf: Correlator["openIncidentsOf"];
  absenceDays: (tenantId: string) => Promise<number>;
}

type Failing = Awaited<ReturnType<FactsDeps["failuresOf"]>>[number];
type OpenEvent = Awaited<ReturnType<FactsDeps["openEventsOf"]>>[number];
type OpenIncident = Awaited<ReturnType<FactsDeps["openIncidentsOf"]>>[number];

/** What is known of a CI, read once. */
export interface Facts {
  ci: CiRecord;
  now: Date;
  absenceDays: number;
  /** When a scan last saw it; undefined where none did. */
  lastSeen: Date | undefined;
  sockets: readonly NetworkConnection[];
  /** Empty for callers who may not read events; so are incidents and changes. */
  events: readonly Pick<OpenEvent, "id" | "severity" | "suppressed" | "occurredAt">[];
  incidents: readonly Pick<OpenIncident, "id" | "severity" | "openCount">[];
  /** Changes within the day before one of its events, newest first. */
  changes: readonly ChangeBefore[];
  /** CIs of the same role, itself among them. */
  peers: readonly Peer[];
  /** Programs in which it differs from some of `comparedPeers`. */
  software: readonly PeerSoftware[];
  /** How many of its peers have known software. */
  comparedPeers: number;
  /** CIs that fail with it, and business services among them. */
  affected: readonly Failing[];
  services: readonly Failing[];
}

const DEPTH = 5;
const MOST_AFFECTED = 200;

/** What is known of CIs, in their order; unknown ids are left out. What does not need another read is read at once. */
export async function factsOf(deps: FactsDeps, ctx: RequestContext, ids: readonly string[]): Promise<Facts[]> {
  if (ids.length === 0) return [];
  const { tenantId } = ctx;
  const { postgres } = deps;
  const [records, absenceDays, seen, alarms, rest] = await Promise.all([
    recordsWithPeers(deps, tenantId, ids),
    deps.absenceDays(tenantId),
    lastSeenOf(postgres, tenantId, [...ids]),
    ctx.scopes.has("events.read") ? alarmsOf(deps, tenantId, ids) : undefined,
    Promise.all(ids.map((id) => ofOne(deps, ctx, id))),
  ]);
  const others = new Map(ids.map((id, at) => [id, rest[at]]));
  return records.map(({ ci, ...roles }) => {
    const { failing = [], sockets = [] } = others.get(ci.id) ?? {};
    const isService = ({ type }: Failing) => type === "business_service";
    return {
      ci,
      ...roles,
      now: deps.clock.now(),
      absenceDays,
      lastSeen: seen.get(ci.id),
      sockets,
      events: alarms?.events.filter(({ ciId }) => ciId === ci.id) ?? [],
      incidents: alarms?.incidents.filter(({ ciId }) => ciId === ci.id) ?? [],
      changes: alarms?.changes.filter(({ ciId }) => ciId === ci.id) ?? [],
      affected: failing.filter((one) => !isService(one)),
      services: failing.filter(isService),
    };
  });
}

async function ofOne({ postgres, failuresOf }: FactsDeps, ctx: RequestContext, id: string) {
  const [sockets, failing] = await Promise.all([
    socketRecords(postgres, ctx.tenantId, id),
    failuresOf(ctx, id, { depth: DEPTH, limit: MOST_AFFECTED }),
  ]);
  return { sockets: sockets.map(({ fields }) => fields), failing };
}

async function alarmsOf(deps: FactsDeps, tenantId: string, ids: readonly string[]) {
  const events = await deps.openEventsOf(tenantId, ids);
  if (events.length === 0) return { events, incidents: [], changes: [] };
  const moments = events
    .filter(({ suppressed }) => !suppressed)
    .map(({ ciId, id: eventId, occurredAt: at }) => {
      return { ciId, eventId, at };
    });
  const [incidents, changes] = await Promise.all([
    deps.openIncidentsOf(tenantId, ids),
    changesBefore(deps.postgres, tenantId, moments),
  ]);
  return { events, incidents, changes };
}

async function recordsWithPeers({ graph }: FactsDeps, tenantId: string, ids: readonly string[]) {
  const records = await analysisGraph.records(graph, tenantId, ids);
  return Promise.all(
    records.map(async (ci) => {
      const { id, type, name } = ci;
      const prefix = rolePrefix(name);
      if (prefix === undefined) return { ci, peers: [], software: [], comparedPeers: 0 };
      return { ci, ...(await analysisGraph.peers(graph, tenantId, { id, type, prefix })) };
    }),
  );
}
