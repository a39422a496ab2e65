import { XMLParser } from "fast-xml-parser";
import { AppError, invalidField } from "../../errors.ts";
import { textFault } from "../http/json.ts";
import { decodeReferences } from "./xml-entities.ts";
import { guardXml, type IgnoredByRoot, MAX_DEPTH } from "./xml-guard.ts";

/** An element: names as written, no namespaces, texts trimmed, all values texts. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  /** Its own text, pieces between child elements joined. */
  text: string;
}

/** A node of fast-xml-parser: one member named like the element, `:@` for the attributes. */
type ParsedNode = Record<string, unknown>;

const TEXT = "#text";
const ATTRIBUTES = ":@";

/** Decodes references with `decodeReferences`; entities of a DOCTYPE cannot occur here and would be ignored. */
const ENTITY_DECODER = {
  decode: decodeReferences,
  addInputEntities: () => undefined,
  setExternalEntities: () => undefined,
  setXmlVersion: () => undefined,
  reset: () => undefined,
};

/**
 * Parses an XML document of a caller. It follows neither entities nor external addresses; nesting is bounded by 64.
 *
 * @param ignored names of elements, by root, that are removed with their content
 * @throws AppError VALIDATION_ERROR, with line and column where the markup is at fault
 */
export function parseXml(text: string, ignored?: IgnoredByRoot): XmlElement {
  const fault = textFault(text);
  if (fault) throw invalidField("body", fault);
  const { elements } = guardXml(text, ignored);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    parseAttributeValue: false,
    jPath: false,
    maxNestedTags: MAX_DEPTH,
    entityDecoder: ENTITY_DECODER,
  });
  return elementOf(firstOf(parsed(parser, elements)));
}

/** The first child of that name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** A document that the library refuses although the guard accepted it is the caller's fault too. */
function parsed(parser: XMLParser, text: string): ParsedNode[] {
  try {
    return parser.parse(text) as ParsedNode[];
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("VALIDATION_ERROR", "The XML could not be read", {
      violations: [{ field: "body", reason: "is XML that could not be read" }],
      cause: error,
    });
  }
}

function firstOf(nodes: readonly ParsedNode[]): ParsedNode {
  const node = nodes.find((candidate) => nameOf(candidate) !== TEXT);
  if (!node) throw invalidField("body", "is XML without a root element that is read here");
  return node;
}

function elementOf(node: ParsedNode): XmlElement {
  const name = nameOf(node);
  const children: XmlElement[] = [];
  let text = "";
  for (const child of node[name] as ParsedNode[]) {
    if (nameOf(child) === TEXT) text += String(child[TEXT]);
    else children.push(elementOf(child));
  }
  return {
    name,
    attributes: new Map(Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>)),
    children,
    text,
  };
}

function nameOf(node: ParsedNode): string {
  for (const key of Object.keys(node)) if (key !== ATTRIBUTES) return key;
  return TEXT;
}
