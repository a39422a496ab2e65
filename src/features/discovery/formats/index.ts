import { SCANNER_ID } from "../../collector/index.ts";
import type { DiscoveredHost, ScanSubmission } from "../host.model.ts";
import { bomSubmission } from "./bom.ts";
import { cyclonedxBom } from "./cyclonedx.ts";
import { type DetectedBody, detectBody, type SubmissionFormat } from "./detect.ts";
import { glpiSubmission, inventoryOfJson } from "./glpi.ts";
import { inventoryOfXml } from "./glpi-xml.ts";
import { nmapSubmission } from "./nmap.ts";
import { spdxBom } from "./spdx.ts";
import { checkSubmission } from "./submission.ts";

export type { SubmissionFormat } from "./detect.ts";

/** Source class of a scanner, which decides precedence between sources. File imports are not distinguished here. */
export type ScannerClass = "agent" | "agentless";

export interface ReadSubmission {
  format: SubmissionFormat;
  submission: ScanSubmission;
  /** By position in `submission.data.discovered_hosts`. */
  sourceClasses: ScannerClass[];
}

/**
 * Reads scan data in any supported format: Orrery's own (section 2 of the interface specification), the inventory of a
 * GLPI, FusionInventory or OCS agent as JSON or XML, an Nmap XML report, or a bill of materials (CycloneDX or SPDX, JSON). Answers it validated in Orrery's own format.
 *
 * @param contentType of the request; if absent, the body's first character decides
 * @param body complete and inflated; the caller has checked its size
 * @param receivedAt the time of an inventory that has none
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, or VALIDATION_ERROR naming the faults; no other error for any bytes.
 */
export function readSubmission(
  contentType: string | undefined,
  body: Uint8Array,
  receivedAt: Date = new Date(),
): ReadSubmission {
  const detected = detectBody(contentType, body);
  const submission = checkSubmission(convert(detected, receivedAt));
  const { format } = detected;
  const sourceClasses = submission.data.discovered_hosts.map((host) => sourceClassOf(format, submission, host));
  return { format, submission, sourceClasses };
}

function convert(detected: DetectedBody, receivedAt: Date): unknown {
  switch (detected.format) {
    case "native":
      return detected.value;
    case "glpi-json":
      return glpiSubmission(inventoryOfJson(detected.value), receivedAt);
    case "glpi-xml":
      return glpiSubmission(inventoryOfXml(detected.root), receivedAt);
    case "cyclonedx-json":
      return bomSubmission(cyclonedxBom(detected.value), receivedAt);
    case "spdx-json":
      return bomSubmission(spdxBom(detected.value), receivedAt);
    case "nmap-xml":
      return nmapSubmission(detected.root);
  }
}

/**
 * An agent on the host knows more than an agentless scanner, and more reliably. In Orrery's own format the submission's
 * own claim does not count: a host is an agent's if the collector reports it or if it has hardware details.
 */
function sourceClassOf(format: SubmissionFormat, submission: ScanSubmission, host: DiscoveredHost): ScannerClass {
  if (format === "nmap-xml") return "agentless";
  const agent =
    format === "native"
      ? submission.scanner_id === SCANNER_ID || knowsHardware(host)
      : submission.scan_type === "agent";
  return agent ? "agent" : "agentless";
}

function knowsHardware({ hardware = {} }: DiscoveredHost): boolean {
  return Object.values(hardware).some((value) =>
    typeof value === "string" ? value.trim() !== "" : value !== undefined,
  );
}
