/**
 * What makers of distributions say of their own packages: CSAF VEX and OVAL files read into statements, and statements held against
 * installed versions. Pure: bytes in, statements out.
 */
export { type Distribution, distributionOfHost, speaksOf } from "./distributions.ts";
export { type InstalledPackage, judgePackage, judgeStatements, type PackageStatus } from "./judge-package.ts";
export { readVendorFeed } from "./read-feed.ts";
export {
  type FeedSink,
  type FeedSummary,
  type RefusedRecord,
  VendorFeedFault,
  type VendorStatement,
} from "./statement.ts";
