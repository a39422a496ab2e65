import { LIGHT } from "../charts/palette.ts";
import type { Document } from "./document.ts";
import { createTotalPages } from "./total-pages.ts";
import type { Typesetter } from "./typesetter.ts";

/** A4, in points. */
const SHORT = 595.28;
const LONG = 841.89;
const MARGIN = 42;
const FOOT = 34;

export type Orientation = "portrait" | "landscape";

/** Pages with a footer, and the place on them where the next thing goes. */
export interface Pages {
  readonly left: number;
  readonly width: number;
  /** Top of what comes next. */
  y: number;
  /** Lowest `y` that content may reach. */
  readonly bottom: number;
  readonly orientation: Orientation;
  /** Width of the content of a page of this orientation. */
  widthOf(orientation: Orientation): number;
  /** Starts a page. */
  next(orientation?: Orientation): void;
  /** Starts a page unless `height` more points fit on this one. Answers whether it did. */
  ensure(height: number): boolean;
  /** Writes the number of pages; once, at the end. */
  end(): void;
}

export function createPages(doc: Document, text: Typesetter, footer: string): Pages {
  const total = createTotalPages(doc, 8, [0.322, 0.376, 0.435]);
  let orientation: Orientation = "portrait";
  let number = 0;
  const widthOfPage = () => (orientation === "portrait" ? SHORT : LONG);
  const heightOfPage = () => (orientation === "portrait" ? LONG : SHORT);

  const drawFooter = () => {
    const right = widthOfPage() - MARGIN;
    const y = heightOfPage() - FOOT;
    const style = { size: 8, colour: LIGHT.quiet };
    doc
      .lineWidth(0.5)
      .strokeColor(LIGHT.grid)
      .moveTo(MARGIN, y - 6)
      .lineTo(right, y - 6)
      .stroke();
    const [shown = ""] = text.wrap(footer, right - MARGIN - 100, 8, "regular", 1);
    text.draw(shown, MARGIN, y, style);
    // Room for the number of pages, which is written at the end: wider than it is.
    const numberRight = right - 18;
    text.draw(`Page ${number} of `, numberRight, y, style, "end");
    total.draw(numberRight + 2, y + 8 * 1.07);
  };
  const pages: Pages = {
    left: MARGIN,
    get width() {
      return widthOfPage() - 2 * MARGIN;
    },
    y: MARGIN,
    get bottom() {
      return heightOfPage() - FOOT - 16;
    },
    get orientation() {
      return orientation;
    },
    widthOf: (one) => (one === "portrait" ? SHORT : LONG) - 2 * MARGIN,
    next(wanted = orientation) {
      orientation = wanted;
      number += 1;
      doc.addPage({ size: "A4", layout: orientation, margin: 0 });
      drawFooter();
      pages.y = MARGIN;
    },
    ensure(height) {
      if (pages.y + height <= pages.bottom) return false;
      pages.next();
      return true;
    },
    end: () => total.end(number),
  };
  return pages;
}
