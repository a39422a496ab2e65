/** Sanitises tenants' texts for a drawing: plain text in one line. */

/** Characters that XML 1.0 forbids, bidirectional and format controls, and line ends. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e007f}]/gu;

/** Joins emoji sequences; elsewhere it is invisible. */
const ZERO_WIDTH_JOINER = "\u200d";

/** The text in one line without unprintable characters. An empty text becomes `(no name)`. */
export function plainText(text: string): string {
  const kept = text
    .slice(0, 1_000)
    .toWellFormed()
    .replace(UNPRINTABLE, (sign) => (sign === ZERO_WIDTH_JOINER ? sign : " "));
  return kept.replace(/\s+/g, " ").trim() || "(no name)";
}

/** Escapes text for element content and attributes (XML 1.0, section 2.4). */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** East Asian and pictorial characters are about twice as wide as Latin letters. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u;
const NARROW = /[iljtfr.,:;'|!()[\] ]/;
const MEDIUM_WIDE = /[A-Z%&mw]/;
const BROADEST = /[@MW]/;

const characterWidth = (sign: string) =>
  WIDE.test(sign) || BROADEST.test(sign) ? 1.1 : NARROW.test(sign) ? 0.38 : MEDIUM_WIDE.test(sign) ? 0.8 : 0.63;
const ASCII_WIDTHS = Float64Array.from({ length: 128 }, (_, code) => characterWidth(String.fromCharCode(code)));

/** Estimated width of a text in em. An SVG cannot measure fonts, so this errs on the wide side. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += ASCII_WIDTHS[sign.codePointAt(0)!] ?? characterWidth(sign);
  return width;
}

/** The text; if wider than `maxWidth` (em), cut between graphemes and ended by `…`. */
export function clipText(text: string, maxWidth: number): string {
  if (widthOf(text) <= maxWidth) return text;
  let kept = "";
  let width = widthOf("…");
  for (const { segment } of graphemes.segment(text.slice(0, 400))) {
    // Unlimited combining marks on one letter would paint over everything above it.
    const sign = segment.length > 16 ? [...segment].slice(0, 4).join("") : segment;
    width += widthOf(sign);
    if (width > maxWidth) return `${kept.trimEnd()}…`;
    kept += sign;
  }
  return kept;
}
