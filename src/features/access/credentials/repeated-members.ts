/** A text with the colon that makes it a name, or a bracket: all that tells which names stand in which object. */
const PARTS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/**
 * Whether an object of a JSON text names a member twice. Parsers differ in which of the two counts, so such a token would
 * say one thing to us and another to somebody else (RFC 7519, section 4: claim names are unique).
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
