import type { BulkCreateCis } from "./bulk-create-cis.ts";
import type { CreateCi } from "./create-ci.ts";
import type { DeleteCi } from "./delete-ci.ts";
import type { GetCi, RequireCi } from "./get-ci.ts";
import type { ListCis } from "./list-cis.ts";
import type { PurgeCis } from "./purge-cis.ts";
import type { RestoreCi } from "./restore-ci.ts";
import type { UpdateCi } from "./update-ci.ts";

/** What can be done with configuration items. */
export interface CiVerbs {
  listCis: ListCis;
  getCi: GetCi;
  /** Throws 404 unless the CI exists; for what belongs to one. */
  requireCi: RequireCi;
  createCi: CreateCi;
  updateCi: UpdateCi;
  deleteCi: DeleteCi;
  restoreCi: RestoreCi;
  bulkCreateCis: BulkCreateCis;
  /** By the service itself, tenant by tenant. */
  purgeCis: PurgeCis;
}
