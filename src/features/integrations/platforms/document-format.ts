import { isObject, type JsonObject } from "./json.ts";

/**
 * Plain text in the Atlassian Document Format, in which Jira keeps rich text: a `doc` of version 1 with a paragraph for each
 * part between empty lines and a `hardBreak` for each further end of a line. A `text` node holds one character at the least.
 * Source: developer.atlassian.com, "Atlassian Document Format", and the JSON schema of `@atlaskit/adf-schema`.
 */
export function toDocument(text: string): JsonObject {
  const paragraphs = text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((part) => part.replace(/^\n+|\n+$/g, ""))
    .filter((part) => part !== "");
  return { type: "doc", version: 1, content: paragraphs.map((part) => ({ type: "paragraph", content: inline(part) })) };
}

function inline(part: string): JsonObject[] {
  return part.split("\n").flatMap((line, i) => {
    const text = line === "" ? [] : [{ type: "text", text: line }];
    return i === 0 ? text : [{ type: "hardBreak" }, ...text];
  });
}

const MAX_DEPTH = 32;

/** The text of a document, with a space between its blocks and for each hard break. */
export function textOfDocument(node: unknown, depth = 0): string {
  if (!isObject(node) || depth > MAX_DEPTH) return "";
  if (node.type === "text") return typeof node.text === "string" ? node.text : "";
  if (node.type === "hardBreak") return " ";
  const content = Array.isArray(node.content) ? node.content : [];
  const text = content.map((each) => textOfDocument(each, depth + 1)).join("");
  return node.type === "paragraph" ? `${text} ` : text;
}
