import type { SoftwarePlatform } from "../platforms.ts";
import type { Cut, IsKnownName } from "./name-cuts.ts";
import { foldKey } from "./name-keys.ts";
import { ARCHITECTURES, DIGIT_NAMES } from "./name-words.ts";

const RPM_FILE = /^(.+)-(\d[^-]{0,40})-([^-]{0,40}\.(?:fc|el|amzn|suse|mga|oe)\w{0,12}(?:\.\w{1,10}){0,3})$/;
/** The same with a release of the vendor's own, where the architecture shows that it is a file's name. */
const RPM_OF_VENDOR = /^(.+)-(\d[^-]{0,40})-([^-]{1,40})$/;
const JAR_VERSION = /^(.+?)[-_](\d{1,6}(?:\.\w{1,12}){1,5}(?:[-.](?:\w{1,12})){0,2})$/;
const PURE_VERSION = /^v?\d{1,9}(?:[.+~]\d{1,9})*(?:t64|(?<=\.\d+)[a-z]\d{0,3}|\.[a-z]\d{1,4}(?:-?hdri)?|alpha\d?)?$/;
const GLUED_DOTTED = /^(.*[a-z+_])\d{1,4}(?:\.\d{1,4}){1,3}(?:abi\d?|t64|debian)?([a-z]?)$/;
const SONAME = /^((?:lib[a-z0-9+._]*?|z)[a-z+_]+?)\d{1,3}(?:t64|g|d|w|c2a?|v5|ldbl|a|b|debian\d?)?$/;
/** The same with underscores, as SUSE writes it: `libssl1_1`. */
const SONAME_UNDERSCORED = /^(lib[a-z0-9+._]{0,60}?[a-z+])\d{1,3}(?:_\d{1,3}){1,3}$/;
/** The distribution that a package is for: `example-release-el7`. */
const DISTRIBUTION = /^(?:el|fc|rhel|sles|amzn)\d{1,2}$/;
/** First parts of names in which a number tells the language from its former one. */
const NAMESPACES = new Set(["python3"]);
const GLUED_NUMBER = /^([a-z][a-z0-9+._]*[a-z+_])\d{1,3}$/;
const COLLECTION = /^(?:rh|sclo|ea|lsphp|plesk)-?([a-z]+)\d{0,3}$/;

/**
 * Generic name of a package: without the version that distributions include in it (`php8.2-cli`, `libssl3`, `openssl@3`,
 * `linux-image-6.1.0-13-amd64`), without architecture and software-collection prefix (`php71-php-cli`). Names in
 * registries of programming languages keep their digits, which always belong to the name there (`urllib3`).
 */
export function normalizePackageName(
  text: string,
  platform: SoftwarePlatform,
  isKnown: IsKnownName,
  cuts: Cut[],
): string {
  if (text.length > 512 || text.includes(" ")) return text;
  if (platform === "npm" || platform === "python") return withoutTail(text, /(?<=.)(?:@|==|\[).*$/s, "version", cuts);
  if (platform === "java") return javaName(text, cuts);
  let name = withoutTail(text, /:[a-z0-9]{2,12}$/, "architecture", cuts);
  if (platform === "homebrew") {
    name = withoutTail(name, /(?<=.)@[\w.-]{1,30}$/, "version", cuts);
    name = name.slice(name.lastIndexOf("/") + 1);
  }
  if (platform === "rpm") {
    // Keys of signatures are listed as packages: `gpg-pubkey-fd431d51-4ae0493b`.
    name = withoutTail(name, /-[0-9a-f]{8}-[0-9a-f]{8}$/, "version", cuts);
    name = rpmName(name, cuts);
  }
  if (keepsDigits(name, isKnown)) return name;
  const parts = name.split("-");
  const kept = cutCollection(parts, cuts)
    .map((part, at) => cutPart(part, at === 0, cuts))
    .map((part, at, all) => (at > 0 && at === all.length - 1 ? withoutSoname(part, all[0]!, cuts) : part))
    .filter((part) => part !== "");
  return kept.length === 0 ? name : kept.join("-");
}

function withoutTail(text: string, tail: RegExp, kind: Cut["kind"], cuts: Cut[]): string {
  const match = tail.exec(text);
  if (!match || match.index === 0) return text;
  cuts.push({ kind, text: match[0] });
  return text.slice(0, match.index);
}

function rpmName(text: string, cuts: Cut[]): string {
  const dot = text.lastIndexOf(".");
  let name = text;
  if (dot > 0 && ARCHITECTURES.has(text.slice(dot + 1).toLowerCase())) {
    cuts.push({ kind: "architecture", text: text.slice(dot) });
    name = text.slice(0, dot);
  }
  const file = RPM_FILE.exec(name) ?? (dot > 0 && name !== text ? RPM_OF_VENDOR.exec(name) : null);
  if (!file) return name;
  cuts.push({ kind: "version", text: `-${file[2]}-${file[3]}` });
  return file[1]!;
}

/** `group:artifact:version` without its version, `artifact-2.1.jar` as its artifact. */
function javaName(text: string, cuts: Cut[]): string {
  const parts = text.split(":");
  if (parts.length >= 2) {
    if (parts.length > 2) cuts.push({ kind: "version", text: parts.slice(2).join(":") });
    return `${parts[0]}:${parts[1]}`;
  }
  const file = withoutTail(text, /\.(?:jar|war|ear)$/i, "packaging", cuts);
  const match = JAR_VERSION.exec(file);
  if (!match) return file;
  cuts.push({ kind: "version", text: match[2]! });
  return match[1]!;
}

function keepsDigits(name: string, isKnown: IsKnownName): boolean {
  return DIGIT_NAMES.has(name.toLowerCase()) || (/\d/.test(name) && isKnown(foldKey(name)));
}

/** `php71-php-cli` is php-cli from the collection php71; so is `rh-python36-python-pip`. */
function cutCollection(parts: string[], cuts: Cut[]): string[] {
  if (parts.length < 2) return parts;
  const rest = parts[0] === "rh" && parts.length > 2 ? parts.slice(1) : parts;
  const stem = /^([a-z]{2,12})\d{2,3}$/.exec(rest[0]!)?.[1] ?? COLLECTION.exec(rest[0]!)?.[1];
  if (stem === undefined || rest.length < 2 || (rest === parts && rest[1] !== stem)) return parts;
  cuts.push({ kind: "packaging", text: `${parts.slice(0, parts.length - rest.length + 1).join("-")}-` });
  return rest.slice(1);
}

/** The last part of a library's name without the number of its interface: `libexample-client3`. */
function withoutSoname(part: string, first: string, cuts: Cut[]): string {
  const match = /^lib./.test(first) && !DIGIT_NAMES.has(part) ? /^([a-z][a-z+]*)\d{1,3}(?:t64)?$/.exec(part) : null;
  return match ? cut(match[1]!, part, "version", cuts) : part;
}

/** One part between hyphens without its version; empty if it was a version only. */
function cutPart(part: string, first: boolean, cuts: Cut[]): string {
  const low = part.toLowerCase();
  // "python3-example": distributions name the language so, whatever its version is.
  if (first && NAMESPACES.has(part)) return part;
  if (DIGIT_NAMES.has(low) || !/\d/.test(part))
    return !first && ARCHITECTURES.has(low) ? cut("", part, "architecture", cuts) : part;
  if (!first && ARCHITECTURES.has(low)) return cut("", part, "architecture", cuts);
  if (PURE_VERSION.test(part)) return first ? part : cut("", part, "version", cuts);
  if (!first && DISTRIBUTION.test(low)) return cut("", part, "version", cuts);
  const match =
    SONAME_UNDERSCORED.exec(part) ??
    GLUED_DOTTED.exec(part) ??
    SONAME.exec(part) ??
    (first ? GLUED_NUMBER.exec(part) : null);
  return match && match[1]!.length >= 2 ? cut(match[1]!, part, "version", cuts) : part;
}

function cut(rest: string, part: string, kind: Cut["kind"], cuts: Cut[]): string {
  cuts.push({ kind, text: part.slice(rest.length) });
  return rest;
}
