import { type AppError, invalidField } from "../../errors.ts";
import { doctypeEnd } from "./xml-doctype.ts";

/** Deepest nesting of elements. */
export const MAX_DEPTH = 64;
/** Most elements and attributes kept, attributes of one element, characters of a text and of a name. */
export const XML_LIMITS = { nodes: 750_000, attributes: 256, text: 1_000_000, name: 256 } as const;

const NAME = /[A-Za-z_:][A-Za-z0-9_:.-]*/y;
const BLANKS = /[ \t\r\n]*/y;
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Names of ignored elements by name of the root element. */
export type IgnoredByRoot = (root: string) => ReadonlySet<string> | undefined;

/** A checked document, safe for a parser. */
export interface GuardedXml {
  /** Name of the root element. */
  root: string;
  /** Elements and texts only, without declaration, DOCTYPE, processing instructions, comments and ignored elements. */
  elements: string;
}

interface Scan {
  readonly text: string;
  at: number;
  open: string[];
  root: string | undefined;
  /** Number of elements and attributes kept so far. */
  nodes: number;
  doctype: boolean;
  ignored: ReadonlySet<string> | undefined;
  /** Start of the ignored element that contains the current position, and the number of open elements around it. */
  skipping: { start: number; depth: number } | undefined;
  /** Start of the kept text that is not among the pieces yet. */
  from: number;
  pieces: string[];
}

/**
 * Checks the markup of an XML 1.0 document before a parser builds its tree, in one pass without recursion: well-formed,
 * not too deep, not too large. A DOCTYPE is removed; one that declares entities is refused, so that none is ever
 * expanded or fetched. Not `sax`: even in strict mode it accepts a second root, a repeated attribute, "<" in a value
 * and a CDATA section outside the root.
 *
 * @param ignored names of elements, by root, that are removed with their content
 * @throws AppError VALIDATION_ERROR with line and column
 */
export function guardXml(text: string, ignored: IgnoredByRoot = () => undefined): GuardedXml {
  const scan = begin(text);
  for (;;) {
    const start = text.indexOf("<", scan.at);
    characters(scan, start === -1 ? text.length : start);
    if (start === -1) break;
    scan.at = start;
    markup(scan, ignored);
  }
  const unclosed = scan.open.at(-1);
  if (unclosed !== undefined) throw fault(scan, text.length, `ends before <${unclosed}> is closed`);
  if (scan.root === undefined) throw fault(scan, text.length, "holds no element");
  scan.pieces.push(text.slice(scan.from));
  return { root: scan.root, elements: scan.pieces.join("") };
}

function begin(text: string): Scan {
  const nothing = { root: undefined, ignored: undefined, skipping: undefined };
  return { text, at: 0, open: [], nodes: 0, doctype: false, from: 0, pieces: [], ...nothing };
}

function characters(scan: Scan, end: number): void {
  if (end - scan.at > XML_LIMITS.text)
    throw fault(scan, scan.at, `holds a text of more than ${XML_LIMITS.text} characters`);
  if (scan.open.length > 0) return;
  BLANKS.lastIndex = scan.at;
  BLANKS.test(scan.text);
  if (BLANKS.lastIndex < end) throw fault(scan, BLANKS.lastIndex, "holds text outside its root element");
}

function markup(scan: Scan, ignored: IgnoredByRoot): void {
  const { text, at } = scan;
  const sign = text[at + 1];
  if (sign === "/") closingTag(scan);
  else if (sign === "?") drop(scan, at, closing(scan, "?>", at + 2, "a processing instruction"));
  else if (sign !== "!") openingTag(scan, ignored);
  else if (text.startsWith("<!--", at)) drop(scan, at, closing(scan, "-->", at + 4, "a comment"));
  else if (text.startsWith("<![CDATA[", at)) cdata(scan);
  else if (text.startsWith("<!DOCTYPE", at)) doctype(scan);
  else throw fault(scan, at, "holds markup that is not XML");
}

/** Index after the terminator. */
function closing(scan: Scan, terminator: string, from: number, what: string): number {
  const end = scan.text.indexOf(terminator, from);
  if (end === -1) throw fault(scan, scan.at, `does not close ${what}`);
  return end + terminator.length;
}

/** Removes a part of the markup, unless an ignored element contains it. */
function drop(scan: Scan, start: number, end: number): void {
  scan.at = end;
  if (scan.skipping) return;
  if (start > scan.from) scan.pieces.push(scan.text.slice(scan.from, start));
  scan.from = end;
}

function doctype(scan: Scan): void {
  if (scan.doctype || scan.root !== undefined) throw fault(scan, scan.at, "holds a DOCTYPE where none may stand");
  scan.doctype = true;
  const end = doctypeEnd(scan.text, scan.at);
  if (typeof end === "object") throw fault(scan, end.at, end.reason);
  drop(scan, scan.at, end);
}

function cdata(scan: Scan): void {
  if (scan.open.length === 0) throw fault(scan, scan.at, "holds text outside its root element");
  const end = closing(scan, "]]>", scan.at + 9, "a CDATA section");
  if (end - scan.at > XML_LIMITS.text)
    throw fault(scan, scan.at, `holds a text of more than ${XML_LIMITS.text} characters`);
  scan.at = end;
}

function closingTag(scan: Scan): void {
  const name = nameAt(scan, scan.at + 2);
  const end = blanksEnd(scan, scan.at + 2 + name.length);
  if (scan.text[end] !== ">") throw fault(scan, end, `does not end the tag </${name}>`);
  const expected = scan.open.pop();
  if (expected === undefined) throw fault(scan, scan.at, `closes <${name}>, which is not open`);
  if (expected !== name) throw fault(scan, scan.at, `closes <${name}> where <${expected}> is open`);
  scan.at = end + 1;
  endSkipping(scan);
}

/** Removes the ignored element; the current position is after its end. */
function endSkipping(scan: Scan): void {
  if (scan.skipping === undefined || scan.open.length !== scan.skipping.depth) return;
  const { start } = scan.skipping;
  scan.skipping = undefined;
  drop(scan, start, scan.at);
}

function openingTag(scan: Scan, ignored: IgnoredByRoot): void {
  const { at: start, open } = scan;
  const name = nameAt(scan, start + 1);
  if (open.length === 0) {
    if (scan.root !== undefined) throw fault(scan, start, "holds a second root element");
    scan.root = name;
    scan.ignored = ignored(name);
  } else if (!scan.skipping && scan.ignored?.has(name)) {
    scan.skipping = { start, depth: open.length };
  }
  if (open.length >= MAX_DEPTH) throw fault(scan, start, `nests deeper than ${MAX_DEPTH} levels`);
  const { end, count } = attributes(scan, name, start + 1 + name.length);
  if (!scan.skipping) scan.nodes += 1 + count;
  if (scan.nodes > XML_LIMITS.nodes)
    throw fault(scan, start, `holds more than ${XML_LIMITS.nodes} elements and attributes`);
  if (scan.text[end] === ">") {
    open.push(name);
    scan.at = end + 1;
  } else if (scan.text.startsWith("/>", end)) {
    scan.at = end + 2;
    endSkipping(scan);
  } else {
    throw fault(scan, end, `does not end the tag <${name}>`);
  }
}

/** Number of attributes, and the index after them and trailing blanks. */
function attributes(scan: Scan, element: string, from: number): { end: number; count: number } {
  const { text } = scan;
  const names: string[] = [];
  let at = blanksEnd(scan, from);
  while (at < text.length && text[at] !== ">" && text[at] !== "/") {
    if (at === from) throw fault(scan, at, `does not end the tag <${element}>`);
    const name = nameAt(scan, at);
    const equals = blanksEnd(scan, at + name.length);
    if (text[equals] !== "=") throw fault(scan, equals, `gives the attribute ${name} no value`);
    const quote = blanksEnd(scan, equals + 1);
    if (text[quote] !== '"' && text[quote] !== "'") throw fault(scan, quote, `does not quote the attribute ${name}`);
    const end = text.indexOf(text[quote], quote + 1);
    if (end === -1) throw fault(scan, quote, `does not close the attribute ${name}`);
    const value = text.slice(quote + 1, end);
    if (value.length > XML_LIMITS.text)
      throw fault(scan, quote, `holds a text of more than ${XML_LIMITS.text} characters`);
    if (value.includes("<")) throw fault(scan, quote, `holds "<" in the attribute ${name}`);
    if (names.includes(name)) throw fault(scan, at, `repeats the attribute ${name}`);
    if (names.push(name) > XML_LIMITS.attributes) throw fault(scan, at, `gives <${element}> too many attributes`);
    from = end + 1;
    at = blanksEnd(scan, from);
  }
  return { end: at, count: names.length };
}

function nameAt(scan: Scan, at: number): string {
  NAME.lastIndex = at;
  const name = NAME.exec(scan.text)?.[0];
  if (name === undefined)
    throw fault(scan, at, at < scan.text.length ? "holds no name where one must stand" : "ends inside a tag");
  if (name.length > XML_LIMITS.name) throw fault(scan, at, `holds a name of more than ${XML_LIMITS.name} characters`);
  if (RESERVED.has(name)) throw fault(scan, at, `holds ${name}, which is not an allowed name`);
  return name;
}

function blanksEnd(scan: Scan, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(scan.text);
  return BLANKS.lastIndex;
}

function fault({ text }: Scan, at: number, reason: string): AppError {
  let line = 1;
  let start = 0;
  for (let newline = text.indexOf("\n"); newline !== -1 && newline < at; newline = text.indexOf("\n", start)) {
    line++;
    start = newline + 1;
  }
  return invalidField("body", `is XML that ${reason} (line ${line}, column ${at - start + 1})`);
}
