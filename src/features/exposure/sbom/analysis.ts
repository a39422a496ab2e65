import type { BillFinding } from "./bill.ts";

/** The part `analysis` of a CycloneDX vulnerability (VEX). */
export interface Analysis {
  state: "resolved" | "exploitable" | "in_triage" | "false_positive" | "not_affected";
  justification?: "protected_by_mitigating_control";
  response?: ["will_not_fix"];
  detail?: string;
}

/**
 * The state of a finding in the terms of CycloneDX. A decision counts before the status: a false positive is one, a mitigated flaw does
 * not affect because of a mitigating control, and an accepted one stays exploitable and will not be fixed.
 */
export function analysisOf({ status, reason, decision }: BillFinding): Analysis {
  const detail = plainText(decision?.reason ?? reason);
  return { ...stateOf(status, decision?.kind), ...(detail !== "" && { detail }) };
}

function stateOf(status: BillFinding["status"], decision: string | undefined): Omit<Analysis, "detail"> {
  if (status === "fixed") return { state: "resolved" };
  if (status === "not_affected") return { state: "not_affected" };
  if (decision === "false_positive") return { state: "false_positive" };
  if (decision === "mitigated") return { state: "not_affected", justification: "protected_by_mitigating_control" };
  if (decision === "accepted") return { state: "exploitable", response: ["will_not_fix"] };
  return { state: status === "affected" ? "exploitable" : "in_triage" };
}

/** Text without control signs and halves of characters, as XML and JSON tools take it. */
export function plainText(text: string | null | undefined): string {
  return (text ?? "").replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ").trim();
}
