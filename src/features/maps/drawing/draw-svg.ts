import { HEALTH_MARKS } from "../../../model/health-marks.ts";
import { iconDefinitions, iconOf } from "../../../model/map-icons.ts";
import type { Layout, Point } from "../layout/layout.model.ts";
import { type DependencyMap, MAP_HEALTHS, type MapHealth, type MapNode } from "../map.model.ts";
import { drawLinks } from "./draw-links.ts";
import { STYLE } from "./palette.ts";
import { clipText, escapeXml, plainText, widthOf } from "./text.ts";
import { typeLabel } from "./type-label.ts";

/** Size of a node, in pixels. */
export const NODE = { width: 224, height: 48 } as const;

const MARGIN = 24;
const HEAD = 56;
const FOOT = 44;
const LEGEND_STEP = 118;
/** Width of the line of text in a node, and characters of a `<title>`. */
const TEXT_WIDTH = NODE.width - 50;
const MAX_TITLE = 300;
/** Effective font sizes for measuring: bold names are wider, other text a little narrower than its size. */
const BOLD = 1.06;
const NAME_SIZE = 13 * BOLD;
const TEXT_SIZE = 10;

/**
 * A map as one SVG document (SVG 1.1 with CSS for colours): no script, no external resource, every text escaped. The same
 * map and layout give the same bytes.
 */
export function drawSvg(map: DependencyMap, layout: Layout): string {
  const width = Math.ceil(Math.max(layout.width, MAP_HEALTHS.length * LEGEND_STEP, 420) + 2 * MARGIN);
  const height = Math.ceil(layout.height + HEAD + FOOT + 2 * MARGIN);
  const left = Math.round((width - layout.width) / 2);
  const top = HEAD + MARGIN;
  const title = clipTitle(map.title, MAX_TITLE);
  const shownTitle = escapeXml(clipText(plainText(map.title), (width - 2 * MARGIN) / 18));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="map-title map-about">`,
    `<title id="map-title">${title}</title>`,
    `<desc id="map-about">${escapeXml(describe(map))}</desc>`,
    `<style>${STYLE}</style>`,
    `<defs>${definitions(map)}</defs>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    `<text class="title ink" x="${MARGIN}" y="36">${shownTitle}</text>`,
    `<text class="quiet" x="${MARGIN}" y="56">${escapeXml(describe(map))}</text>`,
    `<g transform="translate(${left} ${top})">`,
    drawLinks(map, layout, NODE),
    ...map.nodes.map((node, i) => drawNode(node, layout.nodes[i]!)),
    "</g>",
    drawLegend(map, height - MARGIN),
    "</svg>",
    "",
  ].join("\n");
}

function describe({ nodes, links, linksLeftOut, isTruncated }: DependencyMap): string {
  const cis = nodes.reduce((sum, { count }) => sum + count, 0);
  const folded = cis - nodes.length + nodes.filter(({ count }) => count > 1).length;
  const parts = [
    "Arrows point as the relationships do; what stands further right is needed by what stands left of it; thick links join two that are critical or degraded",
    `${cis} ${cis === 1 ? "item" : "items"}${folded > 0 ? `, ${folded} of them folded into groups` : ""}`,
    `${links.length} ${links.length === 1 ? "link" : "links"}${linksLeftOut > 0 ? `, ${linksLeftOut} more not drawn` : ""}`,
  ];
  if (isTruncated) parts.push("More lies beyond");
  return `${parts.join(". ")}.`;
}

function definitions({ nodes }: DependencyMap): string {
  const icons = nodes.map(({ type, count }) => (count > 1 ? "group" : iconOf(type)));
  const marks = MAP_HEALTHS.map(
    (health) => `<path id="h-${health}" class="${health}" fill-rule="evenodd" d="${HEALTH_MARKS[health].shape}"/>`,
  );
  const tip = (id: string, turn: string, x: number, colour = "tip") =>
    `<marker id="${id}" viewBox="0 0 8 8" refX="${x}" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path class="${colour}" d="${turn}"/></marker>`;
  return [
    iconDefinitions(icons),
    ...marks,
    tip("tip", "M0 0 8 4 0 8Z", 8),
    tip("tail", "M8 0 0 4 8 8Z", 0),
    tip("hot-tip", "M0 0 8 4 0 8Z", 8, "critical"),
    tip("hot-tail", "M8 0 0 4 8 8Z", 0, "critical"),
    `<clipPath id="inside"><rect width="${NODE.width}" height="${NODE.height}" rx="9"/></clipPath>`,
  ].join("");
}

/** A card: a bar in the colour of its health, icon, name, type, and health as shape and word. */
function drawNode(node: MapNode, [x, y]: Point): string {
  const { word } = HEALTH_MARKS[node.health];
  const isGroup = node.count > 1;
  const type = typeLabel(node.type);
  const name = isGroup ? `${node.count} × ${node.name}` : plainText(node.name);
  const corner = node.type === "business_service" ? NODE.height / 2 : 9;
  const room = TEXT_WIDTH - corner / 2;
  const shownName = escapeXml(clipText(name, room / NAME_SIZE));
  const displayType = escapeXml(clipText(plainText(type), (room - 24) / TEXT_SIZE - widthOf(word) * BOLD));
  const classes = node.isSubject ? "node subject" : "node";
  const place = `translate(${round(x - NODE.width / 2)} ${round(y - NODE.height / 2)})`;
  const card = `width="${NODE.width}" height="${NODE.height}" rx="${corner}"`;
  return [
    `<g class="${classes}" transform="${place}">`,
    `<title>${clipTitle(`${name} (${type}): ${word}`, MAX_TITLE)}</title>`,
    isGroup ? `<rect class="card" x="5" y="5" ${card}/>` : "",
    `<rect class="card" ${card}/>`,
    `<path class="${node.health}" d="${bar(corner)}"/>`,
    `<use href="#i-${isGroup ? "group" : iconOf(node.type)}" x="14" y="16"/>`,
    `<g clip-path="url(#inside)"><text class="name ink" x="40" y="21">${shownName}</text>`,
    `<use href="#h-${node.health}" x="40" y="29"/>`,
    `<text class="state ${node.health}" x="55" y="38">${word}<tspan class="quiet" font-weight="400"> · ${displayType}</tspan></text></g>`,
    "</g>",
  ].join("");
}

/** Along the left edge, following the card's corners. */
function bar(corner: number): string {
  const { height } = NODE;
  const inner = Math.max(corner - 5, 4);
  return (
    `M${corner} 0A${corner} ${corner} 0 0 0 0 ${corner}V${height - corner}A${corner} ${corner} 0 0 0 ${corner} ${height}` +
    `A${inner} ${corner} 0 0 1 ${corner - inner} ${height - corner}V${corner}A${inner} ${corner} 0 0 1 ${corner} 0Z`
  );
}

/** Legend of all health marks, with counts; a mark without nodes is listed too. */
function drawLegend({ nodes }: DependencyMap, y: number): string {
  const countOf = (health: MapHealth) =>
    nodes.filter((node) => node.health === health).reduce((sum, { count }) => sum + count, 0);
  const entries = MAP_HEALTHS.map((health, i) => {
    const x = MARGIN + i * LEGEND_STEP;
    const text = `${HEALTH_MARKS[health].word} ${countOf(health)}`;
    return `<use href="#h-${health}" x="${x}" y="${y - 9}"/><text class="quiet" x="${x + 16}" y="${y}">${text}</text>`;
  });
  return `<g>${entries.join("")}</g>`;
}

function clipTitle(text: string, maxCharacters: number): string {
  const plain = plainText(text);
  const signs = [...plain];
  return escapeXml(signs.length <= maxCharacters ? plain : `${signs.slice(0, maxCharacters).join("")}…`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
