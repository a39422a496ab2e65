import { AppError, invalidField } from "../../../errors.ts";
import { isObject } from "../../../model/json.ts";
import { parseJson } from "../../../platform/http/json.ts";
import { parseXml, type XmlElement } from "../../../platform/xml/index.ts";
import { decodeJson, decodeXml } from "./encoding.ts";

/** The formats of a scan submission. */
export const SUBMISSION_FORMATS = [
  "native",
  "glpi-json",
  "glpi-xml",
  "nmap-xml",
  "cyclonedx-json",
  "spdx-json",
] as const;
export type SubmissionFormat = (typeof SUBMISSION_FORMATS)[number];

/** A parsed body and its format. */
export type DetectedBody =
  | { format: "native"; value: unknown }
  | { format: "glpi-json" | "cyclonedx-json" | "spdx-json"; value: Readonly<Record<string, unknown>> }
  | { format: "glpi-xml" | "nmap-xml"; root: XmlElement };

/** Media types that do not tell the format: those of compressed bodies of inventory agents, and generic ones. */
const OPAQUE_MEDIA_TYPES = new Set([
  "application/octet-stream",
  "application/x-compress",
  "application/x-compress-zlib",
  "application/x-compress-gzip",
]);

const JSON_MEDIA_TYPES: ReadonlySet<string> = new Set([
  "application/json",
  "application/vnd.cyclonedx+json",
  "application/spdx+json",
]);

/** Parts of an Nmap report that Orrery does not read; they may be most of its size. */
const NMAP_IGNORED: ReadonlySet<string> = new Set([
  ...[
    "script",
    "prescript",
    "postscript",
    "hostscript",
    "hosthint",
    "scaninfo",
    "taskbegin",
    "taskend",
    "taskprogress",
  ],
  ...["extraports", "portused", "osfingerprint", "trace", "tcpsequence", "ipidsequence", "tcptssequence", "times"],
]);

/**
 * Detects the format of a body by content type and root, and parses it. Without a content type the first character
 * decides between JSON and XML.
 *
 * @param bytes the whole body, inflated, its size checked
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for another content type or encoding, VALIDATION_ERROR for a malformed body
 * or an unknown root
 */
export function detectBody(contentType: string | undefined, bytes: Uint8Array): DetectedBody {
  const { kind, charset } = mediaType(contentType);
  if (!hasContent(bytes)) throw invalidField("body", "is empty");
  if (kind === "json" || (kind === "any" && !beginsWithMarkup(bytes))) return detectJson(parseJson(decodeJson(bytes)));
  return detectXml(parseXml(decodeXml(bytes, charset), (root) => (root === "nmaprun" ? NMAP_IGNORED : undefined)));
}

function mediaType(contentType: string | undefined): { kind: "json" | "xml" | "any"; charset: string | undefined } {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim());
  const charset = parameters.map((text) => /^charset\s*=\s*"?([^"\s]+)"?$/i.exec(text)?.[1]).find(Boolean);
  const name = type.toLowerCase();
  if (name === "" || OPAQUE_MEDIA_TYPES.has(name)) return { kind: "any", charset };
  if (JSON_MEDIA_TYPES.has(name)) return { kind: "json", charset };
  if (name === "application/xml" || name === "text/xml") return { kind: "xml", charset };
  throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Scan data is taken as application/json or application/xml", {
    headers: { Accept: [...JSON_MEDIA_TYPES, "application/xml"].join(", ") },
  });
}

function detectJson(value: unknown): DetectedBody {
  if (isObject(value) && !Object.hasOwn(value, "data")) {
    if (value.bomFormat === "CycloneDX") return { format: "cyclonedx-json", value };
    if (Object.hasOwn(value, "spdxVersion")) return { format: "spdx-json", value };
    if (Object.hasOwn(value, "content")) return { format: "glpi-json", value };
  }
  return { format: "native", value };
}

function detectXml(root: XmlElement): DetectedBody {
  if (root.name === "nmaprun") return { format: "nmap-xml", root };
  if (root.name.toUpperCase() === "REQUEST") return { format: "glpi-xml", root };
  throw invalidField("body", `has the root element <${root.name}>, neither <REQUEST> of an inventory nor <nmaprun>`);
}

/** Whether the first character is `<`, after a byte order mark, zeros of UTF-16 and blanks. */
function isPadding(byte: number): boolean {
  return (
    byte === 0 ||
    byte === 9 ||
    byte === 10 ||
    byte === 13 ||
    byte === 32 ||
    byte === 0xef ||
    byte === 0xbb ||
    byte >= 0xfe
  );
}

function firstSign(bytes: Uint8Array): number | undefined {
  return bytes.find((byte, index) => !isPadding(byte) && !(index === 2 && byte === 0xbf));
}

function hasContent(bytes: Uint8Array): boolean {
  return firstSign(bytes) !== undefined;
}

function beginsWithMarkup(bytes: Uint8Array): boolean {
  return firstSign(bytes) === 0x3c;
}
