/** Where a program's name was read: the same text means different things in a package list and in a browser. */
export const SOFTWARE_PLATFORMS = [
  "windows_program",
  "macos_app",
  "deb",
  "rpm",
  "homebrew",
  "python",
  "npm",
  "java",
  "vscode_extension",
  "chrome_extension",
  "firefox_addon",
  "android",
  "appliance",
  "other",
] as const;

export type SoftwarePlatform = (typeof SOFTWARE_PLATFORMS)[number];

/** Lists whose names are package names: lower case, hyphens, versions inside. */
export const PACKAGE_PLATFORMS: ReadonlySet<SoftwarePlatform> = new Set(["deb", "rpm", "homebrew"]);
/** Libraries of a language: their names say nothing about applications of the same name. */
export const LIBRARY_PLATFORMS: ReadonlySet<SoftwarePlatform> = new Set(["python", "npm", "java"]);
/** Things that run inside another program. */
export const EXTENSION_PLATFORMS: ReadonlySet<SoftwarePlatform> = new Set([
  "vscode_extension",
  "chrome_extension",
  "firefox_addon",
]);

export const PROCESS_PLATFORMS = ["windows", "macos", "linux"] as const;
export type ProcessPlatform = (typeof PROCESS_PLATFORMS)[number];
