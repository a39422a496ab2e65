/**
 * Which installed programs a CVE affects, by its match criteria: names, versions, editions, targets, and what a program runs on.
 * Pure functions: `compileCve` once a record, `prepareHost` once a server, `prepareInstalled` once a program, then `judge` per pair.
 * A program's candidates are the CVEs whose `keys` hold one of its prepared `keys` (two for a deprecated name).
 */
export { type CompiledCve, compileCve } from "./compile.ts";
export { judge } from "./judge.ts";
export { type PreparedHost, type PreparedInstalled, prepareHost, prepareInstalled } from "./prepare.ts";
export { productKeys } from "./product-key.ts";
export type { Configuration, CpeMatch, CpeNode, Host, Installed, Successors, Verdict } from "./types.ts";
export { compareVersions, type Scheme } from "./versions/compare-versions.ts";
