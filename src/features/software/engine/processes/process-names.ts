import { cleanText } from "../names/name-keys.ts";
import type { ProcessPlatform } from "../platforms.ts";
import { baseName } from "./command-line.ts";
import { isKernelThread } from "./system-processes.ts";

/** Image name in lower case without path, quotes, title ("postgres: writer") and remarks ("(deleted)", "(32 bit)"). */
export function imageName(process: string, platform: ProcessPlatform): string {
  const text = cleanText(process.slice(0, 4096))
    .replace(/^["']|["']$/g, "")
    .replace(/\s*\((?:deleted|32 bit|32-bit)\)$/i, "");
  if (platform === "linux" && (text.startsWith("[") || isKernelThread(text))) return text.toLowerCase();
  const title = platform === "windows" ? text : text.replace(/^([\w.+-]+):(?:\s.*|$)/, "$1");
  return baseName(title).trim().toLowerCase().slice(0, 200);
}

export function bareName(name: string): string {
  return name.replace(/\s*\.exe$/, "");
}

/** Forms of a process name to look up: as written, without architecture, version and instance. */
export function processForms(name: string, platform: ProcessPlatform): string[] {
  const bare = bareName(platform === "linux" ? (withoutInstance(name) ?? name) : name);
  const ending = platform === "windows" ? ".exe" : "";
  const forms = [name, `${bare}${ending}`];
  if (isVeryShort(bare)) return forms;
  const withoutBits = bare.replace(/[-_.]?(?:x?64|x86|x?32|arm64|amd64|a64)$/, "");
  const withoutVersion = withoutBits.replace(/[-_.]?v?\d+(?:\.\d+)*$/, "");
  for (const form of [withoutBits, withoutVersion]) if (form.length >= 2) forms.push(`${form}${ending}`);
  if (platform === "macos") forms.push(bare.replace(MACOS_HELPER, ""));
  return forms;
}

/** Suffixes of the helper processes of a macOS application. */
const MACOS_HELPER = / (?:(?:extension |login ?item )?helper|web content|networking|updater|launcher)(?: \([a-z]+\))?$/;
/** Programs whose process name contains the database or system that they serve: `ora_pmon_ORCL`, `dw.sapPRD_D00`. */
const INSTANCES: readonly (readonly [RegExp, string])[] = [
  [/^(?:ora|asm|apx|mdb)_[a-z0-9]{3,4}_[+$\w]+$/, "oracle"],
  [/^oracle(?:[+$\w]+) \(local=(?:no|yes)\)$/, "oracle"],
  [/^(dw|en|ms|jc|er|co|gw|ig|wd)\.sap[a-z0-9]{3}_\w+$/, "disp+work"],
  [/^db2sysc \d+$/, "db2sysc"],
];

/** The program's name for a process name with an instance; undefined for any other. */
function withoutInstance(name: string): string | undefined {
  return INSTANCES.find(([pattern]) => pattern.test(name))?.[1];
}

function isVeryShort(name: string): boolean {
  return name.length < 4;
}
