/** The parts of a package URL (purl) that feeds and bills of materials use. */
export interface PackageAddress {
  type: string;
  /** Empty for none; parts joined by `/`. */
  namespace: string;
  name: string;
  /** Null for none. */
  version: string | null;
  qualifiers: ReadonlyMap<string, string>;
}

const MAX_LENGTH = 2048;
const ADDRESS = /^pkg:\/*([a-z][a-z0-9.+-]*)\/([^?#]+)(?:\?([^#]*))?(?:#.*)?$/i;

/** Reads a package URL (`pkg:rpm/redhat/openssl@3.0.7-27.el9?epoch=1`). Undefined for anything else. */
export function parsePackageAddress(text: unknown): PackageAddress | undefined {
  if (typeof text !== "string" || text.length > MAX_LENGTH) return undefined;
  const match = ADDRESS.exec(text.trim());
  if (match === null) return undefined;
  const [, type = "", path = "", query = ""] = match;
  const at = path.lastIndexOf("@");
  const hasVersion = at > path.lastIndexOf("/") + 1;
  const segments = (hasVersion ? path.slice(0, at) : path)
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
  const name = segments.pop();
  const version = hasVersion ? decoded(path.slice(at + 1)) : null;
  if (name === undefined || name === "" || segments.includes(undefined) || version === undefined) return undefined;
  return {
    type: type.toLowerCase(),
    namespace: segments.join("/"),
    name,
    version: version === "" ? null : version,
    qualifiers: qualifiersOf(query),
  };
}

function qualifiersOf(query: string): Map<string, string> {
  const pairs = query
    .split("&")
    .map((pair) => [pair.split("=", 1)[0]!.toLowerCase(), decoded(pair.slice(pair.indexOf("=") + 1))] as const);
  return new Map(pairs.filter((pair): pair is readonly [string, string] => pair[0] !== "" && pair[1] !== undefined));
}

/** Undefined for text with a broken escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The version with its epoch, as package managers write it. */
export function fullVersionOf({ version, qualifiers }: PackageAddress): string | null {
  const epoch = qualifiers.get("epoch");
  return version !== null && epoch !== undefined && /^\d+$/.test(epoch) && !version.includes(":")
    ? `${epoch}:${version}`
    : version;
}
