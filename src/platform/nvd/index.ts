export { type CpePage, type CpeQuery, MAX_RANGE_DAYS } from "./cpe-pages.ts";
export { type CpeRecord, readProduct, timestampSchema } from "./cpe-record.ts";
export { createNvd, type Nvd, type NvdOptions, SPACING_MS } from "./nvd.ts";
export { NvdFault } from "./nvd-fault.ts";
