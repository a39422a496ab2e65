import { LIGHT } from "../charts/palette.ts";
import { type Scene, TEXT_SIZE } from "../charts/scene.model.ts";
import type { Document } from "./document.ts";
import type { Typesetter } from "./typesetter.ts";

/** Draws a scene with its top left at (x, y). */
export function drawScene(doc: Document, text: Typesetter, scene: Scene, x: number, y: number, scale: number): void {
  doc.save();
  doc.translate(x, y).scale(scale);
  for (const mark of scene.marks) {
    const colour = LIGHT[mark.colour];
    switch (mark.kind) {
      case "rect":
        doc.rect(mark.x, mark.y, mark.width, mark.height).fill(colour);
        break;
      case "dot":
        doc.circle(mark.x, mark.y, 3).fill(colour);
        break;
      case "line":
        doc
          .lineWidth(mark.width ?? 1)
          .moveTo(mark.x1, mark.y1)
          .lineTo(mark.x2, mark.y2)
          .stroke(colour);
        break;
      case "path": {
        const [first, ...others] = mark.points;
        if (!first) break;
        doc
          .lineWidth(2)
          .lineJoin("round")
          .moveTo(...first);
        for (const point of others) doc.lineTo(...point);
        doc.stroke(colour);
        break;
      }
      case "text": {
        const weight = mark.bold ? "bold" : "regular";
        text.draw(mark.text, mark.x, mark.y - TEXT_SIZE * 1.07, { size: TEXT_SIZE, weight, colour }, mark.anchor);
      }
    }
  }
  doc.restore();
}
