/** Source of a program's name: the same text denotes different software in a package list and in a browser. */
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

/** Platforms with package names: lower case, hyphens, versions included. */
export const PACKAGE_PLATFORMS: ReadonlySet<SoftwarePlatform> = new Set(["deb", "rpm", "homebrew"]);
/** Registries of language libraries: their names are unrelated to applications of the same name. */
export const LIBRARY_PLATFORMS: ReadonlySet<SoftwarePlatform> = new Set(["python", "npm", "java"]);
/** Extensions, which run inside another program. */
export const EXTENSION_PLATFORMS: ReadonlySet<SoftwarePlatform> = new Set([
  "vscode_extension",
  "chrome_extension",
  "firefox_addon",
]);

/** Whether names are those of programs: neither of packages nor of libraries nor of extensions. */
export function namesPrograms(platform: SoftwarePlatform): boolean {
  return !PACKAGE_PLATFORMS.has(platform) && !LIBRARY_PLATFORMS.has(platform) && !EXTENSION_PLATFORMS.has(platform);
}

export const PROCESS_PLATFORMS = ["windows", "macos", "linux"] as const;
export type ProcessPlatform = (typeof PROCESS_PLATFORMS)[number];
