/** A string, with the colon that makes it a member name, or a bracket: enough to assign names to objects. */
const PARTS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/**
 * Whether an object of a JSON text repeats a member name. Parsers differ in which of the two they keep, so such a token
 * could mean different things to different readers (RFC 7519, section 4: claim names are unique).
 *
 * @param json well-formed JSON
 */
export function repeatsMember(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [part, colon] of json.matchAll(PARTS)) {
    if (part === "{" || part === "[") open.push(new Set());
    else if (part === "}" || part === "]") open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(part.slice(0, -colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
