const EPOCH = /^\d+:/;
const REPACKED = /[+.~-](?:dfsg|ds|repack|debian)(?:[.\d-].*)?$/;
const REBUILT = /[~+](?:deb|ubuntu|bpo|el|fc)\d.*$/;
const REALLY = /^.*\+really/s;
const UNNAMED_PRE_RELEASE = /^(v?\d+\.\d+\.\d+)-(?!(?:dev|alpha|beta|pre|preview|rc|canary|nightly)\b)/i;
const SNAPSHOT_BEFORE = /~(?=\d)/;
const SNAPSHOT_AFTER = /\^.*$/s;

/**
 * The maker's version inside a distribution package's (rule 2): `1:2.3.4+dfsg-5+deb12u3` and `1:2.3.4-5.el9` are 2.3.4.
 * In semantic versions of npm a hyphen always begins a pre-release. Other kinds carry the maker's version as it is.
 */
export function makerVersionOf(version: string, kind: string): string {
  if (kind === "npm") return version.replace(UNNAMED_PRE_RELEASE, "$1-dev-");
  if (kind !== "deb" && kind !== "rpm") return version;
  let maker = version.trim().toLowerCase().replace(EPOCH, "");
  const revision = maker.lastIndexOf("-");
  if (revision > 0) maker = maker.slice(0, revision);
  maker = maker.replace(REALLY, "").replace(REBUILT, "").replace(REPACKED, "");
  return maker.replace(SNAPSHOT_AFTER, "").replace(SNAPSHOT_BEFORE, "-dev");
}
