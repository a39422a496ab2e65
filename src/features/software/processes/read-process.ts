import { parseFields } from "../../../model/fields.ts";
import { isObject } from "../../../model/json.ts";
import { cleanText, type ProcessPlatform } from "../engine/index.ts";

/** A process as a scanner, agent or person wrote it: a name or path, possibly with arguments. */
export interface ReadProcess {
  /** Name or path of the image. */
  image: string;
  /** Last segment of the image, as written. */
  name: string;
  /** The name in lower case without `.exe` or `.app`; names are compared by it. */
  stem: string;
  /** The whole text if it has arguments. */
  commandLine: string | undefined;
}

const MAX_LENGTH = 4_096;
const MAX_NAME_LENGTH = 200;

/** Splits a process text. Reads the first 4,096 characters, in linear time. */
export function readProcess(text: string): ReadProcess {
  const line = cleanText(text.slice(0, MAX_LENGTH).toWellFormed());
  const image = imageOf(line);
  const name = nameOf(image).slice(0, MAX_NAME_LENGTH).toWellFormed();
  const hasArguments = line.replace(/^["']|["']$/g, "").length > image.length;
  return { image, name, stem: stemOf(name), commandLine: hasArguments ? line : undefined };
}

/** The stem of a process name. */
export function stemOf(name: string): string {
  return nameOf(name.trim())
    .toLowerCase()
    .replace(/\.(?:exe|app)$/, "");
}

function imageOf(line: string): string {
  const quote = line[0];
  if (quote === '"' || quote === "'") {
    const end = line.indexOf(quote, 1);
    return end === -1 ? line.slice(1) : line.slice(1, end);
  }
  const windows = /^.{0,1000}?\.(?:exe|com)(?=\s|$)/i.exec(line);
  if (windows) return windows[0];
  if (/^[a-z]:\\/i.test(line) || !line.includes(" ")) return line;
  // Application names on macOS hold blanks, and so do titles such as `postgres: writer process`.
  if (line.startsWith("/")) return /\.app\//.test(line) ? line.replace(/ --?[A-Za-z].*$/, "") : line.split(" ")[0]!;
  const first = line.split(" ", 1)[0]!;
  return /^\S+ (?:--?\w|\/|\S+\.(?:jar|js|mjs|py|rb|pl|php|conf|ini|ya?ml|json)(?:\s|$))/.test(line) ? first : line;
}

function nameOf(image: string): string {
  return image.slice(Math.max(image.lastIndexOf("/"), image.lastIndexOf("\\")) + 1);
}

/** The platform in the first text that names one; undefined if none does. */
export function platformOfSystem(...texts: readonly (string | null | undefined)[]): ProcessPlatform | undefined {
  for (const text of texts) {
    const low = text?.slice(0, 512).toLowerCase() ?? "";
    if (/\b(?:windows|win32|win64|mswin32|winnt)\b/.test(low)) return "windows";
    if (/\b(?:mac ?os(?: ?x)?|macosx|os x|darwin)\b/.test(low)) return "macos";
    if (LINUX.test(low)) return "linux";
  }
  return undefined;
}

const LINUX =
  /\b(?:linux|debian|ubuntu|red ?hat|rhel|centos|fedora|suse|sles|opensuse|rocky|almalinux|archlinux|alpine|gentoo|manjaro|linuxmint|kali|raspbian|nixos|slackware|proxmox|coreos|flatcar|openwrt|photon)\b/;

/** Columns of a server's operating system. */
export interface SystemColumns {
  os: string | null;
  osGuess: string | null;
  /** JSON text; read if `os` is null. */
  customFields: string | null;
}

export function platformOfServer({ os, osGuess, customFields }: SystemColumns): ProcessPlatform | undefined {
  if (os !== null) return platformOfSystem(os, osGuess);
  const fields = parseFields(customFields);
  const system = fields.os;
  const words = isObject(system) ? [system.family, system.name] : [system];
  return platformOfSystem(...words.map((word) => (typeof word === "string" ? word : undefined)), osGuess);
}
