import { LIGHT } from "../charts/palette.ts";
import type { Pages } from "./page.ts";
import type { Typesetter } from "./typesetter.ts";

interface TextDrawing {
  text: Typesetter;
  pages: Pages;
  doc: { outline: { addItem(title: string): unknown } };
}

/** A heading, which the outline of the document names too. */
export function drawHeading({ text, pages, doc }: TextDrawing, title: string): void {
  const [shown = ""] = text.wrap(title, pages.width, 13, "bold", 1);
  text.draw(shown, pages.left, pages.y, { size: 13, weight: "bold", colour: LIGHT.ink });
  doc.outline.addItem(shown);
  pages.y += 20;
}

/** A quiet paragraph of any length. */
export function drawParagraph(
  { text, pages }: Pick<TextDrawing, "text" | "pages">,
  paragraph: string,
  bullet = "",
): void {
  const indent = bullet === "" ? 0 : 12;
  const lines = text.wrap(paragraph, pages.width - indent, 9, "regular", 12);
  for (const [i, line] of lines.entries()) {
    pages.ensure(13);
    if (i === 0 && bullet !== "") text.draw(bullet, pages.left, pages.y, { size: 9, colour: LIGHT.quiet });
    text.draw(line, pages.left + indent, pages.y, { size: 9, colour: LIGHT.quiet });
    pages.y += 13;
  }
  pages.y += 4;
}
