/**
 * Names of the Common Platform Enumeration: formatted strings (CPE 2.3) and URIs (CPE 2.2), NISTIR 7695.
 * The values here are plain text without escapes; `*` is ANY and `-` is NA.
 */
export interface CpeName {
  part: "a" | "o" | "h" | "*" | "-";
  vendor: string;
  product: string;
  version: string;
  update: string;
  edition: string;
  language: string;
  swEdition: string;
  targetSw: string;
  targetHw: string;
  other: string;
}

const FIELDS = [
  "part",
  "vendor",
  "product",
  "version",
  "update",
  "edition",
  "language",
  "swEdition",
  "targetSw",
  "targetHw",
  "other",
] as const;
const MAX_NAME_LENGTH = 2048;
/** Section 6.2.1: letters, digits, `_ - .` bare, other printable ASCII behind a backslash, `*` and `?` bare at the ends. */
const VALUE = /^(?:\*|\?{0,64})(?:[a-z0-9_.-]|\\[!-/:-@[-`{-~])+(?:\*|\?{0,64})$/;
const LANGUAGE = /^(?:\*|-|[a-z]{2,3}(?:-(?:[a-z]{2}|\d{3}))?)$/;

/** Reads a CPE 2.3 formatted string or a CPE 2.2 URI. Undefined for anything malformed, of any length. */
export function parseCpeName(text: string): CpeName | undefined {
  if (text.length > MAX_NAME_LENGTH) return undefined;
  const low = text.trim().toLowerCase();
  if (low.startsWith("cpe:2.3:")) return parseFormatted(low.slice(8));
  return low.startsWith("cpe:/") ? parseUri(low.slice(5)) : undefined;
}

function parseFormatted(text: string): CpeName | undefined {
  const parts = splitEscaped(text);
  if (parts.length !== 11 || !/^[aoh*-]$/.test(parts[0]!)) return undefined;
  const name = { part: parts[0] } as Record<string, string>;
  for (let at = 1; at < 11; at++) {
    const value = parts[at]!;
    if (value.length > 512 || !(value === "*" || value === "-" || VALUE.test(value))) return undefined;
    name[FIELDS[at]!] = value === "*" || value === "-" ? value : unescapeValue(value);
  }
  return LANGUAGE.test(parts[6]!) && namesAProduct(name) ? (name as unknown as CpeName) : undefined;
}

/** Splits at colons that are not escaped by a backslash. */
export function splitEscaped(text: string): string[] {
  if (!text.includes("\\")) return text.split(":");
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === ":") {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** A component without its backslashes. */
export function unescapeValue(value: string): string {
  return value.includes("\\") ? value.replace(/\\(.)/gs, "$1") : value;
}

function parseUri(text: string): CpeName | undefined {
  const parts = text.split(":");
  if (parts.length > 7 || !/^[aoh]$/.test(parts[0]!)) return undefined;
  const values = parts.map(decodeUriValue);
  if (values.some((value) => value === undefined)) return undefined;
  const component = (index: number): string =>
    values[index] === undefined || values[index] === "" ? "*" : values[index]!;
  const name: CpeName = {
    part: parts[0] as CpeName["part"],
    vendor: component(1),
    product: component(2),
    version: component(3),
    update: component(4),
    edition: component(5),
    language: component(6),
    swEdition: "*",
    targetSw: "*",
    targetHw: "*",
    other: "*",
  };
  if (parts[5]?.startsWith("~")) {
    // Section 6.1.3.1: five attributes packed into the edition.
    const packed = parts[5]
      .split("~")
      .slice(1)
      .map((each) => decodeUriValue(each) ?? "");
    if (packed.length !== 5) return undefined;
    const [edition, swEdition, targetSw, targetHw, other] = packed.map((each) => (each === "" ? "*" : each));
    Object.assign(name, { edition, swEdition, targetSw, targetHw, other });
  }
  return LANGUAGE.test(name.language) && namesAProduct(name as unknown as Record<string, string>) ? name : undefined;
}

function decodeUriValue(value: string): string | undefined {
  if (/%(?![0-9a-f]{2})/.test(value) || value.length > 512) return undefined;
  const plain = value.replace(/%([0-9a-f]{2})/g, (_, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code === 1 ? "?" : code === 2 ? "*" : String.fromCharCode(code);
  });
  return /^[ -~]*$/.test(plain) && !plain.includes(" ") ? plain : undefined;
}

function namesAProduct(name: Record<string, string>): boolean {
  return name.vendor !== "" && name.product !== "" && !(name.vendor === "*" && name.product === "*");
}

/** A CPE 2.3 formatted string. Throws a RangeError for text that no CPE name can hold (blanks, other than printable ASCII). */
export function formatCpeName(name: Partial<CpeName> & Pick<CpeName, "part" | "vendor" | "product">): string {
  const values = FIELDS.map((field) => (field === "part" ? name.part : escapeValue(name[field] ?? "*")));
  return `cpe:2.3:${values.join(":")}`;
}

function escapeValue(value: string): string {
  if (value === "*" || value === "-") return value;
  const low = value.toLowerCase();
  if (!/^[!-~]{1,512}$/.test(low)) throw new RangeError("A CPE name holds printable ASCII without blanks only");
  return low.replace(/[^a-z0-9_.-]/g, "\\$&");
}

/** The name as a CPE 2.2 URI; ANY and NA as in section 6.1.2. */
export function formatCpeUri(name: CpeName): string {
  const encode = (value: string): string =>
    value === "*"
      ? ""
      : value.replace(/[^a-z0-9_.-]/gi, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const extended = [name.swEdition, name.targetSw, name.targetHw, name.other];
  const edition = extended.every((value) => value === "*")
    ? encode(name.edition)
    : `~${[name.edition, ...extended].map(encode).join("~")}`;
  const values = [
    name.part,
    encode(name.vendor),
    encode(name.product),
    encode(name.version),
    encode(name.update),
    edition,
    encode(name.language),
  ];
  return `cpe:/${values.join(":").replace(/:+$/, "")}`;
}
