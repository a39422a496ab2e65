import { withArticle } from "../../../../model/article.ts";
import { DESKTOP_ID } from "../names/name-forms.ts";
import { isPackageName, type SoftwareKind } from "../names/software-kind.ts";
import { PACKAGE_PLATFORMS, type SoftwarePlatform } from "../platforms.ts";
import { familyIn, type SoftwareFamilyName } from "./families.ts";
import {
  COINED_WORDS,
  FAINT_WORDS,
  FAMILIES_BY_KIND,
  FAMILIES_BY_MAKER,
  FAMILIES_BY_PLATFORM,
  FAMILY_WORDS,
} from "./family-patterns.ts";
import type { KnownProduct } from "./known-product.ts";
import {
  familyOfPackageName,
  familyOfTeam,
  isBaseSystem,
  isLanguagePackage,
  isSharedLibrary,
} from "./package-families.ts";

export interface GuessedFamily {
  family: SoftwareFamilyName;
  /** 0 to 1. */
  confidence: number;
  reason: string;
}

/** What a guess reads: a name without its versions, and what is known about its vendor. */
export interface UnknownSoftware {
  name: string;
  /** The name as reported, of which the naming rules of packages speak. */
  reported: string;
  /** The vendor as reported, which may be a team of packagers. */
  reportedVendor: string | undefined;
  kind: SoftwareKind;
  platform: SoftwarePlatform;
  vendorKey: string | undefined;
  /** The family of nearly all that the vendor makes. */
  statedFamily: SoftwareFamilyName | undefined;
  /** The family of most of the vendor's known products. */
  usualFamily: SoftwareFamilyName | undefined;
  /** The family of the one product of the vendor that is known. */
  soleFamily: SoftwareFamilyName | undefined;
}

/** Forms and teams of packages with this confidence say more than a lighter word of the name. */
const TELLING = 0.45;
/** Makers of games, whose launchers and editors belong to their games. */
const GAME_MAKER = /(?:games|gaming|gameworks|interactiveentertainment)$/;
/** Families whose teams package little else: games, tools of security, programs of a science. */
const TELLING_TEAMS: ReadonlySet<SoftwareFamilyName> = new Set([
  "Multimedia",
  "Security Software",
  "Enterprise Applications",
]);
/** Words of this weight, or two lighter ones, say more than the vendor does. */
const STRONG_WEIGHT = 6;
/** Words of this weight name one kind of program and no part of another. */
const DECIDING_WEIGHT = 9;
/** Families whose makers make little else: "Client Proxy" of a maker of security software is part of its product. */
const TELLING_MAKERS: ReadonlySet<SoftwareFamilyName> = new Set([
  "Security Software",
  "Virtualization",
  "Monitoring Tools",
]);

/**
 * The family that the kind decides: parts of an operating system belong to it whatever the product, development kits to
 * development unless the product is more than a runtime or a utility. Undefined for all other kinds.
 */
export function familyOfKind(kind: SoftwareKind, name: string, product?: KnownProduct): SoftwareFamilyName | undefined {
  if (kind === "os_component") return "Operating Systems";
  if (kind !== "sdk") return undefined;
  const isForRunning = product?.family === "Runtime Environments" || product?.family === "Utilities";
  return product === undefined || isForRunning || isPackageName(name) ? "Development Tools" : undefined;
}

/** Guesses the family from kind, words and vendor; undefined if nothing says it. Reads at most 300 characters. */
export function guessFamily(software: UnknownSoftware): GuessedFamily | undefined {
  const { kind, platform, vendorKey, statedFamily, usualFamily } = software;
  if (kind === "redistributable") return { family: "Runtime Environments", confidence: 0.7, reason: "redistributable" };
  if (kind === "os_update") return { family: "Operating Systems", confidence: 0.5, reason: "an update" };
  const isPackaged = PACKAGE_PLATFORMS.has(platform);
  if (isPackaged && isBaseSystem(software.reported))
    return { family: "Operating Systems", confidence: 0.6, reason: "a package of a distribution's base" };
  // "fonts-example-mono" is no program of Mono.
  if (isPackaged && kind === "theme")
    return { family: "Utilities", confidence: 0.6, reason: "a package of fonts or of a look" };
  if (isPackaged && isSharedLibrary(software.reported))
    return { family: "Runtime Environments", confidence: TELLING, reason: "a shared library" };
  const text = wordsText(software.name);
  const found = byWords(text);
  // A program that deals with firmware is none; an appliance's firmware is its system.
  const isTool = kind === "driver" && platform === "windows_program" && found?.family === "Operating Systems";
  const words = isTool ? undefined : found;
  const outweighs = statedFamily !== undefined && TELLING_MAKERS.has(statedFamily) ? DECIDING_WEIGHT : STRONG_WEIGHT;
  if (words && words.weight >= outweighs) return words;
  if (platform === "vscode_extension")
    return { family: "Development Tools", confidence: 0.5, reason: "an extension of an editor" };
  const ofPackage = familyOfPackage(software);
  if (words && ofPackage && ofPackage.confidence >= TELLING) return ofPackage;
  if (vendorKey !== undefined && GAME_MAKER.test(vendorKey))
    return { family: "Multimedia", confidence: 0.45, reason: "what its maker makes" };
  if (words && statedFamily === undefined && kind !== "driver") return words;
  // The driver of a security maker's token or filter is part of its product.
  if (kind === "driver" && statedFamily !== "Security Software")
    return { family: "Utilities", confidence: 0.5, reason: "a driver" };
  if (statedFamily) return { family: statedFamily, confidence: 0.5, reason: "what its maker makes" };
  if (usualFamily) return { family: usualFamily, confidence: 0.4, reason: "what its maker makes" };
  const maker = vendorKey === undefined ? undefined : familyIn(FAMILIES_BY_MAKER, vendorKey);
  if (maker) return { family: maker, confidence: 0.4, reason: "what its maker makes" };
  const byKind = FAMILIES_BY_KIND[kind] ?? FAMILIES_BY_PLATFORM[platform];
  if (byKind) return { family: byKind, confidence: 0.35, reason: withArticle(kind.replaceAll("_", " ")) };
  if (ofPackage) return ofPackage;
  const faint = familyIn(FAINT_WORDS, text) ?? (isPackaged ? undefined : familyIn(COINED_WORDS, text));
  if (faint) return { family: faint, confidence: 0.3, reason: "a word of its name" };
  const { soleFamily } = software;
  return soleFamily && { family: soleFamily, confidence: 0.25, reason: "the one known product of its maker" };
}

function familyOfPackage(software: UnknownSoftware): GuessedFamily | undefined {
  const { reportedVendor, platform } = software;
  // "org.gnome.Clocks" is what distributions package as "gnome-clocks".
  const reported = software.reported.replace(DESKTOP_ID, "$1-").toLowerCase();
  const isPackage = PACKAGE_PLATFORMS.has(platform) || isPackageName(reported);
  if (isPackage && isLanguagePackage(reported))
    return { family: "Runtime Environments", confidence: TELLING, reason: "a library of a language" };
  const named = isPackage ? familyOfPackageName(reported) : undefined;
  if (named) {
    const confidence = named === "Development Tools" ? TELLING : 0.4;
    return { family: named, confidence, reason: "the form of a package's name" };
  }
  if (isPackage && /^lib/.test(reported))
    return { family: "Runtime Environments", confidence: 0.35, reason: "a library" };
  const team = reportedVendor === undefined ? undefined : familyOfTeam(reportedVendor);
  const confidence = team !== undefined && TELLING_TEAMS.has(team) ? TELLING : 0.35;
  return team && { family: team, confidence, reason: "what its packagers maintain" };
}

/** Whether a word of the name indicates a family. */
export function hasFamilyWord(name: string): boolean {
  return byWords(wordsText(name)) !== undefined;
}

function wordsText(name: string): string {
  return name
    .slice(0, 300)
    .replace(/([a-z])([A-Z][a-z]|[A-Z]{2})|([A-Z]{2})([A-Z][a-z])/g, "$1$3 $2$4")
    .replace(/(?<=[a-z]{2})2(?=[A-Z]{3})/g, " 2 ")
    .toLowerCase()
    .replace(/_/g, " ");
}

/** The family with the highest sum of weights, and that sum. */
function byWords(text: string): (GuessedFamily & { weight: number }) | undefined {
  let best: (GuessedFamily & { weight: number }) | undefined;
  let bestScore = 0;
  const scores = new Map<SoftwareFamilyName, { score: number; weight: number }>();
  for (const [family, weight, pattern] of FAMILY_WORDS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const before = scores.get(family) ?? { score: 0, weight: 0 };
    // The last word of a name says what it is ("PDF Printer Driver"): later words weigh more.
    const score = before.score + weight + (match.index + match[0].length >= text.length ? 1 : 0);
    const sum = before.weight + weight;
    scores.set(family, { score, weight: sum });
    if (score <= bestScore) continue;
    bestScore = score;
    const confidence = Math.min(0.7, 0.35 + score * 0.05);
    best = { family, confidence, reason: `the word "${match[0].trim()}"`, weight: sum };
  }
  return best;
}
