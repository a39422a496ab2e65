import { XMLParser } from "fast-xml-parser";
import type { Document } from "./document.ts";
import type { Typesetter } from "./typesetter.ts";

type Attributes = Readonly<Record<string, string>>;
interface Element {
  name: string;
  attributes: Attributes;
  children: (Element | string)[];
}

/** Looks of an element: what it says itself, else its classes, else what it is in. */
type Style = Readonly<Record<string, string>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  trimValues: false,
});

export function sizeOfSvg(svg: string): { width: number; height: number } {
  const read = (name: string) => Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)?.[1] ?? 100);
  return { width: read("width"), height: read("height") };
}

/**
 * Draws an SVG of the maps: groups, rectangles, paths, texts, `use`, markers at the ends of curves, and the flat rules of
 * its style sheet, those for dark screens left out.
 */
export function drawSvg(
  doc: Document,
  text: Typesetter,
  svg: string,
  { x, y, scale }: { x: number; y: number; scale: number },
): void {
  const root = toElements(parser.parse(svg)).find(({ name }) => name === "svg");
  if (!root) throw new Error("the picture is no SVG");
  const pen = { doc, text, rules: rulesOf(root), byId: new Map<string, Element>() };
  collectIds(root, pen.byId);
  doc.save();
  doc.translate(x, y).scale(scale);
  for (const child of elementsIn(root)) drawElement(pen, child, {});
  doc.restore();
}

interface Pen {
  doc: Document;
  text: Typesetter;
  rules: readonly { element: string; inside: string; classes: string; style: Style }[];
  byId: Map<string, Element>;
}

function toElements(nodes: readonly Record<string, unknown>[]): Element[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ":@" && key !== "#text");
    if (name === undefined || name.startsWith("?")) return [];
    const inner = node[name] as Record<string, unknown>[];
    const children = inner.flatMap((child): (Element | string)[] =>
      "#text" in child ? [String(child["#text"])] : toElements([child]),
    );
    return [{ name, attributes: (node[":@"] ?? {}) as Attributes, children }];
  });
}

function elementsIn({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== "string");
}

function textOf(element: Element): string {
  return decode(element.children.map((child) => (typeof child === "string" ? child : "")).join(""));
}

/** The numeric references that our own drawings write. */
function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

function collectIds(element: Element, byId: Map<string, Element>): void {
  const { id } = element.attributes;
  if (id !== undefined) byId.set(id, element);
  for (const child of elementsIn(element)) collectIds(child, byId);
}

function rulesOf(root: Element): Pen["rules"] {
  const sheet = elementsIn(root)
    .filter(({ name }) => name === "style")
    .map(textOf)
    .join("");
  const flat = sheet.split("@media")[0] ?? "";
  return [...flat.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selector = "", body = ""]) => {
    const parts = selector.trim().split(/\s+/);
    const [element = "", classes = ""] = (parts.at(-1) ?? "").split(".");
    const style = Object.fromEntries(body.split(";").map((line) => line.split(":").map((part) => part.trim())));
    return { element, classes, inside: parts.length > 1 ? (parts[0] ?? "").slice(1) : "", style };
  });
}

function styleOf(pen: Pen, { name, attributes }: Element, inherited: Style): Style {
  const own = new Set((attributes.class ?? "").split(" "));
  const around = new Set((inherited.classes ?? "").split(" "));
  let style: Style = inherited;
  for (const rule of pen.rules) {
    const fits = (rule.element === "" || rule.element === name) && (rule.classes === "" || own.has(rule.classes));
    if (fits && (rule.inside === "" || around.has(rule.inside))) style = { ...style, ...rule.style };
  }
  const weight = attributes["font-weight"];
  return {
    ...style,
    ...(weight && { "font-weight": weight }),
    classes: `${inherited.classes ?? ""} ${attributes.class ?? ""}`,
  };
}

function drawElement(pen: Pen, element: Element, inherited: Style): void {
  const { doc, byId } = pen;
  const { name, attributes } = element;
  const style = styleOf(pen, element, inherited);
  const number = (key: string) => Number(attributes[key] ?? 0);
  switch (name) {
    case "g": {
      doc.save();
      const [dx = 0, dy = 0] = numbersIn(/translate\(([^)]*)\)/.exec(attributes.transform ?? "")?.[1] ?? "");
      doc.translate(dx, dy);
      // Fonts, not colours of a group's shapes, pass on to what is in it.
      for (const child of elementsIn(element)) drawElement(pen, child, { classes: style.classes ?? "" });
      doc.restore();
      return;
    }
    case "rect": {
      const radius = Math.min(number("rx"), number("width") / 2, number("height") / 2);
      paint(doc, style, () => doc.roundedRect(number("x"), number("y"), number("width"), number("height"), radius));
      return;
    }
    case "path":
      paint(doc, style, () => doc.path(attributes.d ?? ""), attributes["fill-rule"] === "evenodd");
      drawMarkers(pen, attributes);
      return;
    case "use": {
      const target = byId.get((attributes.href ?? "").slice(1));
      if (!target) return;
      doc.save();
      doc.translate(number("x"), number("y"));
      drawElement(pen, target, inherited);
      doc.restore();
      return;
    }
    case "text":
      drawText(pen, element, style);
  }
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([found]) => Number(found));
}

function paint(doc: Document, style: Style, outline: () => Document, isEvenOdd = false): void {
  const fill = style.fill === "none" ? undefined : (style.fill ?? "#000000");
  const { stroke } = style;
  if (!fill && !stroke) return;
  doc.save();
  if (stroke) doc.lineWidth(Number(style["stroke-width"] ?? 1));
  if (style["stroke-linecap"] === "round") doc.lineCap("round").lineJoin("round");
  const dashes = numbersIn(style["stroke-dasharray"] ?? "");
  if (stroke && dashes.length === 2) doc.dash(dashes[0]!, { space: dashes[1]! });
  outline();
  if (fill && stroke) doc.fillAndStroke(fill, stroke);
  else if (fill) doc.fill(fill, isEvenOdd ? "even-odd" : "non-zero");
  else if (stroke) doc.stroke(stroke);
  doc.restore();
}

/** Arrow heads at the ends of a curve, turned as it runs there. */
function drawMarkers(pen: Pen, attributes: Attributes): void {
  const points = numbersIn(attributes.d ?? "");
  const at = (i: number): [number, number] => [points.at(i) ?? 0, points.at(i + 1) ?? 0];
  const place = (reference: string | undefined, [x, y]: [number, number], [fromX, fromY]: [number, number]) => {
    const marker = pen.byId.get(/url\(#([^)]*)\)/.exec(reference ?? "")?.[1] ?? "");
    if (!marker) return;
    const size = Number(marker.attributes.markerWidth ?? 8) / 8;
    pen.doc.save();
    pen.doc.translate(x, y);
    pen.doc.rotate((Math.atan2(y - fromY, x - fromX) * 180) / Math.PI).scale(size);
    pen.doc.translate(-Number(marker.attributes.refX ?? 0), -Number(marker.attributes.refY ?? 0));
    for (const child of elementsIn(marker)) drawElement(pen, child, {});
    pen.doc.restore();
  };
  place(attributes["marker-end"], at(-2), at(-4));
  // At its start a marker is turned as the curve runs on.
  const [x, y] = at(0);
  const [nextX, nextY] = at(2);
  place(attributes["marker-start"], [x, y], [2 * x - nextX, 2 * y - nextY]);
}

function drawText(pen: Pen, element: Element, style: Style): void {
  const { text } = pen;
  const size = Number.parseFloat(style["font-size"] ?? "11");
  const y = Number(element.attributes.y ?? 0) - size * 1.07;
  let x = Number(element.attributes.x ?? 0);
  const anchor = style["text-anchor"] === "middle" ? "middle" : "start";
  for (const part of element.children) {
    const isPlain = typeof part === "string";
    const look = isPlain ? style : styleOf(pen, part, style);
    const shown = isPlain ? decode(part) : textOf(part);
    const weight = Number(look["font-weight"] ?? 400) >= 600 ? "bold" : "regular";
    // Spaces at the ends of a part hold it from its neighbour.
    x += shown.length - shown.trimStart().length > 0 ? text.width("n", size) * 0.5 : 0;
    text.draw(shown, x, y, { size, weight, colour: look.fill ?? "#000000" }, anchor);
    x += text.width(shown, size, weight) + (shown.trimEnd() === shown ? 0 : text.width("n", size) * 0.5);
  }
}
