import type { RequestContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { Events } from "../events/index.ts";
import { buildEstate, SITE } from "./estate/index.ts";
import { findSite, idsOf } from "./estate-ids.ts";
import { EVENTS } from "./storms/index.ts";

export interface RemovedDemo {
  cis: number;
  events: number;
}

/**
 * Removes from the caller's tenant what the demo made there, and nothing else; undefined where it has none. Its CIs can be
 * restored like any other that is deleted, its events cannot. Throws 403 without `cmdb.delete`.
 */
export type RemoveDemo = (ctx: RequestContext) => Promise<RemovedDemo | undefined>;

export interface RemoveDemoDeps {
  ci: Pick<CiVerbs, "listCis" | "deleteCi">;
  removeEvents: Events["removeEvents"];
}

export function createRemoveDemo({ ci, removeEvents }: RemoveDemoDeps): RemoveDemo {
  return async (ctx) => {
    const site = await findSite(ci, ctx);
    if (!site) return undefined;
    const ids = idsOf(site);
    const events = await removeEvents(
      ctx.tenantId,
      EVENTS.map(({ key }) => ids.event(key)),
    );
    let cis = 0;
    // The site last: by it a removal that was cut short is found again.
    for (const name of [...buildEstate().cis.map((one) => one.name), SITE]) {
      if (await isDeleted(() => ci.deleteCi(ctx, { id: ids.ci(name) }))) cis++;
    }
    return { cis, events };
  };
}

/** False where somebody has deleted it before. */
async function isDeleted(deletion: () => Promise<unknown>): Promise<boolean> {
  try {
    await deletion();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "RESOURCE_NOT_FOUND") return false;
    throw error;
  }
}
