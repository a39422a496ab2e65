import { SCANNER_ID } from "../../collector/index.ts";
import type { DiscoveredHost, ScanSubmission } from "../host.model.ts";
import { type DetectedBody, detectBody, type SubmissionFormat } from "./detect.ts";
import { glpiSubmission, inventoryOfJson } from "./glpi.ts";
import { inventoryOfXml } from "./glpi-xml.ts";
import { nmapSubmission } from "./nmap.ts";
import { checkSubmission } from "./submission.ts";

export type { SubmissionFormat } from "./detect.ts";

/** What a host of a submission counts as where sources disagree. Files that a person imports are not told apart here. */
export type ScannerClass = "agent" | "agentless";

export interface ReadSubmission {
  format: SubmissionFormat;
  submission: ScanSubmission;
  /** By position in `submission.data.discovered_hosts`. */
  sourceClasses: ScannerClass[];
}

/**
 * Reads scan data in any form that is taken: our own (section 2 of the interface specification), the inventory of a
 * GLPI, FusionInventory or OCS agent as JSON or XML, or an Nmap XML report. What comes out is our own form, checked.
 *
 * @param contentType of the request; absent, the body's first sign decides
 * @param body whole, inflated, its size checked by the caller
 * @param receivedAt the time of an inventory that tells none
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, or VALIDATION_ERROR naming the faults. Nothing else, whatever the bytes.
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
    case "nmap-xml":
      return nmapSubmission(detected.root);
  }
}

/**
 * A program on the host itself sees more, and more surely, than one that asks over the network. In our own form what a
 * submission calls itself does not count: an agent is the collector, or who knows something of the hardware.
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
