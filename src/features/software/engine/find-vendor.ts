import type { SoftwareFamilyName } from "./knowledge/families.ts";
import type { Knowledge } from "./knowledge/knowledge-index.ts";
import { isCommonName } from "./names/common-words.ts";
import type { ParsedName } from "./names/name-forms.ts";
import { foldKey } from "./names/name-keys.ts";
import { namesPrograms } from "./platforms.ts";

/** Words of a maker's own name that catalogues leave between it and the product's. */
const MAKER_WORDS = new Set(
  "software inc inc. corporation corp corp. systems technologies ltd ltd. gmbh llc".split(" "),
);
/** Words of an edition, which name no product. */
const EDITION_WORDS = new Set("pro plus lite free basic hd x se le xl mini max 2 3 4 5 6 7 8 9".split(" "));

/** Scripts without blanks between words, in which a maker's name runs into the product's. */
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{2,12}/u;

/** The known vendor whose name in such a script a program's name begins with, and what follows. */
function unspacedVendorInName(generic: string, vendorNames: ReadonlyMap<string, string>) {
  const start = UNSPACED_START.exec(generic)?.[0] ?? "";
  for (let end = Math.min(start.length, generic.length - 1); end >= 2; end--) {
    const key = foldKey(start.slice(0, end));
    // Nobody else's product begins with such a name: its other spellings count as well.
    if (vendorNames.has(key)) return { key, rest: generic.slice(end).trim() };
  }
  return undefined;
}

/** The known vendor whose name, of one to three words, a program's name in a list of programs begins with, and what follows. */
export function vendorInName(
  { generic, platform }: ParsedName,
  { vendorNames }: Knowledge,
): { key: string; rest: string } | undefined {
  if (!namesPrograms(platform)) return undefined;
  const unspaced = unspacedVendorInName(generic, vendorNames);
  if (unspaced) return unspaced;
  const words = generic.slice(0, 200).split(" ");
  for (let end = Math.min(3, words.length - 1); end >= 1; end--) {
    const start = words.slice(0, end).join(" ");
    const key = foldKey(start);
    const name = vendorNames.get(key);
    // A brand or a former name is not sure to be meant.
    if (key.length < 3 || name === undefined || foldKey(name) !== key || isCommonName(start.toLowerCase())) continue;
    // "Example Software Studio" is Example's; "Example Pro" may be anyone's.
    const rest = words.slice(end + (MAKER_WORDS.has(words[end]!.toLowerCase()) && words.length > end + 1 ? 1 : 0));
    return rest.every((word) => EDITION_WORDS.has(word.toLowerCase())) ? undefined : { key, rest: rest.join(" ") };
  }
  return undefined;
}

/** The family of nearly all that a maker makes, where a program goes by nothing but the maker's name: "Example". */
export function familyOfNamesake(
  { generic, genericKey, vendorKey, platform }: ParsedName,
  { vendorNames, statedFamilies }: Knowledge,
): SoftwareFamilyName | undefined {
  if (!namesPrograms(platform)) return undefined;
  const name = vendorNames.get(genericKey);
  const isMaker = name !== undefined && foldKey(name) === genericKey && (vendorKey ?? genericKey) === genericKey;
  if (!isMaker || genericKey.length < 4 || isCommonName(generic.toLowerCase())) return undefined;
  return statedFamilies.get(genericKey);
}

/** Words that a part of a maker adds to the maker's name: "Example International", "Example Deutschland". */
const PART_WORDS = new Set(
  `international global worldwide group holding holdings europe emea apac asia pacific america americas usa us uk canada
   germany deutschland france italia italy iberica españa nederland netherlands schweiz suisse austria österreich ireland
   japan china india australia`.split(/\s+/),
);
const TRADE_WORDS = new Set(["software", "solutions", "systems", "technologies", "technology", "products"]);

/** The current name of an unknown program's vendor, or of the known maker that it is a part of. */
export function vendorOf({ vendor, vendorKey, generic }: ParsedName, { vendorNames }: Knowledge): string | undefined {
  if (vendor === undefined || vendorKey === undefined) return undefined;
  const known = vendorNames.get(vendorKey);
  if (known !== undefined) return known;
  const words = vendor.slice(0, 120).split(" ");
  while (words.length > 1) {
    const last = words.pop()!.toLowerCase();
    const short = words.join(" ");
    // "Example Studio" by "Example Solutions" is Example's.
    const isTrade = TRADE_WORDS.has(last) && generic.toLowerCase().startsWith(`${short.toLowerCase()} `);
    if (!PART_WORDS.has(last) && !isTrade) break;
    const maker = vendorNames.get(foldKey(short));
    if (maker !== undefined && !isCommonName(short.toLowerCase())) return maker;
  }
  return vendor;
}
