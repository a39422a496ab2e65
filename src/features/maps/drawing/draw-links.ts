import type { Layout, Point } from "../layout/layout.model.ts";
import type { DependencyMap, MapLink } from "../map.model.ts";
import { clipText, escapeXml, plainText, widthOf } from "./text.ts";

/** Of a label, in parts of its font's size. */
const LABEL_WIDTH = 13;
const LABEL_SIZE = 10;

/** The links with their labels on top: lines first, so that none crosses out a word. */
export function drawLinks({ links }: DependencyMap, layout: Layout): string {
  const fans = fansOf(links);
  const taken = new Set<string>();
  const lines: string[] = [];
  const labels: string[] = [];
  for (const [i, link] of links.entries()) {
    const points = layout.links[i]!;
    lines.push(line(link, points));
    labels.push(label(link, pointOn(points, placeOf(link, fans)), taken));
  }
  return `<g>${lines.join("\n")}</g>\n<g>${labels.join("\n")}</g>`;
}

function line({ arrow, isWeak }: MapLink, points: readonly Point[]): string {
  const [start, ...others] = points.map(([x, y]) => `${round(x)} ${round(y)}`);
  const end = arrow === "from" ? "" : ' marker-end="url(#tip)"';
  const begin = arrow === "to" ? "" : ' marker-start="url(#tail)"';
  return `<path class="${isWeak ? "link weak" : "link"}" d="M${start}C${others.join(" ")}"${end}${begin}/>`;
}

/** Lower or higher by a line where another label stands already. */
function label({ label: text }: MapLink, [x, y]: Point, taken: Set<string>): string {
  const shown = clipText(plainText(text), LABEL_WIDTH);
  const cells = Math.ceil((widthOf(shown) * LABEL_SIZE) / 24);
  const cellsAt = (row: number) =>
    Array.from({ length: cells + 1 }, (_, i) => `${Math.round(x / 24 - cells / 2) + i} ${row}`);
  const row = Math.round(y / 12);
  const free = [0, -1, 1, -2, 2, -3, 3].find((step) => cellsAt(row + step).every((cell) => !taken.has(cell))) ?? 0;
  for (const cell of cellsAt(row + free)) taken.add(cell);
  return `<text class="label" x="${round(x)}" y="${round(y + free * 12 + 3.5)}">${escapeXml(shown)}</text>`;
}

interface Fans {
  out: Map<number, number>;
  in: Map<number, number>;
}

function fansOf(links: readonly MapLink[]): Fans {
  const fans: Fans = { out: new Map(), in: new Map() };
  for (const { from, to } of links) {
    fans.out.set(from, (fans.out.get(from) ?? 0) + 1);
    fans.in.set(to, (fans.in.get(to) ?? 0) + 1);
  }
  return fans;
}

/** Nearer to the end where fewer links meet: that is where the labels of a fan stand apart. */
function placeOf({ from, to }: MapLink, fans: Fans): number {
  const [out, into] = [fans.out.get(from) ?? 1, fans.in.get(to) ?? 1];
  return out === into ? 0.5 : out > into ? 0.68 : 0.32;
}

/** A point on a chain of cubic Bézier curves, by the share of its curves. */
function pointOn(points: readonly Point[], share: number): Point {
  const curves = (points.length - 1) / 3;
  const at = Math.min(Math.floor(share * curves), curves - 1);
  const t = share * curves - at;
  const [a, b, c, d] = points.slice(at * 3, at * 3 + 4) as [Point, Point, Point, Point];
  const u = 1 - t;
  const mix = (i: 0 | 1) => u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t ** 3 * d[i];
  return [mix(0), mix(1)];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
