import type { InstalledApplication } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, isAbsent, toDate, toNumber } from "../text.ts";

const DATABASES = ["/usr/lib/sysimage/rpm", "/var/lib/rpm"];
/** Unit and record separator: no tag can hold them, while blanks, tabs and line ends do occur. */
const [UNIT, RECORD] = ["\u001f", "\u001e"];
const TAGS = ["%{NAME}", "%|EPOCH?{%{EPOCH}:}|%{VERSION}-%{RELEASE}", "%{ARCH}", "%{VENDOR}", "%{INSTALLTIME}"];
export const RPM_QUERY = ["-qa", "--qf", TAGS.join(UNIT) + RECORD];

/** Parses the output of `RPM_QUERY`, without the keys that rpm lists as packages named `gpg-pubkey`. */
export function parseRpm(text: string): InstalledApplication[] {
  return text.split(RECORD).flatMap((record) => {
    const [name, version, architecture, vendor, installed] = record.split(UNIT).map(value);
    if (!name || name === "gpg-pubkey") return [];
    return definedFields<InstalledApplication>({
      name,
      vendor,
      version,
      architecture,
      install_date: toDate(toNumber(installed)),
    });
  });
}

/** Packages in rpm's database; undefined if the host has none. */
export async function readRpm(scan: Scan): Promise<InstalledApplication[] | undefined> {
  for (const folder of DATABASES) {
    const names = await scan.files.list(folder).catch((error: unknown) => {
      if (isAbsent(error)) return [];
      throw error;
    });
    if (names.some((name) => /^(rpmdb\.sqlite|Packages(\.db)?)$/.test(name))) {
      return parseRpm(await scan.output("rpm", RPM_QUERY));
    }
  }
  return undefined;
}

function value(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === "(none)" || trimmed === "" ? undefined : trimmed;
}
