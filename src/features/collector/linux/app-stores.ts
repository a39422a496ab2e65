import type { InstalledApplication } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, isAbsent, keyValues, readIfPresent } from "../text.ts";

export const FLATPAK_QUERY = ["list", "--system", "--columns=name,application,version,arch,origin"];

/** Name and version of a snap's meta/snap.yaml; both are top-level plain or quoted scalars. */
export function parseSnap(text: string, location: string): InstalledApplication | undefined {
  const top = keyValues(
    text
      .split("\n")
      .filter((line) => /^[a-z]/.test(line))
      .join("\n"),
    ":",
  );
  const scalar = (key: string) => top.get(key)?.replace(/^(["'])(.*)\1$/, "$2");
  const name = scalar("name");
  if (!name) return undefined;
  return definedFields<InstalledApplication>({ name, version: scalar("version"), install_location: location });
}

/** Snaps at their current revision; undefined if the host has none. */
export async function readSnaps({ files }: Scan): Promise<InstalledApplication[] | undefined> {
  const names = await files.list("/snap").catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
  if (names === undefined) return undefined;
  const snaps = await Promise.all(
    names.map(async (name) => {
      const location = `/snap/${name}/current`;
      const text = await readIfPresent(files, `${location}/meta/snap.yaml`);
      return text === undefined ? undefined : parseSnap(text, location);
    }),
  );
  return snaps.filter((snap) => snap !== undefined);
}

/** Parses the output of `FLATPAK_QUERY`: columns separated by tabs, without a header outside a terminal. */
export function parseFlatpak(text: string): InstalledApplication[] {
  return text.split("\n").flatMap((line) => {
    const [title, id, version, architecture, vendor] = line.split("\t").map((cell) => cell.trim());
    const name = title || id;
    return name ? definedFields<InstalledApplication>({ name, vendor, version, architecture }) : [];
  });
}

/** System-wide flatpaks; undefined if the host has none. */
export async function readFlatpaks(scan: Scan): Promise<InstalledApplication[] | undefined> {
  const apps = await scan.files.list("/var/lib/flatpak/app").catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  return apps.length === 0 ? undefined : parseFlatpak(await scan.output("flatpak", FLATPAK_QUERY));
}
