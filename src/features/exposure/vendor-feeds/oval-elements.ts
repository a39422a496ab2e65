import { StringDecoder } from "node:string_decoder";
import { VendorFeedFault } from "./statement.ts";

/** Elements of an OVAL file that are read, each parsed on its own; everything around them only frames them. */
const WANTED = /<(?:[A-Za-z][\w.-]*:)?(definition|(?:dpkg|rpm)info_(?:test|object|state)|constant_variable)(?=[\s/>])/g;
const MAX_ELEMENT = 8 * 1024 * 1024;
const ROOT_END = /<\/(?:[\w.-]+:)?oval_definitions\s*>\s*$/;
const KEPT = 4096;

/**
 * Cuts the wanted elements out of an OVAL file of any size, one after the other as they stand, holding one element at a time.
 *
 * @throws VendorFeedFault if the file is no OVAL file, ends early, or has an element of more than 8 MB
 */
export async function* ovalElements(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let text = "";
  let isOval = false;
  for await (const chunk of chunks) {
    text += decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    isOval ||= /<(?:[\w.-]+:)?oval_definitions[\s>]/.test(text);
    if (!isOval && text.length > 64 * 1024) throw new VendorFeedFault("is no OVAL file: it has no oval_definitions");
    const { elements, rest } = cut(text);
    yield* elements;
    text = rest;
    if (text.length > MAX_ELEMENT) throw new VendorFeedFault(`holds an element of more than ${MAX_ELEMENT} characters`);
  }
  if (!isOval) throw new VendorFeedFault("is no OVAL file: it has no oval_definitions");
  if (!ROOT_END.test(text + decoder.end())) throw new VendorFeedFault("ends early");
}

function cut(text: string): { elements: string[]; rest: string } {
  const elements: string[] = [];
  let from = 0;
  for (;;) {
    WANTED.lastIndex = from;
    const match = WANTED.exec(text);
    // Without a wanted element only its beginning, or the end of the file, may stand in what is left.
    if (match === null) return { elements, rest: text.slice(Math.max(from, text.length - KEPT)) };
    const end = endOf(text, match);
    if (end === -1) return { elements, rest: text.slice(match.index) };
    elements.push(text.slice(match.index, end));
    from = end;
  }
}

/** Index behind the element; -1 if its end has not arrived. */
function endOf(text: string, { 0: begin, index }: RegExpExecArray): number {
  const tagEnd = text.indexOf(">", index);
  if (tagEnd === -1) return -1;
  if (text[tagEnd - 1] === "/") return tagEnd + 1;
  const close = `</${begin.slice(1)}>`;
  const end = text.indexOf(close, tagEnd);
  return end === -1 ? -1 : end + close.length;
}
