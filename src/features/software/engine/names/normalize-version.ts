import { PACKAGE_PLATFORMS, type SoftwarePlatform } from "../platforms.ts";
import { cleanText } from "./name-keys.ts";

/** Version and update as a CPE name holds them, unescaped and lower case. */
export interface CpeVersion {
  version: string;
  /** E.g. `rc1`, `sp2`, `p3`, `update291`. */
  update?: string;
}

const MAX_VERSION_LENGTH = 64;
const UNKNOWN_VERSIONS = new Set([
  "",
  "-",
  "*",
  "latest",
  "unknown",
  "none",
  "n/a",
  "na",
  "null",
  "undefined",
  "current",
  "stable",
  "nightly",
  "any",
  "head",
  "master",
  "main",
  "trunk",
  "edge",
  "rolling",
  "not available",
]);
const SHAPE = /^[0-9a-z][0-9a-z._~+:_-]*$/;

/**
 * The forms that a reported version may have in CPE names, the preferred one first; empty for an unknown version and for
 * text that is no version. Understands epochs, revisions and repack marks of Debian (deb-version(7)), releases of
 * RPM, revisions of Homebrew, pre-releases of PEP 440 and of Semantic Versioning, builds in brackets.
 */
export function versionForms(raw: string | undefined | null, platform: SoftwarePlatform = "other"): CpeVersion[] {
  if (!raw || raw.length > 256) return [];
  const text = cleanText(raw).toLowerCase();
  if (UNKNOWN_VERSIONS.has(text) || !/\d/.test(text)) return [];
  const forms: CpeVersion[] = [];
  for (const upstream of upstreamForms(text, platform)) {
    const form = splitUpdate(upstream);
    if (form && !forms.some(({ version, update }) => version === form.version && update === form.update))
      forms.push(form);
  }
  return forms;
}

/** Decimal commas: "12, 9, 5". */
const COMMAS = /^\d{1,5}(?:, ?\d{1,6}){1,4}$/;
/** Locale and architecture behind a version: "2.0.0.23 (en-US)", "3.1 x64". */
const MARKS =
  /(?<=\d)\s*(?:\((?:[a-z]{2}(?:[-_][a-z]{2,4})?|(?:32|64)[- ]?bits?|x64|x86|amd64|arm64)\)|[\s_-](?:[a-z]{2}-[a-z]{2}|x64|x86|amd64|arm64|(?:32|64)[- ]?bits?))$/;

function upstreamForms(text: string, platform: SoftwarePlatform): string[] {
  let version = text.replace(/^(?:version|ver\.?|release[ .-]?|rel\.?)\s*(?=\d)/, "").replace(/^v\.?\s?(?=\d)/, "");
  if (platform !== "homebrew") version = version.replace(COMMAS, (text) => text.replace(/, ?/g, "."));
  // The revision of an installer: "2.6.10-I001 amd64".
  version = version.replace(MARKS, "").replace(/(?<=\d)-i\d{3}$/, "");
  // A product's name attached to its number: "go1.20.5", "jdk-17.0.9".
  version = version.replace(/^[a-z]{1,12}[-_]?(?=\d+(?:\.\d+){1,4}(?:[-+_].*)?$)/, "");
  // A product's initials before its number: "ad 7.1.11".
  version = version.replace(/^[a-z]{1,12} (?=\d+(?:\.\d+)+$)/, "");
  // Levels that a vendor counts separately from the version.
  version = version.replace(/(?<=\d)\s+(?:compilation|patch ?level|pl)\s*\d{1,4}$/, "");
  if (platform === "deb") version = debianUpstream(version);
  else if (platform === "rpm")
    version = withoutEpoch(version)
      .replace(/-[^-]*$/, "")
      .replace(/~(?=\d{8}|git|svn)\S*$/, "");
  else if (platform === "homebrew") version = version.replace(/_\d{1,3}$/, "");
  else if (/^\d+:\d/.test(version)) version = withoutEpoch(version);
  version = version.replace(/(?<=\d)[-_ ]?esr$/, "");
  if (platform === "homebrew" && version.includes(",")) {
    const parts = version.split(",");
    return [parts.slice(0, 3).join("."), parts[0]!];
  }
  const bracket = /^(\S{1,40})\s*\((?:build )?([\w.]{1,20})\)$/.exec(version);
  if (bracket) return [bracket[1]!, `${bracket[1]}.${bracket[2]}`];
  const withoutBuild = version.replace(/[\s,]+(?:build|rev(?:ision)?|r)[ .:#]?\s?[\w.]{1,20}$/, "");
  const forms = [withoutBuild.replace(/\.windows\.\d+$/, "")];
  // Windows installers pad versions to four numbers: 7.5.4 becomes 7.5.4.0.
  const padded = /^(\d+\.\d+(?:\.\d+)?)\.0$/.exec(withoutBuild);
  if (padded && !PACKAGE_PLATFORMS.has(platform) && withoutBuild.split(".").length === 4) forms.push(padded[1]!);
  return forms;
}

function withoutEpoch(version: string): string {
  return version.replace(/^\d{1,4}:/, "");
}

/** The upstream version in a Debian version: without epoch, revision, and marks of backports, repacks and snapshots. */
function debianUpstream(text: string): string {
  let version = withoutEpoch(text);
  const hyphen = version.lastIndexOf("-");
  if (hyphen > 0) version = version.slice(0, hyphen);
  const really = /[+.~-]really(\d.*)$/.exec(version);
  if (really) version = withoutEpoch(really[1]!);
  version = version.replace(
    /[+~.-](?:dfsg|ds|debian|deb\d+u|ubuntu|nmu|repack|orig|bpo|stable|lts|esr)[\d.+~u]*.*$/,
    "",
  );
  return version.replace(/[+~.-](?:git|svn|hg|bzr|cvs|snapshot|r\d{3,})[\w.~+-]*$/, "").replace(/\+b\d+$/, "");
}

const PRERELEASE: Readonly<Record<string, string>> = {
  a: "alpha",
  b: "beta",
  c: "rc",
  pre: "pre",
  cr: "cr",
  m: "milestone",
};
const UPDATE =
  /^(\d[\w.]*?\d|\d)(?:[\s._~-]?(alpha|beta|rc|cr|preview|pre|milestone|sp|service pack|patch|update|upd|hotfix|(?<=\d)[abcpum])[\s._-]?(\d{0,4})|[\s._~-](a|b|c|m|p)(\d{1,4}))$/;
const CALENDAR = /^\d{4}-\d{2}-\d{2}(?:t\d{2}[-:]\d{2}[-:]\d{2}z?)?$/;

/** Version and update of one upstream version: `3.14.0rc1`, `1.0.0-rc.1+build`, `9.2p1`, `4.0 sp2`. */
function splitUpdate(text: string): CpeVersion | undefined {
  let version = text.trim().slice(0, MAX_VERSION_LENGTH + 32);
  if (CALENDAR.test(version)) return { version };
  version = version.replace(/[.-](?:final|release|ga|rtm|stable)$/, "");
  // Build metadata of Semantic Versioning; a plus with digits belongs to the upstream version (kmod 30+20221128).
  version = version.replace(/\+(?!\d+$)[0-9a-z.+-]*$/, "");
  const found = UPDATE.exec(version);
  if (found) {
    const [, base, word, number, short, shortNumber] = found;
    const label = (word ?? short)!.replace("service pack", "sp").replace(/^upd$/, "update");
    const digits = number ?? shortNumber ?? "";
    const letterOnly = label.length === 1 && digits === "";
    if (!letterOnly && SHAPE.test(base!)) {
      const name = label === "u" ? "update" : (PRERELEASE[label] ?? label);
      return { version: base!, update: `${name}${digits}` };
    }
  }
  version = version.replace(/\s+/g, "_");
  return version.length <= MAX_VERSION_LENGTH && SHAPE.test(version) && /\d/.test(version) ? { version } : undefined;
}
