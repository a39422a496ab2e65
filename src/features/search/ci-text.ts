import { createHash } from "node:crypto";
import { titleType } from "../../model/ci-types.ts";
import { compare } from "../../model/order.ts";
import { displayType } from "../../model/relationships.ts";
import type { Data } from "../../platform/ai/model.ts";
import { redacted } from "../../platform/ai/redact.ts";

export interface Neighbour {
  name: string;
  graphType: string;
  spelling: string | null;
  outgoing: boolean;
}

/** What the text of a CI is made of. */
export interface CiFacts {
  type: string;
  name: string;
  status: string;
  description: string | null;
  attributes: Record<string, unknown>;
  customFields: Record<string, unknown>;
  neighbours: readonly Neighbour[];
  software: readonly string[];
}

const MAX = { text: 4_000, description: 800, value: 160, key: 64, fields: 60, items: 10, neighbours: 40, name: 120 };
/** What says most about a CI stands first, so that the cut loses the rest. */
const FIRST_KEYS =
  "role purpose environment os os_version vendor manufacturer model version location site department owner team ip_address hostname fqdn serial_number asset_tag".split(
    " ",
  );
/** Last words of keys whose values change without the CI becoming another: times and measurements. */
const VOLATILE =
  /(^|_)(at|seen|uptime|checked|scanned|updated|free|used|usage|load|percent|timestamp|boot|login|checksum|hash|pid)$/;

/**
 * The text of a CI for its vector: name, type, status, description, attributes, software and neighbours, in an order that
 * depends on nothing but their values; without secrets, without times and measurements, at most 4,000 characters.
 */
export function textOfCi(ci: CiFacts): string {
  const lines = [
    `${line(ci.name, MAX.name)} (${titleType(ci.type)}, ${ci.status})`,
    line(ci.description ?? "", MAX.description),
    ...fieldLines(ci.attributes),
    ...fieldLines(ci.customFields),
    ci.software.length > 0 ? `Software: ${names(ci.software).join(", ")}` : "",
    ...neighbourLines(ci.neighbours),
  ].filter((each) => each !== "");
  return String(redacted(lines.join("\n")))
    .slice(0, MAX.text)
    .toWellFormed();
}

/** Digest of a text: a CI whose text has another is stale. */
export function hashOfText(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function fieldLines(fields: Record<string, unknown>): string[] {
  const known = redacted(fields as Data) as Record<string, Data>;
  return flat(known)
    .filter(([key, value]) => value !== "" && !VOLATILE.test(key))
    .sort(([a], [b]) => rank(a) - rank(b) || compare(a, b))
    .slice(0, MAX.fields)
    .map(([key, value]) => `${key.replaceAll("_", " ")}: ${value}`);
}

/** Fields of two levels, each with its value as text; what lies deeper says little of the CI as a whole. */
function flat(fields: Record<string, Data>, prefix = ""): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const key = `${prefix}${line(name, MAX.key)}`;
    if (Array.isArray(value)) {
      const scalars = value.filter(isScalar).slice(0, MAX.items).map(String);
      return [[key, line(scalars.join(", "), MAX.value)]];
    }
    if (typeof value === "object" && value !== null) {
      return prefix === "" ? flat(value as Record<string, Data>, `${key} `) : [];
    }
    return isScalar(value) ? [[key, line(String(value), MAX.value)]] : [];
  });
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function rank(key: string): number {
  const index = FIRST_KEYS.indexOf(key);
  return index === -1 ? FIRST_KEYS.length : index;
}

/** `depends on: db1, db2`, `is depended on (depends on): shop`: one line for each type and direction. */
function neighbourLines(neighbours: readonly Neighbour[]): string[] {
  const groups = new Map<string, string[]>();
  const sorted = neighbours
    .map(({ name, graphType, spelling, outgoing }) => {
      const verb = displayType(graphType, spelling).replaceAll("_", " ").toLowerCase();
      return { name, group: outgoing ? verb : `${verb} this` };
    })
    .sort((a, b) => compare(a.group, b.group) || compare(a.name, b.name))
    .slice(0, MAX.neighbours);
  for (const { group, name } of sorted) groups.set(group, [...(groups.get(group) ?? []), name]);
  return [...groups].map(([group, found]) => `${group}: ${names(found).join(", ")}`);
}

function names(all: readonly string[]): string[] {
  return [...new Set(all.map((name) => line(name, MAX.name)))].filter((name) => name !== "");
}

/** One line of printable characters. */
function line(text: string, most: number): string {
  return text
    .slice(0, 4 * most)
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();
}
