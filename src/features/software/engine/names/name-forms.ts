import type { Knowledge } from "../knowledge/knowledge-index.ts";
import type { SoftwarePlatform } from "../platforms.ts";
import { cleanText, foldKey } from "./name-keys.ts";
import { platformOfName } from "./name-shape.ts";
import { SAME_PRODUCT_EDITIONS } from "./name-words.ts";
import { MAX_NAME_LENGTH, normalizeName } from "./normalize-name.ts";
import { isPackager, normalizeVendor } from "./normalize-vendor.ts";
import { isPackageName } from "./software-kind.ts";
import { windowsForms } from "./windows-forms.ts";

/** A program as an inventory reports it. */
export interface SoftwareName {
  name: string;
  vendor?: string | undefined;
  version?: string | undefined;
  platform?: SoftwarePlatform | undefined;
}

/** A spelling under which the knowledge may list a program. */
export interface NameForm {
  key: string;
  text: string;
  /** Closeness to the reported name, 0 to 1; 1 = as reported. */
  weight: number;
  /** The reported vendor's name was cut from it: what is left names only a product of this vendor. */
  withoutVendor?: true;
}

/** A program's name, parsed once for all further steps. */
export interface ParsedName {
  text: string;
  /** That of its source, or `other` if no name of the source can have its form. */
  platform: SoftwarePlatform;
  generic: string;
  genericKey: string;
  cuts: readonly { kind: string; text: string }[];
  /** The vendor's name; undefined for none, and for one that only built the package. */
  vendor: string | undefined;
  vendorKey: string | undefined;
  /** Spellings, the closest to the report first, each key once. */
  forms: readonly NameForm[];
}

const SYSTEM_SUFFIX =
  /\s+(?:for|on) (?:microsoft )?(?:windows|mac(?: ?os(?: x)?)?|os x|linux|desktop|pc)(?: \d{1,2})?$|\s+(?:desktop app|desktop client|\(user\))$/i;
/** A generation in Roman numerals: "Example Reader XI". */
const GENERATION = /^(.{3,}) (?:I{2,3}|IV|VI{0,3}|IX|XI{0,3}|XIV|XV)$/;
/** The years of a runtime for C++, which stay in its generic name. */
const YEAR_OF_RUNTIME = /(?<=\bc\+\+) 20\d\d(?:-20\d\d)?(?= )/i;
/** Identifiers of the programs of desktops, which are also known by the desktop's name: "GNOME Boxes". */
export const DESKTOP_ID = /^org\.(gnome|kde|xfce|mate|lxqt)\./i;
const IN_BRACKETS = /^(.{2,120}?)\s*\(([^()]{3,80})\)$/;

/** Parses a program's name into generic name, vendor and spellings to look up. Linear in the name's length. */
export function parseName(
  { name, vendor, platform: source = "other" }: SoftwareName,
  knowledge: Knowledge,
): ParsedName {
  const text = cleanText(name.length > MAX_NAME_LENGTH ? name.slice(0, MAX_NAME_LENGTH).toWellFormed() : name);
  const platform = platformOfName(text, source);
  const { name: generic, key: genericKey, cuts } = normalizeName(text, platform, knowledge.isKnownName);
  const maker = vendor === undefined ? undefined : normalizeVendor(vendor);
  // A package's name in a list that does not tell where it was read is a package's all the same.
  const listedAs = platform === "other" && isPackageName(text) ? "deb" : platform;
  const packager = maker !== undefined && vendor !== undefined && isPackager(vendor, listedAs);
  const known = maker !== undefined && (knowledge.vendorNames.has(maker.key) || knowledge.cpeVendors.has(maker.key));
  // A package's maintainer is no vendor; a known vendor counts on every platform.
  const isMaker = maker !== undefined && !packager && (known || platform !== "deb");
  return {
    text,
    platform,
    generic,
    genericKey,
    cuts,
    vendor: isMaker ? maker.name : undefined,
    vendorKey: isMaker ? maker.key : undefined,
    forms: formsOf(text, generic, isMaker ? maker.name : undefined),
  };
}

function formsOf(text: string, generic: string, vendor: string | undefined): NameForm[] {
  const forms: NameForm[] = [];
  const add = (form: string, weight: number, cut?: Pick<NameForm, "withoutVendor">): void => {
    const key = foldKey(form);
    if (key.length >= 1 && !forms.some((known) => known.key === key)) forms.push({ key, text: form, weight, ...cut });
  };
  const desktop = DESKTOP_ID.exec(text)?.[1];
  // "org.gnome.Boxes" is GNOME Boxes before it is any Boxes.
  if (desktop !== undefined) add(`${desktop} ${generic}`, 0.97);
  add(text, 1);
  for (const release of windowsForms(text)) add(release, 0.99);
  add(generic, 1);
  add(generic.replace(YEAR_OF_RUNTIME, ""), 1);
  const bracket = generic.length <= 210 ? IN_BRACKETS.exec(generic) : null;
  if (bracket) {
    add(bracket[1]!, 0.95);
    if (/^[\p{L}\d.+#-]{3,20}$/u.test(bracket[2]!)) add(bracket[2]!, 0.8);
  }
  const plain = (bracket?.[1] ?? generic).replace(SYSTEM_SUFFIX, "");
  add(plain, 0.95);
  add(withoutEdition(plain), 0.9);
  const generation = GENERATION.exec(withoutEdition(plain).slice(0, 200));
  if (generation) add(generation[1]!, 0.88);
  const domain = /^([\p{L}\d-]{3,30})\.(?:us|io|com|net|org|app|ai|dev|me|tv)$/iu.exec(plain);
  if (domain) add(domain[1]!, 0.9);
  const licence = /^(?:GPL|AFPL|GNU|the) (.{3,120})$/i.exec(plain);
  if (licence) add(licence[1]!, 0.97);
  if (vendor !== undefined) {
    for (const form of [plain, withoutEdition(plain)]) {
      const bare = withoutVendor(form, vendor);
      if (bare !== undefined) add(bare, 0.92, { withoutVendor: true });
    }
    add(`${vendor} ${plain}`, 0.94);
  }
  return forms;
}

/** "Example Community Edition" is Example; a name of one word has no edition. */
function withoutEdition(name: string): string {
  const words = name.slice(0, 200).split(" ");
  let end = words.length;
  while (end > 1 && SAME_PRODUCT_EDITIONS.has(words[end - 1]!.toLowerCase())) end--;
  return words.slice(0, end).join(" ");
}

/** The name without its leading vendor, in full or by its first word; undefined if there is none. */
export function withoutVendor(name: string, vendor: string): string | undefined {
  const low = name.toLowerCase();
  for (const start of [vendor.toLowerCase(), vendor.toLowerCase().split(/[\s,]/)[0]!]) {
    if (start.length >= 2 && low.startsWith(`${start} `) && low.length > start.length + 2)
      return name.slice(start.length + 1);
  }
  return undefined;
}
