import { actorName, type RequestContext, requireScope } from "../../../context.ts";
import { invalidField, notFound } from "../../../errors.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { newId } from "../../../platform/ids.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import {
  insertScan,
  type Page,
  type PageInput,
  type ParkedDecision,
  type ParkedHost,
  parkedStore,
} from "../../inventory/index.ts";
import { readerOf, scanGraph } from "../graph.store.ts";
import { isDevice } from "../identity/index.ts";
import { PROCESS_SCAN } from "../job-refs.ts";

/** Type of the scans that apply a parked host to the CI that a person chose. */
const SCAN_TYPE = "parked_host";

export interface DecidedHost extends ParkedDecision {
  id: string;
  /** The scan that applies the report to the CI; null where the host is dismissed. */
  scanId: string | null;
}

export interface ParkedVerbs {
  /** Hosts that nothing identified: those that wait for a decision, or those decided. */
  list(ctx: RequestContext, decided: boolean, page: PageInput): Promise<Page<ParkedHost>>;
  /** Throws 404. */
  requireParked(ctx: RequestContext, id: string): Promise<void>;
  /** Says which CI a host is, or with null that it is none. The report is applied to the CI, now and whenever it comes again. */
  decide(ctx: RequestContext, id: string, ciId: string | null): Promise<DecidedHost>;
  /** Puts a host back among those that wait. What was applied to a CI stays. */
  takeBack(ctx: RequestContext, id: string): Promise<void>;
}

/** Lets people decide about hosts that nothing identifies. */
export function createParkedVerbs(deps: { graph: Graph; postgres: Postgres; jobs: SendJobs }): ParkedVerbs {
  const { graph, postgres, jobs } = deps;
  const parked = async (ctx: RequestContext, id: string) => {
    const host = await parkedStore.get(postgres, ctx.tenantId, id);
    if (!host) throw notFound("parked host");
    return host;
  };
  return {
    async list(ctx, decided, page) {
      requireScope(ctx, "discovery.read");
      return parkedStore.page(postgres, ctx.tenantId, decided, page);
    },

    async requireParked(ctx, id) {
      requireScope(ctx, "discovery.execute");
      await parked(ctx, id);
    },

    async decide(ctx, id, ciId) {
      requireScope(ctx, "discovery.execute");
      const host = await parked(ctx, id);
      if (ciId !== null) await requireDevice(graph, ctx.tenantId, ciId);
      return postgres.transaction(async (tx) => {
        const decision = await parkedStore.decide(tx, ctx.tenantId, host, { ciId, by: actorName(ctx.actor) });
        const scanId = ciId === null ? null : await submitAgain(tx, ctx, host);
        if (scanId) await jobs.send(PROCESS_SCAN, { tenantId: ctx.tenantId }, { tx, singletonKey: ctx.tenantId });
        return { id, ...decision, scanId };
      });
    },

    async takeBack(ctx, id) {
      requireScope(ctx, "discovery.execute");
      await parkedStore.undecide(postgres, ctx.tenantId, await parked(ctx, id));
    },
  };
}

async function requireDevice(graph: Graph, tenantId: string, ciId: string): Promise<void> {
  const [ci] = await scanGraph.chosen(readerOf(graph), tenantId, [ciId]);
  if (!ci) throw invalidField("ci_id", "is no CI");
  if (!isDevice(ci.type)) throw invalidField("ci_id", `is a CI of type ${ci.type}, which is no device`);
}

/** Stores the report once more, as a scan of its own: the ended one stays what it was. */
async function submitAgain(tx: Sql, ctx: RequestContext, host: ParkedHost): Promise<string> {
  const { scannerId, format, observedAt, payload, contentHash, sourceClass, hostname, ipAddress } = host;
  const scan = { id: newId(), scannerId, scanType: SCAN_TYPE, format, observedAt };
  await insertScan(tx, ctx.tenantId, { ...scan, actor: ctx.actor, requestId: ctx.requestId }, [
    { id: newId(), position: 0, payload, contentHash, sourceClass, hostname, ipAddress },
  ]);
  return scan.id;
}
