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
const UNIX: readonly SystemFamily[] = ["linux", "macos", "bsd", "solaris", "aix", "hp-ux"];

export function wordsOfSystem(name: string): string[] {
  return name.toLowerCase().match(/[a-z]+\d*[a-z]*|\d+[a-z]*\d*/g) ?? [];
}

/** The family a system's name speaks of; undefined for a name without a known word. */
export function familyOf(words: readonly string[]): SystemFamily | undefined {
  if (words.includes("cisco")) return "other";
  return FAMILY_WORDS.find(([, known]) => known.some((word) => words.includes(word)))?.[0];
}

/** Whether a target (`windows`, `mac_os_x`, `unix`) is a server's system; undefined where the target names no system. */
export function matchTargetSystem(target: string, family: SystemFamily | null): Met | undefined {
  const words = wordsOfSystem(target);
  if (target === "unix") return family === null ? "system" : UNIX.includes(family);
  const wanted = familyOf(words);
  if (wanted === undefined) return undefined;
  return family === null ? "system" : family === wanted;
}
