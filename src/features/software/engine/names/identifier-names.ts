import type { SoftwarePlatform } from "../platforms.ts";
import type { Cut } from "./name-cuts.ts";
import { foldKey } from "./name-keys.ts";
import { normalizeVendor } from "./normalize-vendor.ts";

/** The end of a store package's name: `_hash` of a family, `_version_architecture_resource_hash` of a package. */
const STORE_TAIL =
  /(?:_\d{1,8}(?:\.\d{1,8}){1,3}_(?:x64|x86|x86a64|arm64|arm|neutral)_[\w~.-]{0,30})?_(?=[a-z]{0,12}\d)[0-9a-hjkmnp-tv-z]{13}$/;
const STORE_ID = /^[A-Za-z0-9]{2,50}(?:\.[A-Za-z0-9-]{1,60}){1,8}$/;
const STORE_NAME = /^[A-Za-z][A-Za-z0-9-]{1,60}$/;
const BUNDLE_ID =
  /^(?:com|org|net|io|us|de|fr|uk|co|app|dev|me|tv|ru|cn|jp|eu|ch|se|nl|it|at|cz|pl|ca|edu|gov)\.[A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,60}){1,4}$/;
const DOMAIN_NAME = /\.(?:net|js|io|us|com|org|app|ai|exe|dll|msi|jar)$/i;

/**
 * The readable name inside an identifier: a store package (`SpotifyAB.SpotifyMusic`, with or without the publisher's
 * hash behind `_`) or a bundle (`com.example.PhotoTool`). Undefined for anything else, `Paint.NET` and `Node.js` included.
 */
export function splitIdentifier(text: string, cuts: Cut[]): string | undefined {
  if (text.length > 200 || text.includes(" ") || !text.includes(".")) return splitStoreName(text, cuts);
  const bare = text.replace(STORE_TAIL, "");
  const hashed = bare !== text;
  if (hashed && STORE_NAME.test(bare)) return splitStoreName(text, cuts);
  if (BUNDLE_ID.test(bare)) return readable(bare, bare.split(".").slice(2), cuts);
  if (!STORE_ID.test(bare) || DOMAIN_NAME.test(bare)) return undefined;
  const parts = bare.split(".");
  const publisher = foldKey(normalizeVendor(spaced(parts[0]!))?.name ?? parts[0]!);
  const sameStem = publisher.length >= 4 && foldKey(parts[1]!).startsWith(publisher);
  const camel = /^[A-Z]/.test(parts[0]!) && /^[A-Z]/.test(parts[1]!) && /[a-z]/.test(bare);
  if (!hashed && !sameStem && !(camel && PUBLISHERS.has(publisher))) return undefined;
  return readable(bare, parts.slice(1), cuts);
}

/** The readable name of a store package whose name has no publisher. */
function splitStoreName(text: string, cuts: Cut[]): string | undefined {
  const tail = text.length <= 200 ? STORE_TAIL.exec(text) : null;
  if (!tail || !STORE_NAME.test(text.slice(0, tail.index))) return undefined;
  cuts.push({ kind: "packaging", text: tail[0] });
  return spaced(text.slice(0, tail.index));
}

/** Publishers whose store packages appear in programs lists without the hash. */
const PUBLISHERS: ReadonlySet<string> = new Set([
  "microsoft",
  "microsoftcorporationii",
  "apple",
  "adobe",
  "canonicalgrouplimited",
]);

function readable(whole: string, parts: readonly string[], cuts: Cut[]): string {
  const named = parts.length > 1 && /^(?:[Cc]om|net|[Oo]rg|[Ii]nc)$/.test(parts[0]!) ? parts.slice(1) : parts;
  const name = spaced(named.join(" ").replace(/(?<=\d) (?=\d)/g, "."));
  cuts.push({ kind: "packaging", text: whole.slice(0, Math.max(0, whole.length - parts.join(".").length)) });
  return name;
}

/** Words that their owners write with a capital inside. */
const CAMEL_WORDS =
  "WhatsApp LinkedIn YouTube TikTok PayPal FaceTime GitHub GitLab DocuSign PowerPoint PowerShell PowerToys OneNote OneDrive SharePoint JavaScript TeamViewer AnyDesk AutoCAD QuickBooks QuickTime WordPress MediaTek SoundCloud DaVinci CorelDRAW".split(
    " ",
  );
const APART = new RegExp(`\\b(?:${CAMEL_WORDS.map(apart).join("|")})\\b`, "g");

function apart(word: string): string {
  return word.replace(/(?<=[A-Za-z0-9])([a-z0-9])([A-Z][a-z])/g, "$1 $2").replace(/([a-z])([A-Z]{2,}\b)/g, "$1 $2");
}

/** CamelCase as words: `WindowsTerminal` is `Windows Terminal`; `VCLibs`, `iCloud` and `OneDrive` stay one word. */
function spaced(text: string): string {
  return apart(text).replace(APART, (words) => words.replaceAll(" ", ""));
}

const HOST_WORDS = /(?:^|[-_.])(?:vscode|vs-code|visual-studio-code|for-vscode|extension-pack|extension)(?=$|[-_.])/gi;

/**
 * Name of an extension: `publisher.name` without its publisher and the host's name; in browsers without the slogan after a
 * dash or colon (`Example Blocker - best ad blocker`).
 */
export function normalizeExtensionId(text: string, platform: SoftwarePlatform, cuts: Cut[]): string {
  if (platform === "vscode_extension") {
    const dot = text.indexOf(".");
    const id = dot > 0 && !text.includes(" ") ? text.slice(dot + 1) : text;
    if (id !== text) cuts.push({ kind: "packaging", text: text.slice(0, dot + 1) });
    const bare = id.replace(HOST_WORDS, "").replace(/^[-_.]+|[-_.]+$/g, "");
    return bare === "" ? id : bare;
  }
  const slogan = /\s(?:[-–—|])\s|:\s/.exec(text);
  if (!slogan || slogan.index < 2) return text;
  cuts.push({ kind: "packaging", text: text.slice(slogan.index).trim() });
  return text.slice(0, slogan.index).trim();
}
