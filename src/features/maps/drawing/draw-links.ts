import type { Layout, Point } from "../layout/layout.model.ts";
import type { DependencyMap, MapLink, MapNode } from "../map.model.ts";
import { createLabelPlacer, type LabelPlacer } from "./place-labels.ts";
import { clipText, escapeXml, plainText, widthOf } from "./text.ts";

/** Width of a label in em, and its font size in pixels. */
const LABEL_WIDTH = 13;
const LABEL_SIZE = 10;

/** Draws all lines first, then each label on its own background, so that no line crosses a word. */
export function drawLinks({ nodes, links }: DependencyMap, layout: Layout, card: { width: number; height: number }) {
  const fans = countLinks(links);
  const places = createLabelPlacer(layout.nodes.map((at) => ({ at, ...card })));
  const lines: string[] = [];
  const labels: string[] = [];
  for (const [i, link] of links.entries()) {
    const points = layout.links[i]!;
    const isHot = [link.from, link.to].every((end) => isFailing(nodes[end]!));
    lines.push(line(link, points, isHot));
    labels.push(label(link, points, labelShareOf(link, fans), places));
  }
  return `<g>${lines.join("\n")}</g>\n<g>${labels.join("\n")}</g>`;
}

/** A link between two failing ends is highlighted: the failure may have propagated on it. */
function isFailing({ health }: MapNode): boolean {
  return health === "critical" || health === "degraded";
}

function line({ arrow, isWeak }: MapLink, points: readonly Point[], isHot: boolean): string {
  const [start, ...others] = points.map(([x, y]) => `${round(x)} ${round(y)}`);
  const heat = isHot ? "hot-" : "";
  const end = arrow === "from" ? "" : ` marker-end="url(#${heat}tip)"`;
  const begin = arrow === "to" ? "" : ` marker-start="url(#${heat}tail)"`;
  const classes = `link${isWeak ? " weak" : ""}${isHot ? " hot" : ""}`;
  return `<path class="${classes}" d="M${start}C${others.join(" ")}"${end}${begin}/>`;
}

function label({ label: text }: MapLink, points: readonly Point[], share: number, places: LabelPlacer): string {
  const shown = clipText(plainText(text), LABEL_WIDTH);
  const width = widthOf(shown) * LABEL_SIZE + 4;
  const [x, y] = places.place(points, share, width);
  const ground = `x="${round(x - width / 2)}" y="${round(y - 6)}" width="${round(width)}" height="12" rx="3"`;
  return `<rect class="page" ${ground}/><text class="label" x="${round(x)}" y="${round(y + 3.5)}">${escapeXml(shown)}</text>`;
}

interface LinkCounts {
  out: Map<number, number>;
  in: Map<number, number>;
}

function countLinks(links: readonly MapLink[]): LinkCounts {
  const fans: LinkCounts = { out: new Map(), in: new Map() };
  for (const { from, to } of links) {
    fans.out.set(from, (fans.out.get(from) ?? 0) + 1);
    fans.in.set(to, (fans.in.get(to) ?? 0) + 1);
  }
  return fans;
}

/** Share of the line at which the label goes: nearer to the end with fewer links, where labels overlap less. */
function labelShareOf({ from, to }: MapLink, fans: LinkCounts): number {
  const [out, into] = [fans.out.get(from) ?? 1, fans.in.get(to) ?? 1];
  return out === into ? 0.5 : out > into ? 0.68 : 0.32;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
