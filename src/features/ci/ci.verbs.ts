import type { BulkCreateCis } from "./bulk-create-cis.ts";
import type { CountCis } from "./count-cis.ts";
import type { CreateCi } from "./create-ci.ts";
import type { DeleteCi } from "./delete-ci.ts";
import type { GetCi, RequireCi } from "./get-ci.ts";
import type { ListCis } from "./list-cis.ts";
import type { ListDeletedCis } from "./list-deleted-cis.ts";
import type { PurgeCis } from "./purge-cis.ts";
import type { RestoreCi } from "./restore-ci.ts";
import type { UpdateCi } from "./update-ci.ts";
import type { ReadValueSources } from "./value-sources.ts";

/** Verbs of configuration items. */
export interface CiVerbs {
  listCis: ListCis;
  listDeletedCis: ListDeletedCis;
  countCis: CountCis;
  getCi: GetCi;
  readValueSources: ReadValueSources;
  /** Throws 404 unless the CI exists; for features whose data belongs to a CI. */
  requireCi: RequireCi;
  createCi: CreateCi;
  updateCi: UpdateCi;
  deleteCi: DeleteCi;
  restoreCi: RestoreCi;
  bulkCreateCis: BulkCreateCis;
  /** Called by housekeeping for each tenant. */
  purgeCis: PurgeCis;
}
