import { PACKAGE_PLATFORMS, type SoftwarePlatform } from "../platforms.ts";

const MAX_SHAPED_LENGTH = 160;
/** Names of Debian packages: lower case (Debian Policy 5.6.7), here with an architecture or a version behind them. */
const DEB = /^[a-z0-9][a-z0-9+.~_-]*(?::[a-z0-9]{2,12})?$/;
/** Names of RPM packages may have capitals (ImageMagick), but neither blanks nor brackets. */
const RPM = /^[A-Za-z0-9_][\w.+~^-]*(?::[\w.~^-]+)?$/;
const HOMEBREW = /^[a-z0-9][\w.+@/-]*$/;
/** Parts that only installers of Windows add. */
const OF_INSTALLER =
  /[-_.](?:x64|x86(?!_64)|win(?:32|64|dows)?|(?:32|64)[-_]?bits?|setup|installer)(?=$|[-_.])|\.(?:exe|msi|app|dmg)$/i;
/** Identifiers of Flatpak and macOS: `org.example.Tool`. */
const BUNDLE = /^(?:com|org|net|io|de|fr|me|app|dev)\.[\w-]+\.[\w.-]+$/;
const LOWER_CASE_PACKAGE = /^(?=[^\d]*\d)(?:lib|[a-z][a-z0-9+.]*-)[a-z0-9+._:-]*$/;

/**
 * The platform whose rules a name follows: that of its source, unless no name of the source can have such a form. On a
 * Linux host programs outside the package manager are reported too ("X Runtime (x86)", "nginx 1.18.0").
 */
export function platformOfName(text: string, platform: SoftwarePlatform): SoftwarePlatform {
  if (!PACKAGE_PLATFORMS.has(platform)) return platform;
  if (text.length > MAX_SHAPED_LENGTH) return text.includes(" ") ? "other" : platform;
  const form = platform === "deb" ? DEB : platform === "rpm" ? RPM : HOMEBREW;
  return form.test(text) && !OF_INSTALLER.test(text) && !BUNDLE.test(text) ? platform : "other";
}

/** Whether a name in a list of programs can only be that of a package: "libexample3", "example-utils-2". */
export function looksLikePackage(text: string): boolean {
  return text.length <= MAX_SHAPED_LENGTH && LOWER_CASE_PACKAGE.test(text) && !OF_INSTALLER.test(text);
}
