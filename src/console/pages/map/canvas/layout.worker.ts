import cytoscape from "cytoscape";
import fcose from "cytoscape-fcose";
import type { LayoutAnswer, LayoutTask } from "./layout";

cytoscape.use(fcose);

/** Lays graphs out beside the page, which stays responsive meanwhile. */
self.onmessage = ({ data: { turn, nodes, groups, links } }: MessageEvent<LayoutTask>) => {
  const cy = cytoscape({
    headless: true,
    styleEnabled: true,
    style: [{ selector: "node", style: { width: 92, height: 64 } }],
    elements: [
      ...groups.map(({ id, parent }) => ({ data: { id, parent } })),
      ...nodes.map(({ id, parent, x, y }) => ({ data: { id, parent }, position: { x, y } })),
      ...links.map(({ id, source, target }) => ({ data: { id, source, target } })),
    ],
  });
  const fixed = nodes.filter(({ isFixed }) => isFixed);
  const options = {
    name: "fcose",
    quality: nodes.length > 3_000 ? "draft" : "default",
    // The seeds decide, so that the same graph always looks the same.
    randomize: nodes.length > 3_000,
    animate: false,
    nodeSeparation: 90,
    idealEdgeLength: 110,
    nodeRepulsion: 9_000,
    gravity: 0.3,
    numIter: nodes.length > 800 ? 600 : 1_500,
    tile: true,
    nodeDimensionsIncludeLabels: false,
    ...(fixed.length > 0 && {
      fixedNodeConstraint: fixed.map(({ id, x, y }) => ({ nodeId: id, position: { x, y } })),
    }),
  };
  cy.layout(options as cytoscape.LayoutOptions).run();
  const positions = nodes.map(({ id }): LayoutAnswer["positions"][number] => {
    const { x, y } = cy.getElementById(id).position();
    return [id, x, y];
  });
  cy.destroy();
  self.postMessage({ turn, positions } satisfies LayoutAnswer);
};
