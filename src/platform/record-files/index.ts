export { FileFault } from "./byte-source.ts";
export { inflated } from "./inflated.ts";
export { documentsOf, type FileFacts, type RecordKind, readRecords } from "./read-records.ts";
export { type RecordFile, streamRecords } from "./stream-records.ts";
