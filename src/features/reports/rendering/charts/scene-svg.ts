import { escapeXml } from "../../../maps/index.ts";
import { oneLine } from "../show-value.ts";
import type { Mark, Scene } from "./scene.model.ts";

/** A scene as SVG whose colours come from classes `c-<colour>` (filled) and `l-<colour>` (stroked) of the page. */
export function sceneSvg({ width, height, marks }: Scene, title: string, summary: string): string {
  return [
    `<svg class="chart" viewBox="0 0 ${width} ${n(height)}" role="img" aria-label="${escapeXml(oneLine(`${title}. ${summary}`))}">`,
    ...marks.map(markSvg),
    "</svg>",
  ].join("");
}

function markSvg(mark: Mark): string {
  switch (mark.kind) {
    case "rect": {
      const { x, y, width, height, colour, title } = mark;
      return `<rect class="c-${colour}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${tip("rect", title)}`;
    }
    case "dot":
      return `<circle class="c-${mark.colour}" cx="${n(mark.x)}" cy="${n(mark.y)}" r="3"${tip("circle", mark.title)}`;
    case "line": {
      const { x1, y1, x2, y2, colour } = mark;
      return `<line class="l-${colour}" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}"/>`;
    }
    case "path": {
      const points = mark.points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ");
      return `<polyline class="l-${mark.colour} curve" points="${points}"/>`;
    }
    case "text": {
      const { x, y, text, colour, anchor, bold } = mark;
      const end = anchor && anchor !== "start" ? ` text-anchor="${anchor}"` : "";
      return `<text class="c-${colour}${bold ? " strong" : ""}" x="${n(x)}" y="${n(y)}"${end}>${escapeXml(oneLine(text))}</text>`;
    }
  }
}

function tip(element: string, title: string | undefined): string {
  return title === undefined ? "/>" : `><title>${escapeXml(oneLine(title))}</title></${element}>`;
}

function n(value: number): number {
  return Math.round(value * 10) / 10;
}
