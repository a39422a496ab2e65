import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordPage, RecordPageInput, Sighting } from "./inventory.model.ts";
import type { RecordKind } from "./inventory-records.ts";
import { recordPage } from "./records.store.ts";
import { sightingsOf } from "./sightings.store.ts";

export interface HostReads {
  /** By which scanners a CI was seen, newest first. Throws 404. */
  sightings(ctx: RequestContext, ciId: string): Promise<Sighting[]>;
  /** Records of one kind, as the newest collection has them. Throws 404. */
  records(ctx: RequestContext, ciId: string, kind: RecordKind, page: RecordPageInput): Promise<RecordPage>;
}

/** What scans keep of a CI beside the graph. `ciExists` tells whether the tenant has the CI. */
export function createHostReads(deps: {
  postgres: Postgres;
  ciExists: (tenantId: string, id: string) => Promise<boolean>;
}): HostReads {
  const requireCi = async (ctx: RequestContext, ciId: string) => {
    requireScope(ctx, "cmdb.read");
    if (!(await deps.ciExists(ctx.tenantId, ciId))) throw notFound("CI");
  };
  return {
    async sightings(ctx, ciId) {
      await requireCi(ctx, ciId);
      return sightingsOf(deps.postgres, ctx.tenantId, ciId);
    },

    async records(ctx, ciId, kind, page) {
      await requireCi(ctx, ciId);
      return recordPage(deps.postgres, ctx.tenantId, ciId, kind, page);
    },
  };
}
