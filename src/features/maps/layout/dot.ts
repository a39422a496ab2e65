import type { Graph } from "@viz-js/viz";
import type { Layout, LayoutInput, Point } from "./layout.model.ts";

/** Graphviz counts in inches from the bottom. */
const INCH = 72;

/** Limits of a graph for Graphviz: within them it takes a tenth of a second. */
const DOT_LIMITS = { nodes: 120, links: 180, inLayer: 60 } as const;

/** Whether to use Graphviz. Depends only on the graph, so that the same graph always gets the same layout. */
export function suitsDot({ layers, links }: LayoutInput): boolean {
  const inLayer = Map.groupBy(layers, (layer) => layer);
  const widest = Math.max(...[...inLayer.values()].map(({ length }) => length), 0);
  return layers.length <= DOT_LIMITS.nodes && links.length <= DOT_LIMITS.links && widest <= DOT_LIMITS.inLayer;
}

/** The input as a Graphviz graph: numbered boxes without text. */
export function dotGraph({ nodeWidth, nodeHeight, layers, links }: LayoutInput): Graph {
  return {
    directed: true,
    graphAttributes: {
      rankdir: "LR",
      nodesep: 20 / INCH,
      ranksep: 140 / INCH,
      splines: "spline",
      mclimit: 2,
      nslimit: 4,
      nslimit1: 4,
    },
    nodeAttributes: {
      shape: "box",
      label: "",
      fixedsize: true,
      width: nodeWidth / INCH,
      height: nodeHeight / INCH,
    },
    edgeAttributes: { arrowhead: "none", headport: "w", tailport: "e" },
    nodes: layers.map((_, i) => ({ name: String(i) })),
    edges: links.map(({ from, to }) => ({ tail: String(from), head: String(to) })),
  };
}

/**
 * Reads Graphviz' plain output: `graph scale width height`, `node name x y ...`, `edge tail head n x1 y1 .. xn yn ...`.
 * Throws if it does not match the input.
 */
export function readPlain(plain: string, input: LayoutInput): Layout {
  let size: [number, number] | undefined;
  const nodes: Point[] = [];
  const drawn = new Map<string, Point[][]>();
  const at = (words: readonly string[], i: number): Point => [
    pixels(words[i]),
    (size?.[1] ?? 0) - pixels(words[i + 1]),
  ];
  for (const line of plain.split("\n")) {
    const words = line.split(" ");
    if (words[0] === "graph") size = [pixels(words[2]), pixels(words[3])];
    else if (words[0] === "node") nodes[Number(words[1])] = at(words, 2);
    else if (words[0] === "edge") {
      const points = Array.from({ length: Number(words[3]) }, (_, i) => at(words, 4 + 2 * i));
      const key = `${words[1]} ${words[2]}`;
      const same = drawn.get(key);
      if (same) same.push(points);
      else drawn.set(key, [points]);
    }
  }
  const links = input.links.map(({ from, to }) => drawn.get(`${from} ${to}`)?.shift());
  if (!size || input.layers.some((_, i) => !nodes[i]) || links.some((points) => !points || points.length < 4)) {
    throw new Error("the layout engine left something out");
  }
  return { width: size[0], height: size[1], nodes, links: links as Point[][] };
}

function pixels(word: string | undefined): number {
  const inches = Number(word);
  if (word === undefined || !Number.isFinite(inches)) throw new Error("the layout engine answered no number");
  return inches * INCH;
}
