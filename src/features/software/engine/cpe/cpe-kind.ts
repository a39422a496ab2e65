import type { Knowledge } from "../knowledge/knowledge-index.ts";
import type { ParsedName } from "../names/name-forms.ts";
import { foldKey } from "../names/name-keys.ts";
import { isSameMaker } from "../names/same-maker.ts";
import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS, PACKAGE_PLATFORMS } from "../platforms.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";
import { languagePackage } from "./cpe-keys.ts";
import { targetFit } from "./cpe-targets.ts";

/** The host in an extension's product name: no application of the like name bears it. */
const NAMED_AFTER_EDITOR = /(?:^|[-_])vs-?code(?:[-_]|$)|^visual_studio_code_.+_extension$/;

/**
 * Factor of a candidate's score by kind of software: 0 for a plug-in's CPE on an application, and for an application's on
 * a library or extension; doubts lower it. Adds the reason to `reasons`.
 */
export function kindFactor(
  parsed: ParsedName,
  candidate: CpeCandidate,
  maker: number,
  makers: readonly string[],
  knowledge: Knowledge,
  reasons: string[],
): number {
  const fit = targetFit(candidate.targets, parsed.platform);
  const found: [factor: number, reason?: string] =
    fit === "foreign"
      ? [0, `made for ${candidate.targets[0]}`]
      : fit === "own"
        ? [1.1, "made for it"]
        : fit === "open" && parsed.platform === "vscode_extension" && NAMED_AFTER_EDITOR.test(candidate.product)
          ? [1, "named after its host"]
          : LIBRARY_PLATFORMS.has(parsed.platform) || EXTENSION_PLATFORMS.has(parsed.platform)
            ? libraryOrExtensionFactor(parsed, candidate, fit, makers, knowledge)
            : applicationFactor(parsed, candidate, fit, maker, knowledge);
  if (found[1] !== undefined) reasons.push(found[1]);
  return found[0];
}

/** Factor for an application: a language's `target_sw` marks a library of it, or a program written in it. */
function applicationFactor(
  parsed: ParsedName,
  candidate: CpeCandidate,
  fit: "open" | "ecosystem",
  maker: number,
  knowledge: Knowledge,
): [number, string?] {
  if (fit === "open") return isBinding(parsed, knowledge) ? [0.6, "a language's binding of it"] : [1];
  const distribution = PACKAGE_PLATFORMS.has(parsed.platform);
  // A distribution's package name contains the language of a library.
  const library = distribution ? languagePackage(parsed.generic.toLowerCase()) : undefined;
  if (library) {
    return candidate.targets.some((target) => library.targets.includes(target))
      ? [0.95, "a library of the language"]
      : [0, "a library of another language"];
  }
  // The dictionary names a vendor without a name of its own after its library: cmake_project is the vendor of a library.
  const isProgramOfMaker =
    !candidate.vendor.endsWith("_project") && (parsed.platform === "homebrew" || (maker >= 0.8 && !distribution));
  return isProgramOfMaker
    ? [0.95, "a program of a language's registry"]
    : [distribution ? 0.3 : 0.5, "a library of a language"];
}

/** Factor for a library or extension: only names of its own registry, or a certain vendor, are evidence. */
function libraryOrExtensionFactor(
  parsed: ParsedName,
  candidate: CpeCandidate,
  fit: "open" | "ecosystem",
  makers: readonly string[],
  knowledge: Knowledge,
): [number, string?] {
  if (fit === "ecosystem") return [0, "a library of another language"];
  const namesakes = [
    ...(knowledge.byCpe.get(`${candidate.vendor}:${candidate.product}`) ?? []),
    ...(knowledge.byName.get(parsed.genericKey) ?? []),
  ].map((id) => knowledge.products[id]!);
  const isOnPlatform = namesakes.some(
    (product) => product.packageSystems.includes(parsed.platform) || product.platforms?.has(parsed.platform),
  );
  if (namesakes.length > 0 && !isOnPlatform) return [0, "an application of the like name"];
  if (!EXTENSION_PLATFORMS.has(parsed.platform)) return [1];
  const vendorKey = foldKey(candidate.vendor);
  const isOfMaker = makers.some((maker) => isSameMaker(maker, vendorKey)) && vendorKey !== foldKey(candidate.product);
  return isOfMaker ? [1] : [0, "an application may have the name"];
}

/** Whether a package is a language binding of another package, as `python3-dbus` is of `dbus`: it is other software. */
function isBinding({ platform, generic }: ParsedName, knowledge: Knowledge): boolean {
  const library = PACKAGE_PLATFORMS.has(platform) ? languagePackage(generic.toLowerCase())?.library : undefined;
  return (
    library !== undefined && (knowledge.byPackage.has(`deb:${library}`) || knowledge.byPackage.has(`rpm:${library}`))
  );
}
