/**
 * A series of a product, then a count of the packager's own, and no Debian revision: `15+248`, `1:5.7+93`, `15+260.pgdg12+1`.
 * Not a date (`30+20221128`), nor a full version with a build (`17.0.9+9`), which makers' own packages have, nor two versions
 * of makers (`1+2.06+13`).
 */
const METAPACKAGE = /^(?:\d{1,4}:)?\d{1,6}(?:\.\d{1,6})?\+\d{1,4}(?:(?:\.[a-z]|[+~][a-z0-9])[a-z0-9.+~]{0,100})?$/;

/**
 * Whether a dpkg version is that of a metapackage: it has no Debian revision (deb-version(7)) and counts the packager's changes
 * behind the series of the product. Such a package holds nothing of the product; it depends on the packages that do.
 */
export function isMetapackageVersion(version: string): boolean {
  return METAPACKAGE.test(version.trim().toLowerCase());
}
