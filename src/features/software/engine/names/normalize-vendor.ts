import type { SoftwarePlatform } from "../platforms.ts";
import { cleanText, foldKey } from "./name-keys.ts";

export interface NormalizedVendor {
  /** The vendor's name without its legal form. */
  name: string;
  /** Its comparison key, see `foldKey`. */
  key: string;
}

const PLACEHOLDER_VENDORS = new Set([
  "",
  "none",
  "unknown",
  "na",
  "notavailable",
  "null",
  "undefined",
  "nil",
  "publisher",
  "vendor",
  "author",
  "yourcompany",
  "unspecified",
  "tbd",
]);
const ADDRESS = /<[^<>]{0,200}>|\bhttps?:\/\/\S{0,200}|\bwww\./gi;
const LEGAL_FORMS = new Set(
  `inc incorporated corp corporation co company ltd limited llc llp lp plc pty pvt private gmbh mbh ag kg kgaa ug ohg se sa
   sas sarl srl spa snc sl bv nv cv ab asa as oy oyj aps a/s is sro spol kft zrt doo ad ead ood sia uab ou ooo ооо зао оао
   пао ао нпо компания kk yk bhd sdn jsc pjsc ev intl project`.split(/\s+/),
);
const SPACED_LEGAL_FORMS =
  /(?:,|\s)\s*(?:s\. ?r\. ?o\.|spol\. s r\. ?o\.|s\. ?a\. ?s?\.?|s\. ?p\. ?a\.|s\. ?r\. ?l\.|sp\. z o\. ?o\.|z\. ?s\.|g\.m\.b\.h\.|d\. ?o\. ?o\.|b\. ?v\.|n\. ?v\.|k\. ?k\.|l\. ?l\. ?c\.|l\. ?p\.|p\. ?l\. ?c\.|& co\.? ?kg|e\. ?v\.|a\/s)\s*$/i;
const SEAT = /(?<=\b(?:inc|co|corp|ltd|llc|gmbh|ag|limited|corporation)\.?) ?\([^()]{2,40}\)$/i;
const LEADING_LEGAL_FORMS = new Set(["ооо", "зао", "оао", "пао", "ао", "компания", "sia", "uab", "pt", "pt."]);
const EAST_ASIAN_FORMS = /株式会社|有限会社|合同会社|股份|有限责任公司|有限公司|集团|주식회사/g;

/** A vendor's name without legal form, address and trademark signs. Undefined for a blank or placeholder. */
export function normalizeVendor(raw: string | undefined | null): NormalizedVendor | undefined {
  if (!raw) return undefined;
  // "Example Co.,Ltd": no blank after the comma.
  let name = withoutRemarks(cleanText(raw.slice(0, 512))).replace(/,(?=\p{L})/gu, ", ");
  // "Example Co., Ltd.(Guangzhou)": the seat behind the legal form.
  if (name.endsWith(")")) name = name.replace(SEAT, "");
  for (let round = 0; round < 3; round++) {
    const before = name;
    if (/[.&/]/.test(name)) name = name.replace(SPACED_LEGAL_FORMS, "");
    name = name.replace(/[\s,.;&-]+$/, "");
    const words = name.split(" ");
    while (words.length > 1 && LEGAL_FORMS.has(words.at(-1)!.toLowerCase().replace(/[.,]/g, ""))) words.pop();
    while (words.length > 1 && LEADING_LEGAL_FORMS.has(words[0]!.toLowerCase())) words.shift();
    name = words.join(" ").replace(/[\s,.;&-]+$/, "");
    if (name === before) break;
  }
  const key = foldKey(name);
  return PLACEHOLDER_VENDORS.has(key) || key === "" ? undefined : { name, key };
}

/** Removes addresses, East Asian legal forms and quotes; most names have none of them and return early. */
function withoutRemarks(text: string): string {
  if (!/[<:"'`]|www\.|[^ -~]/i.test(text)) return text;
  const bare = text.replace(ADDRESS, " ").replace(EAST_ASIAN_FORMS, " ").replace(/\s+/g, " ").trim();
  return bare.replace(/^["'`]+|["'`]+$/g, "");
}

const PACKAGERS =
  /\b(?:debian|ubuntu|fedora|centos|redhat|red hat|rocky|almalinux|oracle america|suse|opensuse|mageia|gentoo|arch linux|alpine|raspbian|maintainers?|packag(?:ers?|ing|es)|qa group|pkg-[a-z-]+|developers? list|homebrew|epel|rpm ?fusion|remi|conda|build service|team)\b/i;

/**
 * Whether the reported vendor built the package rather than the program: maintainers of Debian packages, and distributions
 * that fill the vendor field of RPM.
 */
export function isPackager(raw: string, platform: SoftwarePlatform): boolean {
  return (platform === "deb" || platform === "rpm" || platform === "homebrew") && PACKAGERS.test(raw.slice(0, 256));
}
