import { type RequestContext, requireScope, withScopes } from "../../context.ts";
import { conflict } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { recordAudit } from "../audit/index.ts";
import type { CiVerbs } from "../ci/index.ts";
import { type DemoRequest, demoRequestsStore, type Wanted } from "./demo-requests.store.ts";
import { findSite } from "./estate-ids.ts";
import { SETTLE_DEMO } from "./job-refs.ts";

/**
 * Asks for the demo to be loaded or removed. A job does it; with `attempt` the caller holds it and does it itself.
 * `present`: it is so already. `under way`: it was asked for before. Throws 403 without `admin.settings`, 409 while the
 * opposite is being done, and with `attempt` while another process is at it.
 */
export type AskDemo = (
  ctx: RequestContext,
  wanted: Wanted,
  attempt?: string,
) => Promise<"asked" | "under way" | "present">;

export interface AskDemoDeps {
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  ci: Pick<CiVerbs, "listCis">;
}

const DOING = { loaded: "being loaded", removed: "being removed" };

/** Whether it is being done or about to be. What failed waits for its next try, and may be asked for anew. */
export function isUnderWay({ isDone, isHeld, error }: DemoRequest): boolean {
  return !isDone && (isHeld || error === null);
}

export function createAskDemo({ postgres, clock, jobs, ci }: AskDemoDeps): AskDemo {
  return async (ctx, wanted, attempt) => {
    requireScope(ctx, "admin.settings");
    const { tenantId } = ctx;
    return postgres.transaction(async (tx) => {
      await demoRequestsStore.lockTenant(tx, tenantId);
      const current = await demoRequestsStore.find(tx, tenantId);
      if (current && isUnderWay(current)) {
        const isAnothers = attempt !== undefined && current.isHeld;
        if (current.wanted !== wanted || isAnothers) {
          throw conflict(`The demo estate is ${DOING[current.wanted]} at this moment: wait until that has ended`);
        }
        if (attempt === undefined) return "under way";
      }
      const site = await findSite(ci, withScopes(ctx, "cmdb.read"));
      if (wanted === "loaded" ? site?.state === "loaded" : site === undefined) {
        await demoRequestsStore.settle(tx, tenantId);
        return "present";
      }
      const at = clock.now();
      await demoRequestsStore.ask(tx, tenantId, { wanted, at, attempt: attempt ?? null });
      const action = wanted === "loaded" ? "demo.load_requested" : "demo.removal_requested";
      await recordAudit(tx, ctx, { action, target: { kind: "demo", id: tenantId } }, at);
      if (attempt === undefined) await jobs.send(SETTLE_DEMO, { tenantId }, { tx });
      return "asked";
    });
  };
}
