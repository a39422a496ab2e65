/** A server's programs and vulnerabilities as a CycloneDX 1.6 bill of materials with VEX. Pure: plain data in, JSON out. */
export type { BillFinding, BillInput, BillProgram, BillServer, BillVulnerability } from "./bill.ts";
export { type CycloneDx, writeSbom } from "./write-sbom.ts";
