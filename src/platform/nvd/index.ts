export { type CpePage, type CpeQuery, MAX_RANGE_DAYS } from "./cpe-pages.ts";
export { type CpeRecord, readProduct, timestampSchema } from "./cpe-record.ts";
export type { CvePage, CveQuery } from "./cve-pages.ts";
export {
  CVE_ID,
  CVE_SEVERITIES,
  type CveConfiguration,
  type CveRecord,
  type CveSeverity,
  claimedCveId,
  readCve,
} from "./cve-record.ts";
export { createNvd, type Nvd, type NvdOptions, SPACING_MS } from "./nvd.ts";
export { NvdFault } from "./nvd-fault.ts";
