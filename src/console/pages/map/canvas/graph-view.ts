import cytoscape, { type CollectionArgument, type Core, type NodeSingular } from "cytoscape";
import type { Palette } from "../../../../model/palette";
import type { GraphLink, GraphNode, Mark } from "../graph-data";
import type { Grouping } from "../map-search";
import { groupElement, isHot, labelOf, linkElement, nodeElement } from "./elements";
import { graphStyle } from "./graph-style";
import { type Group, groupsOf } from "./groups";
import { createLayouter } from "./layout";
import { nodeImage } from "./node-image";
import { besideSeeds, type Point, ringSeeds } from "./seed";

export interface ShownGraph {
  nodes: readonly GraphNode[];
  links: readonly GraphLink[];
  grouping: Grouping | undefined;
  /** Where CIs of a saved map stand. */
  saved: ReadonlyMap<string, Point>;
  /** What of a saved map was in the window. */
  viewport: Viewport | undefined;
}

/** Point of the map in the middle of the window, and the zoom. */
export interface Viewport extends Point {
  zoom: number;
}

export interface Decoration {
  hidden: ReadonlySet<string>;
  folded: ReadonlyMap<string, number>;
  roots: ReadonlySet<string>;
  marks: ReadonlyMap<string, Mark>;
  selected: string | undefined;
}

export interface Scheme {
  palette: Palette;
  accent: string;
  font: string;
}

/** Above this share of CIs that stay, they stay where they are and only new ones are placed. */
const STAYING = 1 / 3;
const FIT_PADDING = 40;
const MAX_FIT = 1.15;

export type GraphView = ReturnType<typeof createGraphView>;

/**
 * The map on its canvas. `show` keeps what is there where it is, and lays out only what is new; `decorate` hides, marks and
 * selects without moving anything.
 */
export function createGraphView(
  container: HTMLElement,
  first: Scheme,
  on: { select: (id: string | undefined) => void; open: (id: string) => void; busy: (isBusy: boolean) => void },
) {
  let scheme = first;
  let shown: ShownGraph = { nodes: [], links: [], grouping: undefined, saved: new Map(), viewport: undefined };
  let nodesById = new Map<string, GraphNode>();
  let decoration: Decoration | undefined;
  let focused: string | undefined;
  /** A saved map was opened, and its CIs are not there yet. */
  let isLookOwed = false;
  const layouter = createLayouter();
  const cy = cytoscape({
    container,
    style: styleOf(scheme),
    minZoom: 0.03,
    maxZoom: 3,
    boxSelectionEnabled: false,
    autounselectify: true,
    // While it is panned or zoomed a picture of the map moves: thousands of nodes stay fluent.
    textureOnViewport: true,
    motionBlur: false,
  });
  cy.on("tap", ({ target }) => on.select(target === cy ? undefined : (target.id() as string)));
  cy.on("dbltap", "node", ({ target }) => on.open(target.id() as string));

  const placed = () => {
    const points = new Map<string, Point>();
    cy.nodes().forEach((node) => {
      if (!node.hasClass("group") && !node.hasClass("unplaced")) points.set(node.id(), { ...node.position() });
    });
    return points;
  };

  async function show(graph: ShownGraph): Promise<void> {
    const isRegrouped = graph.grouping !== shown.grouping;
    const isOtherMap = graph.saved !== shown.saved && graph.saved.size > 0;
    const before = isRegrouped || isOtherMap ? new Map<string, Point>() : placed();
    // The graph may come after the saved map, and CIs of the saved map may come later.
    if (isOtherMap || !isRegrouped) for (const [id, point] of graph.saved) if (!before.has(id)) before.set(id, point);
    isLookOwed ||= isOtherMap;
    shown = graph;
    nodesById = new Map(graph.nodes.map((node) => [node.id, node]));
    const { groups, parents } = groupsOf(graph.nodes, graph.grouping);
    const staying = new Map([...before].filter(([id]) => nodesById.has(id)));
    const fresh = graph.nodes.filter(({ id }) => !staying.has(id)).map(({ id }) => id);
    cy.batch(() => {
      if (isRegrouped) cy.elements().remove();
      reconcile(cy, graph, groups, parents, scheme.palette);
      for (const [id, point] of staying)
        cy.getElementById(id)
          .position({ ...point })
          .removeClass("unplaced");
      for (const id of fresh) cy.getElementById(id).addClass("unplaced");
      cy.nodes(".group").forEach((group) => {
        group.toggleClass(
          "unplaced",
          group.descendants(":childless").every((inside) => (inside as NodeSingular).hasClass("unplaced")),
        );
      });
    });
    paint();
    const isOpened = isLookOwed && staying.size > 0;
    if (isOpened) lookAgain(graph.viewport);
    if (isOpened) isLookOwed = false;
    if (fresh.length === 0) {
      // What was being laid out is no longer shown.
      on.busy(false);
      return refocus();
    }
    on.busy(true);
    // What a saved map placed stays, however much has come since.
    const areSaved = [...staying.keys()].some((id) => graph.saved.has(id));
    const isCalm = areSaved || staying.size >= STAYING * graph.nodes.length;
    const seeds = isCalm ? besideSeeds(fresh, graph.links, staying) : ringSeeds(graph.nodes, graph.links);
    const answer = await layouter.layOut({
      nodes: graph.nodes.map(({ id }) => {
        const isFixed = isCalm && staying.has(id);
        const point = (isFixed ? staying.get(id) : seeds.get(id)) ?? { x: 0, y: 0 };
        return { id, parent: parents.get(id), isFixed, ...point };
      }),
      groups: groups.map(({ id, parent }) => ({ id, parent })),
      links: graph.links.map(({ id, source, target }) => ({ id, source, target })),
    });
    // A newer graph is on its way.
    if (!answer || shown !== graph) return;
    cy.batch(() => {
      for (const [id, point] of answer) {
        if (!isCalm || !staying.has(id)) cy.getElementById(id).position(point).removeClass("unplaced");
      }
      cy.nodes(".group").removeClass("unplaced");
    });
    if (!isCalm || (isOpened && !graph.viewport)) fitDrawn();
    else if (fresh.some((id) => decoration?.marks.has(id))) fitTo(cy.nodes(".path, .mark-subject, .mark-affected"));
    on.busy(false);
    refocus();
  }

  /** Few CIs are shown at their size, not as large as would fit. */
  function fitTo(elements: CollectionArgument = cy.elements(":visible")) {
    cy.fit(elements, FIT_PADDING);
    if (cy.zoom() > MAX_FIT) cy.zoom(MAX_FIT).center(elements);
  }

  /** Again once the names are drawn: until then they take no room. */
  function fitDrawn() {
    fitTo();
    cy.one("render", () => fitTo());
  }

  /** As a saved map was looked at; all of it where that is not known. */
  function lookAgain(viewport: Viewport | undefined) {
    if (!viewport) return fitTo();
    const { x, y, zoom } = viewport;
    cy.stop().zoom(zoom);
    cy.pan({ x: cy.width() / 2 - x * cy.zoom(), y: cy.height() / 2 - y * cy.zoom() });
  }

  /** A CI that was to be looked at before it was placed. */
  function refocus() {
    if (focused !== undefined) focus(focused);
  }

  function paint() {
    if (!decoration) return;
    const { hidden, folded, roots, marks, selected } = decoration;
    const isMarked = marks.size > 0;
    cy.batch(() => {
      for (const node of shown.nodes) {
        const mark = marks.get(node.id);
        const classes = [
          hidden.has(node.id) && "hidden",
          roots.has(node.id) && "root",
          node.id === selected && "selected",
          mark && (mark === "path" ? "path" : `mark-${mark}`),
          isMarked && !mark && "faded",
          cy.getElementById(node.id).hasClass("unplaced") && "unplaced",
        ].filter(Boolean) as string[];
        const label = labelOf(node, folded.get(node.id), mark);
        cy.getElementById(node.id).classes(classes).data("label", label);
      }
      for (const link of shown.links) {
        const ends = [link.source, link.target];
        const areMarked = ends.every((id) => marks.has(id));
        const classes = [
          link.observed && "observed",
          link.optional && "optional",
          isHot(link, nodesById) && "hot",
          areMarked && "path",
          isMarked && !areMarked && "faded",
          selected !== undefined && ends.includes(selected) && "near",
        ].filter(Boolean) as string[];
        cy.getElementById(`link:${link.id}`).classes(classes);
      }
      cy.nodes(".group").forEach((group) => {
        group.toggleClass(
          "hidden",
          group.descendants(":childless").every((inside) => (inside as NodeSingular).hasClass("hidden")),
        );
      });
    });
  }

  /** Brings a CI into the middle, at a size at which its name can be read. */
  function focus(id: string) {
    const node = cy.getElementById(id);
    focused = node.empty() || node.hasClass("unplaced") ? id : undefined;
    if (focused === undefined)
      cy.stop().animate({ center: { eles: node }, zoom: Math.max(0.9, cy.zoom()) }, { duration: 200 });
  }

  return {
    cy,
    show,
    focus,
    placed,
    decorate(next: Decoration) {
      decoration = next;
      paint();
    },
    setScheme(next: Scheme) {
      scheme = next;
      cy.style(styleOf(next));
      cy.batch(() => {
        for (const { id, type, health } of shown.nodes) {
          cy.getElementById(id).data("image", nodeImage(type, health, next.palette));
        }
      });
    },
    viewport(): Viewport {
      const [pan, zoom] = [cy.pan(), cy.zoom()];
      return { x: (cy.width() / 2 - pan.x) / zoom, y: (cy.height() / 2 - pan.y) / zoom, zoom };
    },
    // What the reader does ends what is under way.
    fit: () => {
      cy.stop();
      fitTo();
    },
    zoomBy: (factor: number) =>
      cy.stop().zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } }),
    panBy: (x: number, y: number) => cy.stop().panBy({ x, y }),
    graph: () => ({ ...shown, decoration, scheme }),
    destroy() {
      layouter.stop();
      cy.destroy();
    },
  };
}

function styleOf({ palette, accent, font }: Scheme) {
  return graphStyle(palette, accent, font);
}

/** Makes the canvas hold these elements: what is there stays, with its new data. */
function reconcile(
  cy: Core,
  { nodes, links }: ShownGraph,
  groups: readonly Group[],
  parents: ReadonlyMap<string, string>,
  palette: Palette,
): void {
  const wanted = [
    ...groups.map(groupElement),
    ...nodes.map((node) => nodeElement(node, parents.get(node.id), palette)),
    ...links.map(linkElement),
  ];
  const ids = new Set(wanted.map(({ data }) => data.id));
  for (const element of wanted) {
    const there = cy.getElementById(element.data.id!);
    if (there.empty()) cy.add(element);
    else if (there.isNode()) {
      const { parent, label, ...data } = element.data;
      if ((there.data("parent") ?? undefined) !== parent) there.move({ parent: parent ?? null });
      cy.getElementById(element.data.id!).data(there.hasClass("group") ? { label } : data);
    } else cy.getElementById(element.data.id!).data("label", element.data.label);
  }
  // A frame goes after what was in it has left it.
  cy.edges()
    .filter((edge) => !ids.has(edge.id()))
    .remove();
  cy.nodes()
    .filter((node) => !ids.has(node.id()))
    .remove();
}
