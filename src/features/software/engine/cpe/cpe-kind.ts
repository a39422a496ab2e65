import type { Knowledge } from "../knowledge/knowledge-index.ts";
import type { ReadName } from "../names/name-forms.ts";
import { foldKey } from "../names/name-keys.ts";
import { sameMaker } from "../names/same-maker.ts";
import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS, PACKAGE_PLATFORMS } from "../platforms.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";
import { languagePackage } from "./cpe-keys.ts";
import { targetFit } from "./cpe-targets.ts";

/**
 * The kind of thing, as a factor of a candidate's score: a plug-in's CPE never goes to an application, nor an
 * application's to a library or an extension (0); doubts lower it. Says why in `reasons`.
 */
export function kindFactor(
  read: ReadName,
  candidate: CpeCandidate,
  maker: number,
  makers: readonly string[],
  knowledge: Knowledge,
  reasons: string[],
): number {
  const fit = targetFit(candidate.targets, read.platform);
  const found: [factor: number, reason?: string] =
    fit === "foreign"
      ? [0, `made for ${candidate.targets[0]}`]
      : fit === "own"
        ? [1.1, "made for it"]
        : LIBRARY_PLATFORMS.has(read.platform) || EXTENSION_PLATFORMS.has(read.platform)
          ? guestFactor(read, candidate, fit, makers, knowledge)
          : applicationFactor(read, candidate, fit, maker, knowledge);
  if (found[1] !== undefined) reasons.push(found[1]);
  return found[0];
}

/** A program of its own: another's target says that the product is a library, or a program written in some language. */
function applicationFactor(
  read: ReadName,
  candidate: CpeCandidate,
  fit: "open" | "ecosystem",
  maker: number,
  knowledge: Knowledge,
): [number, string?] {
  if (fit === "open") return isBinding(read, knowledge) ? [0.6, "a language's binding of it"] : [1];
  const distribution = PACKAGE_PLATFORMS.has(read.platform);
  // A distribution says in the name of a package which language a library is of.
  const library = distribution ? languagePackage(read.generic.toLowerCase()) : undefined;
  if (library) {
    return candidate.targets.some((target) => library.targets.includes(target))
      ? [0.95, "a library of the language"]
      : [0, "a library of another language"];
  }
  // Makers that the dictionary only knows by the library are named after it: cmake_project makes a library.
  const named =
    !candidate.vendor.endsWith("_project") && (read.platform === "homebrew" || (maker >= 0.8 && !distribution));
  return named ? [0.95, "a program of a language's registry"] : [distribution ? 0.3 : 0.5, "a library of a language"];
}

/** A library or an extension, which only its own registry's names, or its maker beyond doubt, may speak for. */
function guestFactor(
  read: ReadName,
  candidate: CpeCandidate,
  fit: "open" | "ecosystem",
  makers: readonly string[],
  knowledge: Knowledge,
): [number, string?] {
  if (fit === "ecosystem") return [0, "a library of another language"];
  const named = [
    ...(knowledge.byCpe.get(`${candidate.vendor}:${candidate.product}`) ?? []),
    ...(knowledge.byName.get(read.genericKey) ?? []),
  ].map((id) => knowledge.products[id]!);
  const here = named.some(
    (product) => product.packageSystems.includes(read.platform) || product.platforms?.has(read.platform),
  );
  if (named.length > 0 && !here) return [0, "an application of the like name"];
  if (!EXTENSION_PLATFORMS.has(read.platform)) return [1];
  const vendorKey = foldKey(candidate.vendor);
  const own = makers.some((maker) => sameMaker(maker, vendorKey)) && vendorKey !== foldKey(candidate.product);
  return own ? [1] : [0, "an application may have the name"];
}

/** `python3-dbus` where `dbus` is a package of its own: the binding is another thing. */
function isBinding({ platform, generic }: ReadName, knowledge: Knowledge): boolean {
  const library = PACKAGE_PLATFORMS.has(platform) ? languagePackage(generic.toLowerCase())?.library : undefined;
  return (
    library !== undefined && (knowledge.byPackage.has(`deb:${library}`) || knowledge.byPackage.has(`rpm:${library}`))
  );
}
