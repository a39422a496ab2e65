import type { Layout, LayoutInput, Point } from "./layout.model.ts";

const GAP = { row: 16, column: 28, layer: 150 } as const;
/** Sweeps over the layers; more of them improve little. */
const SWEEPS = 6;

/**
 * Places nodes in columns by their layers, links as curves between them: for graphs that a layout engine would take long
 * for. Linear in nodes and links but for the sorting. The nodes of a layer are ordered by where their neighbours are
 * (barycentres: Sugiyama, Tagawa and Toda, 1981); a layer of many nodes takes several columns, so that the picture keeps
 * a form that fits a page.
 */
export function layOutInColumns(input: LayoutInput): Layout {
  const layers = layersOf(input);
  order(layers, neighboursOf(input));
  const rows = rowsPerColumn(input, layers);
  const tallest = Math.max(...layers.map((layer) => Math.min(layer.length, rows)), 1);
  const height = tallest * (input.nodeHeight + GAP.row) - GAP.row;
  const nodes: Point[] = new Array(input.layers.length);
  let left = 0;
  for (const layer of layers) {
    const columns = Math.max(1, Math.ceil(layer.length / rows));
    const perColumn = Math.ceil(layer.length / columns);
    for (const [i, node] of layer.entries()) {
      const column = Math.floor(i / perColumn);
      const inColumn = Math.min(perColumn, layer.length - column * perColumn);
      const top = (height - inColumn * (input.nodeHeight + GAP.row) + GAP.row) / 2;
      const y = top + (i % perColumn) * (input.nodeHeight + GAP.row) + input.nodeHeight / 2;
      nodes[node] = [left + column * (input.nodeWidth + GAP.column) + input.nodeWidth / 2, y];
    }
    left += columns * (input.nodeWidth + GAP.column) - GAP.column + GAP.layer;
  }
  const width = Math.max(left - GAP.layer, input.nodeWidth);
  const links = input.links.map(({ from, to }) => curve(nodes[from]!, nodes[to]!, input.nodeWidth / 2));
  return { width, height, nodes, links };
}

function layersOf({ layers }: LayoutInput): number[][] {
  const byLayer = Map.groupBy(layers.keys(), (node) => layers[node]!);
  return [...byLayer].sort(([a], [b]) => a - b).map(([, nodes]) => nodes);
}

function neighboursOf({ layers, links }: LayoutInput): number[][] {
  const neighbours: number[][] = layers.map(() => []);
  for (const { from, to } of links) {
    neighbours[from]!.push(to);
    neighbours[to]!.push(from);
  }
  return neighbours;
}

/** Sorts each layer by the middle of what its nodes are linked with, from the left and from the right by turns. */
function order(layers: number[][], neighbours: readonly number[][]): void {
  const place = new Float64Array(neighbours.length);
  const note = (layer: readonly number[]) => {
    for (const [i, node] of layer.entries()) place[node] = (i + 0.5) / layer.length;
  };
  for (const layer of layers) note(layer);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) {
      const middle = new Map(layer.map((node) => [node, middleOf(neighbours[node]!, place) ?? place[node]!]));
      layer.sort((a, b) => middle.get(a)! - middle.get(b)! || a - b);
      note(layer);
    }
  }
}

function middleOf(nodes: readonly number[], place: Float64Array): number | undefined {
  if (nodes.length === 0) return undefined;
  let sum = 0;
  for (const node of nodes) sum += place[node]!;
  return sum / nodes.length;
}

/** So many that the picture becomes about one and a half times as wide as it is tall, and never a strip. */
function rowsPerColumn({ nodeWidth, nodeHeight }: LayoutInput, layers: readonly number[][]): number {
  const widthAt = (rows: number) =>
    layers.reduce((sum, layer) => sum + Math.ceil(layer.length / rows) * (nodeWidth + GAP.column) + GAP.layer, 0);
  let rows = 8;
  while (rows < 200 && widthAt(rows) > 1.5 * rows * (nodeHeight + GAP.row)) rows++;
  return rows;
}

/** From the right edge of one to the left edge of the other; around, where the other is not further right. */
function curve([x1, y1]: Point, [x2, y2]: Point, half: number): Point[] {
  if (x2 - x1 >= 2 * half) {
    const reach = Math.max((x2 - x1 - 2 * half) / 2, 30);
    return [
      [x1 + half, y1],
      [x1 + half + reach, y1],
      [x2 - half - reach, y2],
      [x2 - half, y2],
    ];
  }
  const bow = 46 + Math.min(Math.abs(y2 - y1) / 8, 40);
  return [
    [x1 + half, y1],
    [x1 + half + bow, y1],
    [x2 + half + bow, y2],
    [x2 + half, y2],
  ];
}
