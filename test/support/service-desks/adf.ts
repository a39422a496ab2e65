import { isObject } from "./desk.ts";

/**
 * Why a value is no document of plain text in the Atlassian Document Format, by its JSON schema: a `doc` of version 1 with
 * paragraphs of `text` (one character at the least, no line breaks) and `hardBreak`, without further members; undefined
 * where it is one.
 */
export function adfFault(value: unknown): string | undefined {
  if (!isObject(value) || value.type !== "doc" || value.version !== 1) return "no doc of version 1";
  if (!hasOnly(value, ["type", "version", "content"]) || !Array.isArray(value.content)) return "members of doc";
  for (const block of value.content) {
    if (!isObject(block) || block.type !== "paragraph" || !hasOnly(block, ["type", "content"])) return "no paragraph";
    if (block.content !== undefined && !Array.isArray(block.content)) return "content of a paragraph";
    for (const inline of block.content ?? []) {
      if (!isObject(inline)) return "no node";
      const isBreak = inline.type === "hardBreak" && hasOnly(inline, ["type"]);
      const { text } = inline;
      const isText = inline.type === "text" && hasOnly(inline, ["type", "text"]) && typeof text === "string";
      if (!isBreak && !(isText && text !== "" && !/[\r\n]/.test(text))) return "no text";
    }
  }
  return undefined;
}

function hasOnly(node: Record<string, unknown>, names: string[]): boolean {
  return Object.keys(node).every((name) => names.includes(name));
}
