/**
 * Placeholders that vendors leave in place of identifiers. Thousands of machines share such values: used as identifiers
 * they would merge many configuration items into one, so they count as blank.
 */

/** Whole serial numbers, letters and digits only: `To be filled by O.E.M.` is looked up as `tobefilledbyoem`. */
const SERIAL_WORDS = new Set(
  `na nan nil null none no nothing unknow unknown unspecified undefined unavailable unassigned unset empty blank
  invalid eval evaluation test sample dummy default standard oem odm tbd tba todo tobedefined tobeset tobedetermined
  string defaultstring emptystring oemstring defaultvalue oemdefaultstring tempstring asset assettag noassettag
  assetnumber noassetnumber productname systemname systemproductname systemmanufacturer systemversion manufacturer
  mb1234567890 0123456789abcdef 123456789abcdef iatpass tulipcomputers pleasefillin fillin xxserialxx
  error noerror false true`.split(/\s+/),
);

const SERIAL_PATTERNS = [
  /^(?:to)?(?:be)?fill(?:ed)?(?:by|in)/,
  /^tobefill/,
  /^not?(?:specified|specifed|available|applicable|provided|present|set|found|known|defined|used|installed|assigned|supported|configured|entered|programmed|valid)$/,
  /^no(?:serial|serialno|serialnum|serialnumber|sn|number|data|info|value|string)$/,
  /^(?:oem|system|sys|chassis|base|board|mother|main|mb|product|enclosure|unit|device|computer|pc|cpu|type\d)*(?:serial|serialno|serialnum|serialnumb|serialnumber|sernum|sn|snr)x*$/,
  /^(?:sernum|partnum)\d{1,2}$/,
];

/**
 * Whether a serial number is a placeholder: a known word of board vendors, one repeated character, counting digits.
 *
 * @param serial lower case, without blanks
 */
export function isPlaceholderSerial(serial: string): boolean {
  const key = serial.replace(/[^\p{L}\p{N}]+/gu, "");
  if (key.length < 2 || isRepeatedCharacter(key) || isCounting(key)) return true;
  const word = /^(.{2,}?)\1+$/u.exec(key)?.[1] ?? key;
  return SERIAL_WORDS.has(word) || SERIAL_PATTERNS.some((pattern) => pattern.test(word));
}

/** `0000000`, `xxxxxxx`, `0x00000000`. */
function isRepeatedCharacter(key: string): boolean {
  return /^(?:0x)?(.)\1*$/u.test(key);
}

const UPWARD = "0123456789".repeat(14);
const DOWNWARD = "9876543210";

/** `0123456789`, `1234567`, `123456789000`, `9876543210`; with a vendor's prefix only from 15 digits on. */
function isCounting(key: string): boolean {
  const digits = /^(?:[a-z]{1,4}(?=\d{15}))?(\d+)$/.exec(key)?.[1];
  const counted = digits?.replace(/000+$/, "");
  if (digits === undefined || counted === undefined || counted.length < 3) return false;
  const from = digits.startsWith("0") ? 0 : 1;
  if (UPWARD.startsWith(counted, from)) return true;
  return digits.length >= 5 && (DOWNWARD.endsWith(digits) || DOWNWARD.endsWith(`${digits}0`));
}

/** Hardware UUIDs that many boards share, in one of their two byte orders. */
export const SHARED_UUIDS: readonly string[] = [
  "03000200-0400-0500-0006-000700080009",
  "12345678-1234-5678-90ab-cddeefaabbcc",
  "00010203-0405-0607-0809-0a0b0c0d0e0f",
  "01234567-89ab-cdef-0123-456789abcdef",
  "01234567-8910-1112-1314-151617181920",
  "00112233-4455-6677-8899-aabbccddeeff",
  "12345678-1234-1234-1234-123456789abc",
  "6ab5b300-538d-1014-9fb5-b0684d007b53",
  "4c4c4544-0000-2010-8020-80c04f202020",
  "deadbeef-dead-beef-dead-beefdeadbeef",
];

/** Default names of machines, and names that resolvers generate. */
const PLACEHOLDER_HOST_LABELS = new Set(
  `localhost localhost4 localhost6 localdomain localdomain4 localdomain6 ip6-localhost ip6-loopback loopback
  broadcasthost _gateway _outbound bogon unknown none null nil undefined noname no-name unnamed`.split(/\s+/),
);

/** @param label lower case, one label of a name */
export function isPlaceholderHostLabel(label: string): boolean {
  return PLACEHOLDER_HOST_LABELS.has(label);
}

/** Values that scanners send for a missing host id. */
const ABSENT_VALUES = new Set(["", "-", "?", "na", "n/a", "nil", "null", "none", "undefined", "unknown", "localhost"]);

export function isAbsentValue(text: string): boolean {
  return ABSENT_VALUES.has(text.trim().toLowerCase());
}
