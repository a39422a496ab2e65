import type { SoftwarePlatform } from "../platforms.ts";

/** Values of `target_sw` that name an operating system: they restrict an application, but do not change its kind. */
const SYSTEMS = new Set([
  "windows",
  "windows_10",
  "macos",
  "mac_os",
  "mac_os_x",
  "mac",
  "os_x",
  "linux",
  "linux_kernel",
  "unix",
  "x64",
  "x86",
  "android",
  "iphone_os",
  "ipados",
  "ios",
]);
const MOBILE = new Set(["android", "iphone_os", "ipados", "ios", "tvos", "watchos"]);
/** Values that name a language or its registry: the product is a library of it, or a program written in it. */
const ECOSYSTEMS = new Set([
  "node.js",
  "nodejs",
  "node",
  "python",
  "pypi",
  "ruby",
  "rust",
  "go",
  "golang",
  "perl",
  "php",
  "java",
  "maven",
  ".net",
  "nuget",
  "erlang",
  "elixir",
  "haskell",
  "nim",
  "lua",
  "swift",
  "dart",
  "r",
]);

const TARGETS_OF_PLATFORM: Partial<Readonly<Record<SoftwarePlatform, ReadonlySet<string>>>> = {
  python: new Set(["python", "pypi"]),
  npm: new Set(["node.js", "nodejs", "node"]),
  java: new Set(["java", "maven"]),
  vscode_extension: new Set(["visual_studio_code", "vscode", "visual_studio"]),
  chrome_extension: new Set(["chrome", "google_chrome", "chromium", "edge", "edge_chromium"]),
  firefox_addon: new Set(["firefox", "mozilla_firefox", "thunderbird"]),
  android: new Set(["android"]),
};

/**
 * How a product's `target_sw` fits the platform of a name: `own` = made for that platform, `open` = no restriction against
 * it, `ecosystem` = a library or program of some language, `foreign` = a plug-in of another host, so never a match.
 */
export type TargetFit = "own" | "open" | "ecosystem" | "foreign";

export function targetFit(targets: readonly string[], platform: SoftwarePlatform): TargetFit {
  const platformTargets = TARGETS_OF_PLATFORM[platform];
  if (platformTargets && targets.some((target) => platformTargets.has(target))) return "own";
  if (targets.some((target) => target === "*" || target === "-")) return "open";
  if (targets.some((target) => SYSTEMS.has(target) && !MOBILE.has(target))) return platformTargets ? "foreign" : "open";
  if (targets.some((target) => MOBILE.has(target))) return platformTargets ? "foreign" : "ecosystem";
  return targets.some((target) => ECOSYSTEMS.has(target)) ? "ecosystem" : "foreign";
}

/** The `target_sw` of a matched name: the host of a plug-in, the language of a library, `*` for an application. */
export function targetOf(targets: readonly string[], platform: SoftwarePlatform): string {
  if (targets.includes("*") || targets.length === 0) return "*";
  const platformTarget = targets.find((target) => TARGETS_OF_PLATFORM[platform]?.has(target));
  return platformTarget ?? (targets.length === 1 && !SYSTEMS.has(targets[0]!) ? targets[0]! : "*");
}
