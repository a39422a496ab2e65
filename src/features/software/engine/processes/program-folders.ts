/** Folders in which systems and installers put programs, and those that hold what people and services keep. */
const SYSTEM_ROOTS = new Set(["opt", "usr", "snap", "app", "bin", "sbin", "lib", "lib64", "applications", "library"]);
/** Below `/var` only the state of installed programs, and the applications of a web server. */
const STATE_ROOTS = new Set(["var/lib", "var/www"]);
const NOT_INSTALLED = new Set([
  "windows",
  "temp",
  "tmp",
  "inetpub",
  "recovery",
  "$recycle.bin",
  "documents and settings",
]);

/**
 * The folders of a path below the place where programs are installed, the outermost first; empty for a path elsewhere. What
 * lies in a user's home, in a temporary folder or among a service's data tells who runs a program, not which one it is.
 */
export function programFoldersOf(path: string): string[] {
  const parts = path
    .slice(0, 1024)
    .split(/[/\\]+/)
    .slice(0, -1);
  const low = parts.map((part) => part.toLowerCase());
  if (/^[a-z]:$/.test(low[0] ?? "")) return parts.slice(windowsStart(low));
  const from = low[0] === "" ? 1 : 0;
  if (from === 0) return [];
  if (low[from] === "users" && low[from + 2] === "applications") return parts.slice(from + 3);
  const isState = STATE_ROOTS.has(low.slice(from, from + 2).join("/"));
  return SYSTEM_ROOTS.has(low[from] ?? "") || isState ? parts.slice(from + (isState ? 2 : 1)) : [];
}

/** Number of parts before the folders of a program on Windows; all of them if there is no program. */
function windowsStart(low: readonly string[]): number {
  const first = low[1] ?? "";
  if (/^program(?: files(?: \(x86\))?|data|s)$/.test(first)) return 2;
  if (first === "users") {
    const isInstalled = low[3] === "appdata" && /^(?:local|roaming|locallow)$/.test(low[4] ?? "") && low[5] !== "temp";
    return isInstalled ? 5 : low.length;
  }
  // Some install below the drive itself: C:\Tool.
  return NOT_INSTALLED.has(first) ? low.length : 1;
}
