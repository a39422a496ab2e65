const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  x64: ["x64", "x86_64", "x86-64", "amd64", "64-bit", "64bit"],
  x86: ["x86", "i386", "i486", "i586", "i686", "ia32", "x32", "32-bit", "32bit"],
  arm64: ["arm64", "aarch64", "armv8"],
  arm: ["arm", "armv7", "armv7l", "armhf", "armv6l"],
  itanium: ["itanium", "ia64"],
  ppc: ["ppc", "powerpc"],
  ppc64: ["ppc64", "ppc64le", "ppc64el"],
  sparc: ["sparc", "sparc64"],
  s390x: ["s390x"],
};
const names = new Map(Object.entries(SPELLINGS).flatMap(([name, spellings]) => spellings.map((each) => [each, name])));

/** An architecture in its one spelling; null for one that is not known. */
export function architectureOf(text: string): string | null {
  return names.get(text.trim().toLowerCase()) ?? null;
}
