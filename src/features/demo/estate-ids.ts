import type { RequestContext } from "../../context.ts";
import { derivedId } from "../../platform/ids.ts";
import type { CiVerbs } from "../ci/index.ts";
import { SITE } from "./estate/index.ts";

/** Custom fields that distinguish the demo's CIs from a tenant's own. */
export const DEMO_FIELD = "orrery_demo";
const STATE_FIELD = "orrery_demo_state";

/** The site CI of a loaded demo. All ids of the demo are derived from the site's id, so that no query is needed. */
export interface DemoSite {
  id: string;
  /** `loading` and `removing` also where that was interrupted. */
  state: "loading" | "loaded" | "removing";
  /** ISO 8601: end of loading, or its start while it is incomplete. */
  at: string;
}

export async function findSite(ci: Pick<CiVerbs, "listCis">, ctx: RequestContext): Promise<DemoSite | undefined> {
  const fields = [{ object: "custom_fields" as const, key: DEMO_FIELD, value: "site" }];
  const { items } = await ci.listCis(ctx, {
    types: ["site"],
    fields,
    sort: "created_at",
    order: "asc",
    limit: 1,
    page: 1,
  });
  const [found] = items;
  return found && { id: found.id, state: stateOf(found.customFields[STATE_FIELD]), at: found.updatedAt };
}

function stateOf(stored: unknown): DemoSite["state"] {
  return stored === "loaded" || stored === "removing" ? stored : "loading";
}

/** Creates the site CI. Throws 409 if the tenant has another site of that name. */
export async function makeSite(ci: Pick<CiVerbs, "createCi">, ctx: RequestContext): Promise<DemoSite> {
  const customFields = { [DEMO_FIELD]: "site", [STATE_FIELD]: "loading" };
  const description =
    "The demo estate: it is removed with all that stands in it by the console or by `orrery demo --remove`";
  const made = await ci.createCi(ctx, { fields: { name: SITE, type: "site", description, customFields } });
  return { id: made.id, state: "loading", at: made.createdAt };
}

/** Changes the site's state. A removal marks it first: a load that follows an interrupted one then knows that CIs are gone. */
export async function markSite(
  ci: Pick<CiVerbs, "updateCi">,
  ctx: RequestContext,
  { id }: Pick<DemoSite, "id">,
  state: DemoSite["state"],
): Promise<void> {
  await ci.updateCi(ctx, { id, patch: { customFields: { [STATE_FIELD]: state } } });
}

/** Functions that derive the ids of the demo from its site's id. */
export function idsOf(site: Pick<DemoSite, "id">) {
  return {
    ci: (name: string) => (name === SITE ? site.id : derivedId("demo ci", site.id, name)),
    link: (type: string, from: string, to: string) => derivedId("demo relationship", site.id, type, from, to),
    event: (key: string) => derivedId("demo event", site.id, key),
    /** Event ids in the form of monitoring systems: 16 hexadecimal digits. */
    source: (key: string) => derivedId("demo source", site.id, key).replaceAll("-", "").slice(0, 16),
  };
}

export type DemoIds = ReturnType<typeof idsOf>;
