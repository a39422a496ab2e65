/** Families of operating systems, and the words by which they are recognised. */
const FAMILIES: readonly (readonly [family: string, words: RegExp])[] = [
  ["android", /\bandroid\b/],
  ["ios", /\b(?:ios|ipados|iphone|ipad)\b/],
  ["cisco", /\b(?:cisco|ios[ -]?x[er]|nx-os|asa os)\b/],
  ["esxi", /\b(?:esxi?|vmkernel|vmware esx)\b/],
  ["windows", /\b(?:windows|mswin32|win32|win64|winnt)\b/],
  ["macos", /\b(?:mac ?os(?: ?x)?|macosx|os x|darwin)\b/],
  ["freebsd", /\b(?:freebsd|pfsense|opnsense|truenas core)\b/],
  ["openbsd", /\bopenbsd\b/],
  ["netbsd", /\bnetbsd\b/],
  ["solaris", /\b(?:solaris|sunos|illumos|smartos|omnios)\b/],
  ["aix", /\baix\b/],
  ["hp-ux", /\bhp-?ux\b/],
  ["junos", /\b(?:junos|juniper)\b/],
  ["fortios", /\b(?:fortios|fortigate|fortinet)\b/],
  ["routeros", /\b(?:routeros|mikrotik)\b/],
  ["pan-os", /\b(?:pan-?os)\b/],
  [
    "linux",
    /\b(?:linux|debian|ubuntu|red ?hat|rhel|centos|fedora|suse|sles|opensuse|rocky|almalinux|archlinux|alpine|gentoo|manjaro|linuxmint|kali|raspbian|nixos|slackware|proxmox|coreos|flatcar|openwrt|photon)\b/,
  ],
];

/** Longer guesses of scanners list everything that is possible. */
const MAX_LENGTH = 512;

/**
 * The family of an operating system from what scanners write (`Microsoft Windows Server 2022`, `Linux 5.4`,
 * `debian`): the first text that names one, and in it the family named first. Undefined when none does.
 */
export function osFamilyOf(...texts: (string | null | undefined)[]): string | undefined {
  for (const text of texts) {
    const family = text ? familyIn(text.slice(0, MAX_LENGTH).toLowerCase()) : undefined;
    if (family !== undefined) return family;
  }
  return undefined;
}

function familyIn(text: string): string | undefined {
  let first: { family: string; at: number } | undefined;
  for (const [family, words] of FAMILIES) {
    const at = text.search(words);
    if (at >= 0 && (first === undefined || at < first.at)) first = { family, at };
  }
  return first?.family;
}
