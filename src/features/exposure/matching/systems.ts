import type { Met } from "./doubt.ts";

/** Families of operating systems that records name as a target or as what a program runs on. */
export type SystemFamily =
  | "windows"
  | "linux"
  | "macos"
  | "ios"
  | "android"
  | "bsd"
  | "solaris"
  | "aix"
  | "hp-ux"
  | "other";

/** A server's system: its family, null for unknown, and the words of its name. */
export interface System {
  readonly family: SystemFamily | null;
  readonly words: readonly string[];
}

/** Words of systems' names; the first family whose word stands in a name is its family. */
const FAMILY_WORDS: readonly (readonly [SystemFamily, readonly string[]])[] = [
  ["windows", ["windows", "win32", "win64"]],
  ["macos", ["macos", "mac", "osx", "darwin"]],
  ["ios", ["ios", "iphone", "ipados", "ipad", "iphoneos"]],
  ["android", ["android"]],
  ["bsd", ["freebsd", "openbsd", "netbsd", "dragonfly", "bsd"]],
  ["solaris", ["solaris", "sunos", "illumos", "opensolaris"]],
  ["aix", ["aix"]],
  ["hp-ux", ["ux", "hpux"]],
  [
    "linux",
    [
      "linux",
      "debian",
      "ubuntu",
      "fedora",
      "centos",
      "suse",
      "opensuse",
      "sles",
      "rhel",
      "redhat",
      "almalinux",
      "raspbian",
    ],
  ],
];
/** Words of distributions of Linux: a target that names one speaks of no other. */
const DISTRIBUTION_WORDS: readonly (readonly [string, readonly string[]])[] = [
  ["debian", ["debian"]],
  ["ubuntu", ["ubuntu"]],
  ["fedora", ["fedora"]],
  ["centos", ["centos"]],
  ["suse", ["suse", "opensuse", "sles"]],
  ["red hat", ["rhel", "redhat", "hat"]],
  ["almalinux", ["almalinux"]],
  ["raspbian", ["raspbian"]],
];
const UNIX: readonly SystemFamily[] = ["linux", "macos", "bsd", "solaris", "aix", "hp-ux"];

export function wordsOfSystem(name: string): string[] {
  return name.toLowerCase().match(/[a-z]+\d*[a-z]*|\d+[a-z]*\d*/g) ?? [];
}

/** The family a system's name speaks of; undefined for a name without a known word. */
export function familyOf(words: readonly string[]): SystemFamily | undefined {
  if (words.includes("cisco")) return "other";
  return FAMILY_WORDS.find(([, known]) => known.some((word) => words.includes(word)))?.[0];
}

function distributionOf(words: readonly string[]): string | undefined {
  return DISTRIBUTION_WORDS.find(([, known]) => known.some((word) => words.includes(word)))?.[0];
}

/** Whether a target (`windows`, `mac_os_x`, `unix`, `ubuntu`) is a server's system; undefined where the target names no system. */
export function matchTargetSystem(target: string, { family, words }: System): Met | undefined {
  const named = wordsOfSystem(target);
  if (target === "unix") return family === null ? "system" : UNIX.includes(family);
  const wanted = familyOf(named);
  if (wanted === undefined) return undefined;
  if (family === null) return "system";
  if (family !== wanted) return false;
  const distribution = distributionOf(named);
  if (distribution === undefined) return true;
  const own = distributionOf(words);
  return own === undefined ? "system" : own === distribution;
}
