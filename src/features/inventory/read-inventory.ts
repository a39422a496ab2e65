import { type RequestContext, requireScope } from "../../context.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { RecordKind, RecordPage, RecordPageInput, Sighting } from "./inventory.model.ts";
import { recordPage } from "./records.store.ts";
import { sightingsOf } from "./sightings.store.ts";

export interface InventoryReads {
  /** Sightings of a CI by scanner, newest first. Throws 403 without `cmdb.read`, 404. */
  sightings(ctx: RequestContext, ciId: string): Promise<Sighting[]>;
  /** Records of one kind of the newest collection. Throws 403 without `cmdb.read`, 404. */
  records(ctx: RequestContext, ciId: string, kind: RecordKind, page: RecordPageInput): Promise<RecordPage>;
}

/** Reads of a CI's sightings and inventory records. */
export function createInventoryReads(deps: { postgres: Postgres; requireCi: CiVerbs["requireCi"] }): InventoryReads {
  return {
    async sightings(ctx, ciId) {
      requireScope(ctx, "cmdb.read");
      await deps.requireCi(ctx, ciId);
      return sightingsOf(deps.postgres, ctx.tenantId, ciId);
    },

    async records(ctx, ciId, kind, page) {
      requireScope(ctx, "cmdb.read");
      await deps.requireCi(ctx, ciId);
      return recordPage(deps.postgres, ctx.tenantId, ciId, kind, page);
    },
  };
}
