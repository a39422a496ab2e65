import { oneLine } from "../show-value.ts";
import type { Document } from "./document.ts";
import { FONTS, type StackFont, type Weight } from "./fonts.ts";

/** Shown in place of a character that no font has. */
const MISSING = "□";
/** Joiners and marks of variants: they have no shape of their own. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

export interface TextStyle {
  size: number;
  weight?: Weight;
  colour: string;
}

export interface Typesetter {
  /** Width of a text in one line, in points. */
  width(text: string, size: number, weight?: Weight): number;
  /** The text in lines of at most `width` points; what goes beyond `maxLines` is cut and ends with `…`. */
  wrap(text: string, width: number, size: number, weight: Weight | undefined, maxLines: number): string[];
  /** Draws one line, `y` being its top. `anchor` says what `x` is of it. */
  draw(text: string, x: number, y: number, style: TextStyle, anchor?: "start" | "middle" | "end"): void;
  /** Characters that no font has and that were shown as a box. */
  missing(): number;
  /** What the licences of the fonts in use ask to go with the document. */
  notices(): string[];
}

interface Glyph {
  /** Position in the stack. */
  font: number;
  /** Advance in em. */
  advance: number;
  isMissing: boolean;
}

/** Sets text in several scripts: each character in the first font of the stack that has it. */
export function createTypesetter(doc: Document): Typesetter {
  const caches: Record<Weight, Map<number, Glyph>> = { regular: new Map(), bold: new Map() };
  const registered = new Set<string>();
  const notices = new Set<string>();
  let missing = 0;

  const glyphOf = (codePoint: number, weight: Weight): Glyph => {
    const cache = caches[weight];
    let glyph = cache.get(codePoint);
    if (!glyph) {
      glyph = findGlyph(codePoint, FONTS[weight]);
      cache.set(codePoint, glyph);
    }
    return glyph;
  };
  const width = (text: string, size: number, weight: Weight = "regular") => {
    let em = 0;
    for (const sign of text) em += glyphOf(sign.codePointAt(0)!, weight).advance;
    return em * size;
  };
  const use = (font: StackFont) => {
    if (!registered.has(font.name)) {
      doc.registerFont(font.name, font.data());
      if (font.notice) notices.add(font.notice());
    }
    registered.add(font.name);
    doc.font(font.name);
  };

  return {
    width: (text, size, weight) => width(clean(text), size, weight),
    missing: () => missing,
    notices: () => [...notices],
    wrap: (text, room, size, weight, maxLines) =>
      wrapLines(clean(text), maxLines, (part) => width(part, size, weight) <= room),
    draw(text, x, y, { size, weight = "regular", colour }, anchor = "start") {
      const shown = clean(text);
      const whole = anchor === "start" ? 0 : width(shown, size, weight);
      let at = anchor === "end" ? x - whole : anchor === "middle" ? x - whole / 2 : x;
      doc.fontSize(size).fillColor(colour);
      for (const run of runsOf(shown, (codePoint) => glyphOf(codePoint, weight))) {
        missing += run.missing;
        const font = FONTS[weight][run.font]!;
        use(font);
        // A run from right to left is shaped as a whole, else its words would stand in the wrong order.
        const shaping = RIGHT_TO_LEFT.test(run.text) ? { features: [] } : {};
        // The baseline is that of the first font, whatever the others' heights.
        doc.text(run.text, at, y + size * 1.07, { lineBreak: false, baseline: "alphabetic", ...shaping });
        at += width(run.text, size, weight);
      }
    },
  };
}

function clean(text: string): string {
  return oneLine(text).replace(INVISIBLE, "");
}

function findGlyph(codePoint: number, fonts: readonly StackFont[]): Glyph {
  for (const [i, stackFont] of fonts.entries()) {
    const font = stackFont.load();
    if (!font.hasGlyphForCodePoint(codePoint)) continue;
    return { font: i, advance: font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm, isMissing: false };
  }
  const last = fonts.length - 1;
  const font = fonts[last]!.load();
  const box = font.glyphForCodePoint(MISSING.codePointAt(0)!);
  return { font: last, advance: box.advanceWidth / font.unitsPerEm, isMissing: true };
}

interface Run {
  text: string;
  font: number;
  missing: number;
}

/** Neighbouring characters of one font together; a space stays with what it follows. */
function runsOf(text: string, glyphOf: (codePoint: number) => Glyph): Run[] {
  const runs: Run[] = [];
  for (const sign of text) {
    const { font, isMissing } = glyphOf(sign.codePointAt(0)!);
    const last = runs.at(-1);
    const shown = isMissing ? MISSING : sign;
    const joins = last !== undefined && (last.font === font || (sign === " " && RIGHT_TO_LEFT.test(last.text)));
    if (joins) {
      last.text += shown;
      last.missing += isMissing ? 1 : 0;
    } else runs.push({ text: shown, font, missing: isMissing ? 1 : 0 });
  }
  return runs;
}

/** Breaks between words, and within a word that is too long for a line. */
function wrapLines(text: string, maxLines: number, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  // Beyond this, no page would show it.
  const shown = text.slice(0, 4_000);
  for (const word of shown.split(/\s+|(?<=[/;,@_-])(?=\S)/)) {
    const isGlued = line !== "" && /[/;,@_-]$/.test(line) && shown.includes(line.slice(-1) + word);
    const longer = line === "" ? word : isGlued ? line + word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (!fits(line) && lines.length < maxLines) {
      const part = longestPart(line, fits);
      lines.push(part);
      line = line.slice(part.length);
    }
    if (lines.length >= maxLines) break;
  }
  const isWhole = lines.length < maxLines && shown.length === text.length;
  if (line !== "" && lines.length < maxLines) lines.push(line);
  else if (line === "" && isWhole) return lines;
  if (isWhole) return lines;
  return cutLast(lines.slice(0, maxLines), fits);
}

function cutLast(lines: string[], fits: (part: string) => boolean): string[] {
  let last = [...(lines.at(-1) ?? "")];
  while (last.length > 0 && !fits(`${last.join("")}…`)) last = last.slice(0, -1);
  return [...lines.slice(0, -1), `${last.join("").trimEnd()}…`];
}

/** The longest beginning that fits, at least one character. */
function longestPart(word: string, fits: (part: string) => boolean): string {
  const signs = [...word];
  let [low, high] = [1, signs.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(signs.slice(0, middle).join(""))) low = middle;
    else high = middle - 1;
  }
  return signs.slice(0, low).join("");
}
