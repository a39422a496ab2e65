import { type RequestContext, requireScope } from "../../context.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { CiVerbs } from "../ci/index.ts";
import { isUnderWay } from "./ask-demo.ts";
import { type DemoRequest, demoRequestsStore } from "./demo-requests.store.ts";
import { type DemoSite, findSite } from "./estate-ids.ts";
import { type LoadedDemo, summaryOf } from "./load-demo.ts";

/** `incomplete`: loading or removing it failed or was cut short; to load or to remove it mends that. */
export const DEMO_STATES = ["absent", "loading", "loaded", "removing", "incomplete"] as const;

export interface DemoView {
  state: (typeof DEMO_STATES)[number];
  /** Why the last try failed. */
  error: string | null;
  /** What it holds, once it is loaded. */
  demo: LoadedDemo | null;
}

/** What stands of the demo in the caller's tenant. Throws 403 without `cmdb.read`. */
export type ReadDemo = (ctx: RequestContext) => Promise<DemoView>;

export function createReadDemo(deps: { postgres: Postgres; ci: Pick<CiVerbs, "listCis"> }): ReadDemo {
  return async (ctx) => {
    requireScope(ctx, "cmdb.read");
    // The request first: it is done after the graph has it, so that a load which ends between the two is not missed.
    const request = await demoRequestsStore.find(deps.postgres, ctx.tenantId);
    const site = await findSite(deps.ci, ctx);
    const state = stateOf(request, site);
    const error = state === "incomplete" || state === "absent" ? (request?.error ?? null) : null;
    return { state, error, demo: state === "loaded" && site ? summaryOf(site, "present") : null };
  };
}

function stateOf(request: DemoRequest | undefined, site: DemoSite | undefined): DemoView["state"] {
  if (request && isUnderWay(request)) return request.wanted === "loaded" ? "loading" : "removing";
  if (!site) return "absent";
  return site.state === "loaded" ? "loaded" : "incomplete";
}
