/** Names of Windows: release, then its version ("22H2"), then words of editions, of targets and of installation. */
const WINDOWS =
  /^(?:microsoft )?(windows (?:server )?(?:\d{4}(?: r2)?|\d{1,2}(?:\.1)?|xp|vista|nt \d\.\d|nt|rt))(?:,? (?:version )?(\d{4}|\d{2}h[12]))?((?:,? [\w.()-]+){0,8})$/i;
const EDITION_WORDS = new Set(
  `home pro professional enterprise education standard datacenter essentials foundation web hpc ultimate starter basic premium business
   single language core n kn server installation desktop experience evaluation edition azure hyper-v nano without with bing
   media center workstations for x64 x86 64-bit 32-bit arm64 x64-based arm64-based itanium-based systems service pack sp1 sp2 sp3
   advanced small embedded industry ltsc ltsb 1 2 3 4`.split(/\s+/),
);

/** The names under which a release of Windows is known, from the longest: with and without its version. */
export function windowsForms(name: string): string[] {
  const found = WINDOWS.exec(name.slice(0, 120));
  if (!found) return [];
  const [, release, version, rest] = found;
  const words = rest!
    .toLowerCase()
    .split(/[ ,()]+/)
    .filter((word) => word !== "");
  if (!words.every((word) => EDITION_WORDS.has(word))) return [];
  return version === undefined ? [release!] : [`${release} Version ${version}`, release!];
}
