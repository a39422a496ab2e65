import { type RequestContext, requireScope } from "../../context.ts";
import { isNotFound } from "../../errors.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { Events, EventVerbs } from "../events/index.ts";
import { buildEstate, SITE } from "./estate/index.ts";
import { findSite, idsOf, markSite } from "./estate-ids.ts";
import { EVENTS } from "./storms/index.ts";

export interface RemovedDemo {
  cis: number;
  events: number;
}

/**
 * Removes only the demo from the caller's tenant; undefined if the tenant has none. Resolves its events first, so that
 * consumers of changes see incidents end. Its CIs can be restored like any deleted CI, its events cannot. Throws 403
 * without `cmdb.write`, `cmdb.delete` and `events.write`.
 */
export type RemoveDemo = (ctx: RequestContext) => Promise<RemovedDemo | undefined>;

export interface RemoveDemoDeps {
  ci: Pick<CiVerbs, "listCis" | "updateCi" | "deleteCi">;
  events: Pick<EventVerbs, "changeStatus">;
  removeEvents: Events["removeEvents"];
}

export function createRemoveDemo({ ci, events, removeEvents }: RemoveDemoDeps): RemoveDemo {
  return async (ctx) => {
    requireScope(ctx, "cmdb.delete");
    const site = await findSite(ci, ctx);
    if (!site) return undefined;
    await markSite(ci, ctx, site, "removing");
    const ids = idsOf(site);
    const eventIds = EVENTS.map(({ key }) => ids.event(key));
    await Promise.all(eventIds.map((id) => wasPresent(() => events.changeStatus(ctx, { id, status: "resolved" }))));
    let cis = 0;
    const deleteCi = async (name: string) => {
      if (await wasPresent(() => ci.deleteCi(ctx, { id: ids.ci(name) }))) cis++;
    };
    for (const { name } of buildEstate().cis) {
      ctx.signal?.throwIfAborted();
      await deleteCi(name);
    }
    const removed = await removeEvents(ctx.tenantId, eventIds);
    // The site last: an interrupted removal finds the demo by it.
    await deleteCi(SITE);
    return { cis, events: removed };
  };
}

/** Runs `work`; false if it throws 404, because the record was removed before. */
async function wasPresent(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
