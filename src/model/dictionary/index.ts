import { ACCESS_FIELDS } from "./access-fields.ts";
import { CHANGE_RISK_FIELDS } from "./change-risk-fields.ts";
import { CMDB_FIELDS } from "./cmdb-fields.ts";
import { COMMON_FIELDS } from "./common-fields.ts";
import { DISCOVERY_FIELDS } from "./discovery-fields.ts";
import { ENRICHMENT_FIELDS } from "./enrichment-fields.ts";
import { EVENT_FIELDS } from "./event-fields.ts";
import type { Fields } from "./field.ts";
import { INTEGRATION_FIELDS } from "./integration-fields.ts";
import { QUERY_FIELDS } from "./query-fields.ts";
import { REPORT_FIELDS } from "./report-fields.ts";
import { SAVED_MAP_FIELDS } from "./saved-map-fields.ts";
import { SOFTWARE_FIELDS } from "./software-fields.ts";

export { SCHEMA_MEANINGS, TAG_MEANINGS } from "./schema-meanings.ts";

/** The dictionary of fields: what each name means, for the OpenAPI documents. */
export const FIELDS: Fields = {
  ...COMMON_FIELDS,
  ...CMDB_FIELDS,
  ...DISCOVERY_FIELDS,
  ...ENRICHMENT_FIELDS,
  ...EVENT_FIELDS,
  ...CHANGE_RISK_FIELDS,
  ...INTEGRATION_FIELDS,
  ...REPORT_FIELDS,
  ...SAVED_MAP_FIELDS,
  ...SOFTWARE_FIELDS,
  ...QUERY_FIELDS,
  ...ACCESS_FIELDS,
};
