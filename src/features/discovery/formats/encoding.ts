import { AppError, invalidField } from "../../../errors.ts";
import { decodeText } from "../../../platform/http/body.ts";

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "iso-8859-15" | "windows-1252";

/** Encodings by declared name (RFC 7303). ISO 8859-1 is read as its superset Windows-1252. */
const ENCODINGS: ReadonlyMap<string, Encoding | "utf-16"> = new Map<string, Encoding | "utf-16">([
  ["utf-8", "utf-8"],
  ["utf8", "utf-8"],
  ["us-ascii", "utf-8"],
  ["ascii", "utf-8"],
  ["utf-16", "utf-16"],
  ["utf-16le", "utf-16le"],
  ["utf-16be", "utf-16be"],
  ["iso-8859-1", "windows-1252"],
  ["iso8859-1", "windows-1252"],
  ["latin1", "windows-1252"],
  ["windows-1252", "windows-1252"],
  ["cp1252", "windows-1252"],
  ["iso-8859-15", "iso-8859-15"],
]);

/**
 * Decodes JSON: UTF-8 (RFC 8259, section 8.1), or UTF-16 if it has a byte order mark, which is removed.
 *
 * @throws AppError VALIDATION_ERROR when the bytes are not of that encoding
 */
export function decodeJson(bytes: Uint8Array): string {
  return decode(bytes, byteOrderMarkOf(bytes) ?? "utf-8");
}

/**
 * Decodes XML. The byte order mark decides, then the charset of the Content-Type, then the XML declaration
 * (RFC 7303, section 3), then UTF-8.
 *
 * @throws AppError VALIDATION_ERROR for bytes that are not of that encoding, UNSUPPORTED_MEDIA_TYPE for another one
 */
export function decodeXml(bytes: Uint8Array, charset: string | undefined): string {
  const byteOrderMark = byteOrderMarkOf(bytes) ?? utf16WithoutMark(bytes);
  if (byteOrderMark) return decode(bytes, byteOrderMark);
  const declared = charset ?? declaredIn(bytes);
  const encoding = ENCODINGS.get((declared ?? "utf-8").toLowerCase());
  if (encoding === undefined) {
    throw new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      "The encoding of the XML is not one of UTF-8, UTF-16, ISO-8859-1, ISO-8859-15 and Windows-1252",
    );
  }
  // Without a byte order mark and zero bytes at its start it cannot be UTF-16, whatever it declares.
  if (encoding.startsWith("utf-16")) throw invalidField("body", "declares UTF-16 and is not");
  return decode(bytes, encoding as Encoding);
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === "utf-8") return decodeText(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw invalidField("body", `is not ${encoding.toUpperCase()}`);
  }
}

function byteOrderMarkOf([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

/** Detects UTF-16 without a byte order mark by the zero beside the first `<` (XML 1.0, appendix F). */
function utf16WithoutMark([first, second]: Uint8Array): Encoding | undefined {
  if (first === 0x3c && second === 0) return "utf-16le";
  if (first === 0 && second === 0x3c) return "utf-16be";
  return undefined;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString("latin1");
  return /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(start)?.[1];
}
