import { HEALTH_MARKS } from "../../../../model/health-marks";
import type { GraphView } from "./graph-view";
import { IMAGE, NODE, nodeMarkup } from "./node-image";

const MARGIN = 48;

/** What the map shows as an SVG document of its own: names as text, nothing loaded from elsewhere. */
export function graphSvg(view: GraphView): string {
  const { cy } = view;
  const { nodes, scheme } = view.graph();
  const { palette, font } = scheme;
  const visible = cy.elements(":visible");
  const { x1, y1, w, h } = visible.boundingBox();
  const [left, top, width, height] = [x1 - MARGIN, y1 - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN].map(Math.round);
  const groups = visible.nodes(".group").map((group) => {
    const box = group.boundingBox({ includeLabels: false });
    const name = group.data("label") as string;
    return (
      `<rect x="${round(box.x1)}" y="${round(box.y1)}" width="${round(box.w)}" height="${round(box.h)}" rx="8" ` +
      `fill="${palette.subject}" fill-opacity=".35" stroke="${palette.edge}"/>` +
      textAt(name, box.x1 + box.w / 2, box.y1 - 5, `font-size="22" font-weight="600" fill="${palette.quietInk}"`)
    );
  });
  const links = visible.edges().map((edge) => linkMarkup(edge));
  const cards = nodes.flatMap((node) => {
    const element = cy.getElementById(node.id);
    if (!element.visible()) return [];
    const { x, y } = element.position();
    const style = [
      `fill="${element.style("background-color")}"`,
      `stroke="${element.style("border-color")}"`,
      `stroke-width="${Number.parseFloat(element.style("border-width") as string)}"`,
      element.style("border-style") === "dashed" ? 'stroke-dasharray="5 3"' : "",
      element.style("border-style") === "dotted" ? 'stroke-dasharray="2 3"' : "",
    ].join(" ");
    const lines = (element.data("label") as string).split("\n");
    const labels = lines.map((line, i) =>
      textAt(line, 0, NODE / 2 + 15 + 13 * i, `font-size="12" fill="${palette.ink}"`),
    );
    return (
      `<g transform="translate(${round(x)} ${round(y)})" opacity="${element.style("opacity")}">` +
      `<title>${escaped(`${node.name}: ${node.type}, ${HEALTH_MARKS[node.health].word}`)}</title>` +
      `<rect x="${-NODE / 2}" y="${-NODE / 2}" width="${NODE}" height="${NODE}" rx="7" ${style}/>` +
      `<g transform="translate(${-IMAGE / 2} ${-IMAGE / 2})">${nodeMarkup(node.type, node.health, palette)}</g>` +
      `${labels.join("")}</g>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" ` +
    `font-family="${escaped(font)}"><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${palette.page}"/>` +
    `${groups.join("")}${links.join("")}${cards.join("")}</svg>\n`
  );
}

function linkMarkup(edge: cytoscape.EdgeSingular): string {
  const [from, to] = [edge.sourceEndpoint(), edge.targetEndpoint()];
  const colour = edge.style("line-color") as string;
  const dashes = { dashed: "6 4", dotted: "2 3" }[edge.style("line-style") as string];
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const opacity = edge.style("opacity") as string;
  return (
    `<g opacity="${opacity}"><path d="M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}" stroke="${colour}" ` +
    `stroke-width="${Number.parseFloat(edge.style("width") as string)}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>` +
    `<path d="M0 0-8-4-8 4z" fill="${colour}" transform="translate(${round(to.x)} ${round(to.y)}) rotate(${round(angle)})"/></g>`
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

function textAt(text: string, x: number, y: number, style: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="middle" ${style}>${escaped(text)}</text>`;
}

/** Text for a document: markup as text, and nothing that XML cannot hold. */
function escaped(text: string): string {
  return (
    [...text.toWellFormed()]
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no control characters
      .filter((letter) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u.test(letter))
      .join("")
      .replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
  );
}
