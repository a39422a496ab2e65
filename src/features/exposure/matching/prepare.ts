import { parseCpeName } from "../../../model/cpe-name.ts";
import { isMetapackageVersion } from "../../../model/debian-version.ts";
import { architectureOf } from "./architectures.ts";
import { type Attributes, attributesOf } from "./criterion.ts";
import type { InstalledVersion } from "./match-version.ts";
import { keyOf } from "./product-key.ts";
import { familyOf, type System, wordsOfSystem } from "./systems.ts";
import type { Host, Installed, Successors } from "./types.ts";
import { isJavaForm } from "./versions/java-version.ts";
import { makerVersionOf } from "./versions/maker-version.ts";
import { parseVersion } from "./versions/parse-version.ts";

/** An installed program, read once for all CVEs. */
export interface PreparedInstalled extends InstalledVersion {
  /**
   * Its product key and, for a deprecated name, its successor's; empty for an unreadable CPE name, and for a metapackage, which is
   * no installation of the product.
   */
  readonly keys: readonly string[];
  readonly attributes: Attributes | undefined;
  /** From a distribution, whose fixes do not show in the maker's version. */
  readonly isDistributed: boolean;
}

/** A server, read once for all its programs and CVEs. */
export interface PreparedHost extends System {
  readonly system: InstalledVersion;
  /** In its one spelling (`x64`, `x86`, `arm64`); null for unknown. */
  readonly architecture: string | null;
  readonly programs: ReadonlyMap<string, readonly PreparedInstalled[]>;
}

const UNKNOWN_VERSION: InstalledVersion = { version: null, codename: undefined, update: "*", isJava: false };
const NO_SUCCESSORS: Successors = new Map();

/** Reads an installed program. `successors`: product key of a deprecated name -> that of the one name that replaces it. */
export function prepareInstalled(installed: Installed, successors: Successors = NO_SUCCESSORS): PreparedInstalled {
  const isDistributed = installed.kind === "deb" || installed.kind === "rpm";
  const isMetapackage = installed.kind === "deb" && isMetapackageVersion(installed.version ?? "");
  const name = isMetapackage ? undefined : parseCpeName(installed.cpeName);
  if (name === undefined) return { keys: [], attributes: undefined, isDistributed, ...UNKNOWN_VERSION };
  const key = keyOf(name);
  const successor = successors.get(key);
  const isOpen = name.version === "*" || name.version === "-";
  return {
    keys: successor === undefined || successor === key ? [key] : [key, successor],
    attributes: attributesOf(name),
    isDistributed,
    ...versionOf(isOpen ? makerVersionOf(installed.version ?? "", installed.kind) : name.version, name.update),
  };
}

function versionOf(text: string, update = "*"): InstalledVersion {
  const version = parseVersion(text, update);
  const codename = version === null ? text.trim().toLowerCase() : "";
  return { version, codename: codename === "" ? undefined : codename, update, isJava: isJavaForm(text, update) };
}

/** Reads a server and its programs. */
export function prepareHost(host: Host, successors: Successors = NO_SUCCESSORS): PreparedHost {
  const programs = new Map<string, PreparedInstalled[]>();
  for (const other of host.others) {
    const prepared = prepareInstalled(other, successors);
    for (const key of prepared.keys) {
      const known = programs.get(key);
      if (known) known.push(prepared);
      else programs.set(key, [prepared]);
    }
  }
  const words = wordsOfSystem(host.os.name ?? "");
  return {
    family: words.length === 0 ? null : (familyOf(words) ?? "other"),
    words,
    system: versionOf(host.os.version ?? ""),
    architecture: architectureOf(host.os.architecture ?? ""),
    programs,
  };
}
