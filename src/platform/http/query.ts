import { invalid, invalidField } from "../../errors.ts";
import { textFault } from "./json.ts";

/** The raw query of an address, without `?`. */
export function rawQuery(url: string): string {
  const start = url.indexOf("?");
  if (start === -1) return "";
  const hash = url.indexOf("#", start);
  return hash === -1 ? url.slice(start + 1) : url.slice(start + 1, hash);
}

/**
 * Parses `a=1&b=2` (the form encoding of the URL standard). A repeated name gives an array, which no schema of a single
 * value accepts.
 *
 * @param field prefix of faulty fields: `query` gives `query.limit`, an empty text gives `limit`
 * @throws AppError 400 for malformed percent-encoding, NUL and lone surrogates
 */
export function parsePairs(text: string, field: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (text === "") return values;
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals), field);
    const value = decode(equals === -1 ? "" : pair.slice(equals + 1), field === "" ? name : `${field}.${name}`);
    if (name === "__proto__") throw invalidField(field || "body", "__proto__ is not an allowed name");
    if (!Object.hasOwn(values, name)) values[name] = value;
    else values[name] = [values[name], value].flat();
  }
  return values;
}

function decode(text: string, field: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalidField(field || "body", "is not well-formed percent-encoding");
  }
  const fault = textFault(decoded);
  if (fault) throw invalid([{ field: field || "body", reason: fault }]);
  return decoded;
}

/** The raw query without the credential, to be shown, stored or compared. */
export function withoutApiKey(text: string): string {
  if (!text.includes("api_key")) return text;
  return text
    .split("&")
    .filter((pair) => !/^api_key(?:=|$)/.test(pair))
    .join("&");
}

/**
 * One parameter of a query, without parsing the others; undefined if absent or malformed. Different values of a repeated
 * parameter are joined, like those of a repeated header, so that none of them counts.
 */
export function queryParameter(text: string, name: string): string | undefined {
  if (!text.includes(name)) return undefined;
  const found = text.split("&").filter((pair) => pair.startsWith(`${name}=`));
  if (found.length === 0) return undefined;
  try {
    const values = found.map((pair) => decodeURIComponent(pair.slice(name.length + 1).replaceAll("+", " ")));
    return [...new Set(values)].join(", ");
  } catch {
    return undefined;
  }
}
