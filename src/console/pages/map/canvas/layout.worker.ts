import cytoscape from "cytoscape";
import fcose from "cytoscape-fcose";
import { blocks } from "./blocks";
import type { LayoutAnswer, LayoutTask } from "./layout";
import { relax } from "./relax";
import type { Point } from "./seed";

cytoscape.use(fcose);

/** More CIs than the exact layout places in about a second. */
const MANY = 400;
/** What stays between the middles of two CIs. */
const NEAR = 80;
/** Size that the layout keeps free for a CI with its name. */
const [WIDTH, HEIGHT] = [92, 64];

/** Lays graphs out beside the page, which stays responsive meanwhile. */
self.onmessage = ({ data }: MessageEvent<LayoutTask>) => {
  const points = layOut(data);
  const positions = [...points].map(([id, { x, y }]): LayoutAnswer["positions"][number] => [id, x, y]);
  self.postMessage({ turn: data.turn, positions } satisfies LayoutAnswer);
};

function layOut(task: LayoutTask): Map<string, Point> {
  const { nodes, groups, links } = task;
  const fixed = new Set(nodes.filter(({ isFixed }) => isFixed).map(({ id }) => id));
  if (nodes.length <= MANY) {
    const points = exact(task, "default");
    return groups.length > 0 ? points : relax(points, [], (id) => fixed.has(id), NEAR);
  }
  const given = new Map(nodes.map(({ id, x, y }) => [id, { x, y }]));
  if (fixed.size > 0) return relax(given, links, (id) => fixed.has(id));
  if (groups.length > 0) return blocks(task);
  return relax(exact(task, "draft"), links, () => false);
}

function exact({ nodes, groups, links }: LayoutTask, quality: "default" | "draft"): Map<string, Point> {
  const cy = cytoscape({
    headless: true,
    styleEnabled: true,
    style: [{ selector: "node", style: { width: WIDTH, height: HEIGHT } }],
    elements: [
      ...groups.map(({ id, parent }) => ({ data: { id, parent } })),
      ...nodes.map(({ id, parent, x, y }) => ({ data: { id, parent }, position: { x, y } })),
      ...links.map(({ id, source, target }) => ({ data: { id, source, target } })),
    ],
  });
  // The same graph always looks the same: an address that is sent to somebody shows them the same picture.
  Math.random = seededRandom();
  const fixed = nodes.filter(({ isFixed }) => isFixed);
  const isFramed = groups.length > 0;
  const options = {
    name: "fcose",
    quality,
    // From the graph's shape where nothing is placed yet; among what stays, from where the new CIs stand.
    randomize: fixed.length === 0,
    animate: false,
    nodeSeparation: 75,
    idealEdgeLength: isFramed ? 40 : 64,
    nodeRepulsion: isFramed ? 3_000 : 4_500,
    gravity: 0.5,
    gravityCompound: 2.5,
    gravityRangeCompound: 1.1,
    nestingFactor: 0.1,
    numIter: 1_500,
    tile: true,
    ...(fixed.length > 0 && {
      fixedNodeConstraint: fixed.map(({ id, x, y }) => ({ nodeId: id, position: { x, y } })),
    }),
  };
  cy.layout(options as cytoscape.LayoutOptions).run();
  const points = new Map(nodes.map(({ id }) => [id, { ...cy.getElementById(id).position() }]));
  cy.destroy();
  return points;
}

/** Numbers of 0 to 1 that follow each other alike in each layout (mulberry32). */
function seededRandom(): () => number {
  let state = 0x5eed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
