import { isPlaceholderSerial, SHARED_UUIDS } from "./placeholders.ts";

const MAX_SERIAL_LENGTH = 128;

/**
 * A serial number in comparable form: lower case, without blanks, control characters and the prefix `VMware-`.
 * Undefined when the rest is empty or a placeholder (`To Be Filled By O.E.M.`, `0000000`, `123456789`).
 */
export function normalizeSerial(text: string): string | undefined {
  if (text.length > 4 * MAX_SERIAL_LENGTH) return undefined;
  const serial = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, "")
    .normalize("NFKC")
    .replace(/^(?:vmware-)+/, "");
  return serial.length > MAX_SERIAL_LENGTH || isPlaceholderSerial(serial) ? undefined : serial;
}

/**
 * A hardware UUID in comparable form, lower case with hyphens. Firmware and tools disagree on the byte order of its first
 * three fields (SMBIOS 3.7, section 7.2.1), some turn the first one alone: the smaller spelling of each field represents all.
 * Braces, hyphens, blanks and `urn:uuid:` are ignored. Undefined for anything but 32 hexadecimal digits, one repeated
 * octet (all zero, all F) and the UUIDs that whole series of boards share; one that merely contains FFFF is valid.
 */
export function normalizeUuid(text: string): string | undefined {
  if (text.length > 128) return undefined;
  const digits = text
    .toLowerCase()
    .replace(/^\s*urn:uuid:/, "")
    .replace(/[\s{}-]/g, "");
  if (!/^[0-9a-f]{32}$/.test(digits) || /^(..)\1+$/.test(digits)) return undefined;
  const uuid = smallestByteOrder(digits);
  return NORMALIZED_SHARED_UUIDS.has(uuid) ? undefined : uuid;
}

const NORMALIZED_SHARED_UUIDS: ReadonlySet<string> = new Set(
  SHARED_UUIDS.map((uuid) => smallestByteOrder(uuid.replaceAll("-", ""))),
);

function smallestByteOrder(digits: string): string {
  const fields = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16)].map((field) => {
    const turned = field.match(/../g)!.reverse().join("");
    return turned < field ? turned : field;
  });
  return [...fields, digits.slice(16, 20), digits.slice(20)].join("-");
}
