import type { Document } from "./document.ts";
import { FONTS } from "./fonts.ts";

/** Parts of pdfkit that its types leave out. */
interface Internals {
  ref(data: Record<string, unknown>): { end(chunk?: string): void };
  addContent(text: string): void;
  page: { xobjects: Record<string, unknown>; height: number };
  _font: { encode(text: string): [string[], unknown]; ref(): unknown };
}

const NAME = "PageCount";

/**
 * The number of pages, which is known only when the first ones are long written: each page refers to one small drawing,
 * which is written last.
 */
export function createTotalPages(doc: Document, size: number, colour: readonly [number, number, number]) {
  const inner = doc as unknown as Internals;
  const font = FONTS.regular[0]!;
  const useFont = () => {
    doc.registerFont(font.name, font.data());
    doc.font(font.name);
  };
  useFont();
  const drawing = inner.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, -4, 60, 12],
    Resources: { Font: { F1: inner._font.ref() } },
  });
  return {
    /** Draws it on the current page, its baseline at `y`. */
    draw(x: number, y: number): void {
      inner.page.xobjects[NAME] = drawing;
      doc.save();
      inner.addContent(`1 0 0 -1 ${x.toFixed(2)} ${y.toFixed(2)} cm /${NAME} Do`);
      doc.restore();
    },
    /** Says the number; once, after the last page. */
    end(pages: number): void {
      doc.font(font.name);
      const [codes] = inner._font.encode(String(pages));
      drawing.end(`${colour.join(" ")} rg BT /F1 ${size} Tf <${codes.join("")}> Tj ET`);
    },
  };
}
