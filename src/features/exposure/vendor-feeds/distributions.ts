/** A distribution and one of its releases. */
export interface Distribution {
  /** As in `ID` of os-release. */
  distribution: string;
  /** Dotted numbers. */
  release: string;
}

/** Names of distributions as systems and feeds write them; the first that matches counts. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/red ?hat enterprise linux|\brhel\b/i, "rhel"],
  [/ubuntu/i, "ubuntu"],
  [/debian/i, "debian"],
  [/opensuse leap/i, "opensuse-leap"],
  [/suse linux enterprise|\bsle[sd]?\b/i, "sles"],
  [/fedora/i, "fedora"],
  [/alma ?linux/i, "almalinux"],
  [/rocky/i, "rocky"],
  [/oracle linux/i, "ol"],
  [/amazon linux/i, "amzn"],
  [/centos/i, "centos"],
];
const PRODUCTS: readonly (readonly [RegExp, string])[] = [
  [
    /^redhat:(?:enterprise_linux(?:_server|_workstation|_desktop|_eus)?|rhel_(?:eus|aus|tus|e4s|els|eus_long_life))$/,
    "rhel",
  ],
  [/^canonical:ubuntu/, "ubuntu"],
  [/^debian:debian/, "debian"],
  [/^opensuse:leap/, "opensuse-leap"],
  [/^suse:(?:sle|linux_enterprise)/, "sles"],
  [/^fedoraproject:fedora/, "fedora"],
  [/^almalinux:almalinux/, "almalinux"],
  [/^rocky(?:linux)?:/, "rocky"],
  [/^oracle:linux/, "ol"],
  [/^amazon:(?:amazon_)?linux/, "amzn"],
];
/** Releases that package addresses name by their code names. */
const CODE_NAMES: Readonly<Record<string, string>> = {
  ...{ buster: "debian 10", bullseye: "debian 11", bookworm: "debian 12", trixie: "debian 13", forky: "debian 14" },
  ...{ bionic: "ubuntu 18.04", focal: "ubuntu 20.04", jammy: "ubuntu 22.04", noble: "ubuntu 24.04" },
};
const RELEASE = /(\d+(?:\.\d+)*)(?:[ _-]?sp(\d+))?/i;

/** The release in a text: `15 SP5` is 15.5. */
function releaseIn(text: string): string | undefined {
  const match = RELEASE.exec(text);
  if (match === null) return undefined;
  return match[2] === undefined ? match[1] : `${match[1]}.${match[2]}`;
}

/** Reads a name such as `Debian GNU/Linux 12`; undefined for other systems and names without a release. */
export function distributionOfName(name: string): Distribution | undefined {
  const found = NAMES.find(([pattern]) => pattern.test(name));
  if (found === undefined) return undefined;
  const after = name.slice(name.search(found[0]));
  const release = releaseIn(after);
  return release === undefined ? undefined : { distribution: found[1], release };
}

/** The distribution of a server by its system's name and version; null if it is none that feeds speak of. */
export function distributionOfHost(os: { name: string | null; version: string | null }): Distribution | null {
  const name = os.name ?? "";
  const found = NAMES.find(([pattern]) => pattern.test(name));
  const named = distributionOfName(name);
  const release = releaseIn(os.version ?? "") ?? named?.release;
  if (found === undefined || release === undefined) return null;
  // A name with a service pack knows more than a version without one.
  const isFiner = named?.release.startsWith(`${release}.`) ?? false;
  return { distribution: found[1], release: isFiner ? named!.release : release };
}

/** Reads a product of a CPE name with its version and update (`redhat:enterprise_linux`, `9`). */
export function distributionOfCpe(product: string, version: string, update: string): Distribution | undefined {
  const found = PRODUCTS.find(([pattern]) => pattern.test(product));
  const release = releaseIn(`${version}${/^sp\d+$/i.test(update) ? update : ""}`);
  return found && release !== undefined ? { distribution: found[1], release } : undefined;
}

/** Reads the qualifier `distro` of a package address: `debian-12`, `sles-15.5`, `jammy`. */
export function distributionOfQualifier(distro: string): Distribution | undefined {
  return distributionOfName((CODE_NAMES[distro.toLowerCase()] ?? distro).replaceAll("-", " "));
}

/** Distributions whose first release of a number is one of its own: 15 is not 15.5. */
const SEPARATE_RELEASES = new Set(["sles"]);

/** Whether a statement speaks of a server's release: one on 9 speaks of 9.4, one on 9.2 does not, nor one of another distribution. */
export function speaksOf(statement: Distribution, host: Distribution): boolean {
  if (statement.distribution !== host.distribution) return false;
  if (host.release === statement.release) return true;
  return !SEPARATE_RELEASES.has(host.distribution) && host.release.startsWith(`${statement.release}.`);
}
