import { AppError, type Violation } from "../../../src/errors.ts";
import { type ReadSubmission, readSubmission } from "../../../src/features/discovery/formats/index.ts";
import type { DiscoveredHost } from "../../../src/features/discovery/host.model.ts";

export const RECEIVED = new Date("2026-02-01T00:00:00.000Z");

export function bytes(text: string, encoding: BufferEncoding = "utf8"): Uint8Array {
  return Buffer.from(text, encoding);
}

export function readXml(text: string): ReadSubmission {
  return readSubmission("application/xml", bytes(text), RECEIVED);
}

export function readJson(value: unknown): ReadSubmission {
  return readSubmission("application/json", bytes(JSON.stringify(value)), RECEIVED);
}

/** The only host of a submission, with the extra fields that only the raw record keeps. */
export function onlyHost({ submission }: ReadSubmission): DiscoveredHost & Record<string, unknown> {
  const [host, ...others] = submission.data.discovered_hosts;
  if (!host || others.length > 0) throw new Error(`${others.length + 1} hosts`);
  return host as DiscoveredHost & Record<string, unknown>;
}

/** The faults of a refusal; throws if nothing was refused, or not by an AppError. */
export function refusal(attempt: () => unknown): {
  code: string;
  message: string;
  violations: Violation[];
  reason: string;
} {
  try {
    attempt();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, violations } = error;
    return { code, message, violations, reason: violations[0]?.reason ?? "" };
  }
  throw new Error("nothing was refused");
}

/** A GLPI inventory in the JSON format. */
export function inventory(
  content: Record<string, unknown>,
  outer: Record<string, unknown> = {},
): Record<string, unknown> {
  return { deviceid: "web1-2026-01-02-03-04-05", action: "inventory", itemtype: "Computer", content, ...outer };
}

/** The same inventory in the XML format. */
export function request(content: string, outer = "<QUERY>INVENTORY</QUERY>"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<REQUEST><CONTENT>${content}</CONTENT><DEVICEID>web1-2026-01-02-03-04-05</DEVICEID>${outer}</REQUEST>`;
}

/** An Nmap report of one host that is up at 192.0.2.10. */
export function report(host: string, attributes = 'start="1767225600"'): string {
  return `<?xml version="1.0"?>\n<!DOCTYPE nmaprun>\n<nmaprun scanner="nmap" ${attributes}><host><status state="up"/><address addr="192.0.2.10" addrtype="ipv4"/>${host}</host></nmaprun>`;
}
