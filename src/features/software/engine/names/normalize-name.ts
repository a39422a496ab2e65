import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS, PACKAGE_PLATFORMS, type SoftwarePlatform } from "../platforms.ts";
import { normalizeExtensionId, splitIdentifier } from "./identifier-names.ts";
import { splitImage } from "./image-names.ts";
import type { Cut, IsKnownName } from "./name-cuts.ts";
import { cleanText, foldKey } from "./name-keys.ts";
import { looksLikePackage, platformOfName } from "./name-shape.ts";
import { normalizePackageName } from "./normalize-package-name.ts";
import { normalizeProgramName } from "./normalize-program-name.ts";

export type { Cut } from "./name-cuts.ts";

export interface NormalizedName {
  /** The product's name without version, architecture, locale, edition, build and packaging suffix; empty only for an empty name. */
  name: string;
  /** Its comparison key, see `foldKey`. */
  key: string;
  /** The parts that were cut, in the order of cutting. */
  cuts: Cut[];
}

/** No product's name is longer: the rest is ignored. */
export const MAX_NAME_LENGTH = 1024;
const PACKAGE_LIKE = /^[a-z0-9][a-z0-9+._@/-]*(?::[a-z0-9]{3,8})?$/;
const HOMEBREW_LIKE = /^[a-z][a-z0-9+._/-]{0,80}@\d[\w.]{0,20}$/;
/** A requirement of pip: `name==version`. */
const PIP_LIKE = /^[A-Za-z0-9][\w.-]{0,80}(?:\[[\w,.-]{1,60}\])?==\d\S{0,40}$/;
/** `name_version_architecture`, as Debian names archives. */
const DEBIAN_FILE =
  /^([a-z0-9][a-z0-9+.-]{0,80})(_(?=[^_\s]{0,60}\d)[^_\s]{1,60}_(?:amd64|arm64|armhf|armel|i386|ppc64el|riscv64|s390x|all)(?:\.u?deb)?)$/;
/** `name-version-anything.extension`, as vendors name their downloads. */
const INSTALLER_FILE =
  /^([a-z][a-z0-9+]*(?:[-_][a-z][a-z0-9+]*){0,6})([-_]v?\d[\w.~+-]{0,80}\.(?:rpm|deb|msi|exe|pkg|dmg))$/i;
/** `@scope/name@version` of npm, `group:artifact:version` of Maven. */
const NPM_LIKE = /^@[a-z0-9][\w.-]{0,80}\/[\w.-]{1,80}@[\^~v]?\d[\w.+-]{0,40}$/;
const MAVEN_LIKE = /^[a-z][\w-]{0,60}(?:\.[\w-]{1,60}){1,8}:[\w.-]{1,100}:v?\d[\w.+-]{0,40}$/;
const RPM_LIKE = /^[\w+.-]+-\d[\w.~^]*-[\w.~^]*\.(?:fc|el|amzn)\d+/;

/**
 * The generic name of a program (rule 4 in section 1 of the interface specification: versions and architecture markers
 * removed). Accepts any length and script, and reads the first 1,024 characters.
 */
export function normalizeName(
  raw: string,
  platform: SoftwarePlatform = "other",
  isKnown: IsKnownName = () => false,
): NormalizedName {
  const text = cleanText(raw.length > MAX_NAME_LENGTH ? raw.slice(0, MAX_NAME_LENGTH).toWellFormed() : raw);
  const cuts: Cut[] = [];
  const name = nameOf(text, platformOfName(text, platform), isKnown, cuts) || text;
  return { name, key: foldKey(name), cuts };
}

function nameOf(text: string, platform: SoftwarePlatform, isKnown: IsKnownName, cuts: Cut[]): string {
  if (text === "") return text;
  if (EXTENSION_PLATFORMS.has(platform)) return normalizeExtensionId(text, platform, cuts);
  if (LIBRARY_PLATFORMS.has(platform)) return normalizePackageName(text, platform, isKnown, cuts);
  const archive = nameOfArchive(text, isKnown, cuts);
  if (archive !== undefined) return archive;
  if (PACKAGE_PLATFORMS.has(platform)) return normalizePackageName(text, platform, isKnown, cuts);
  const program = splitIdentifier(text, cuts) ?? text;
  const packageLike = program === text && program.length <= 96 && PACKAGE_LIKE.test(program) && /[a-z]/.test(program);
  const isPackage = platform === "other" ? packageLike && !program.includes("_") : looksLikePackage(program);
  if (isPackage && !program.endsWith(".app")) {
    return normalizePackageName(program, "deb", isKnown, cuts);
  }
  return normalizeProgramName(program, isKnown, cuts);
}

/** The generic name of a file of a package system, an installer or a requirement, whose form is the same on every platform. */
function nameOfArchive(text: string, isKnown: IsKnownName, cuts: Cut[]): string | undefined {
  if (text.length > 160 || text.includes(" ")) return undefined;
  if (/\.[jwe]ar$/i.test(text)) return normalizePackageName(text, "java", isKnown, cuts);
  if (PIP_LIKE.test(text)) return normalizePackageName(text, "python", isKnown, cuts);
  if (HOMEBREW_LIKE.test(text)) return normalizePackageName(text, "homebrew", isKnown, cuts);
  if (NPM_LIKE.test(text)) return normalizePackageName(text, "npm", isKnown, cuts);
  if (MAVEN_LIKE.test(text)) return normalizePackageName(text, "java", isKnown, cuts);
  const image = splitImage(text, cuts);
  if (image !== undefined) return normalizePackageName(image, "deb", isKnown, cuts);
  const archive = DEBIAN_FILE.exec(text);
  if (archive) {
    cuts.push({ kind: "version", text: archive[2]! });
    return normalizePackageName(archive[1]!, "deb", isKnown, cuts);
  }
  const installer = INSTALLER_FILE.exec(text);
  if (installer) {
    cuts.push({ kind: "version", text: installer[2]! });
    return normalizeProgramName(installer[1]!, isKnown, cuts);
  }
  return RPM_LIKE.test(text) ? normalizePackageName(text, "rpm", isKnown, cuts) : undefined;
}
