/** What a bill of materials of one server says, as plain data. */
export interface BillInput {
  /** Serial number of the bill: a UUID. The same server and time should give the same. */
  serial: string;
  /** Instant at which it was made. */
  at: Date;
  /** Version of the program that writes it. */
  toolVersion: string;
  server: BillServer;
  programs: readonly BillProgram[];
  vulnerabilities: readonly BillVulnerability[];
}

export interface BillServer {
  id: string;
  name: string;
  os: { name: string | null; version: string | null };
}

export interface BillProgram {
  id: string;
  name: string;
  version: string | null;
  vendor: string | null;
  /** CPE 2.3 formatted string. */
  cpeName: string | null;
  /** Kind of package: deb, rpm, npm, windows_program and others. */
  kind: string | null;
}

/** A CVE on programs of the server. */
export interface BillVulnerability {
  cve: string;
  summary: string | null;
  published: Date | null;
  modified: Date | null;
  cvss: { version: string; score: number; vector: string | null } | null;
  severity: "critical" | "high" | "medium" | "low" | "none" | null;
  findings: readonly BillFinding[];
}

/** One program that a CVE concerns, with what people decided. */
export interface BillFinding {
  programId: string;
  status: "affected" | "possible" | "fixed" | "not_affected";
  /** Why, in a plain sentence. */
  reason: string | null;
  decision: { kind: "accepted" | "false_positive" | "mitigated"; reason: string } | null;
}
