import { mustGet } from "../../../model/must-get.ts";
import { orderedLayers } from "./layers.ts";
import type { Layout, LayoutInput, Point } from "./layout.model.ts";

const GAP = { row: 12, column: 28, layer: 150 } as const;
/** Sweeps over the layers, first for order, then for heights; more sweeps improve little. */
const SWEEPS = { order: 13, heights: 4 } as const;
/** Most rows of a column, by the number of nodes; a larger layer takes several columns, which limits the height. */
const rowsFor = (nodes: number) => Math.max(16, Math.round(2 * Math.sqrt(nodes)));

/**
 * Places nodes in columns by layer and links as curves between them, for graphs that take Graphviz long. Linear in nodes and
 * links except for sorting. Orders the nodes of a layer by the positions of their neighbours (barycentres: Sugiyama, Tagawa
 * and Toda, 1981), then moves them as close to the height of their neighbours as order and spacing allow, so that chains
 * run straight.
 */
export function layOutInColumns(input: LayoutInput): Layout {
  const layers = layersOf(orderedLayers(input));
  const rows = rowsFor(input.layers.length);
  const neighbours = neighboursOf(input);
  orderLayers(layers, neighbours);
  const pitches = layers.map(({ length }) => (input.nodeHeight + GAP.row) / Math.ceil(length / rows));
  const heights = placeHeights(layers, neighbours, pitches);
  const top = Math.min(...heights) - input.nodeHeight / 2;
  const nodes: Point[] = new Array(input.layers.length);
  let left = 0;
  for (const layer of layers) {
    const columns = Math.max(1, Math.ceil(layer.length / rows));
    for (const [i, node] of layer.entries()) {
      const x = left + (i % columns) * (input.nodeWidth + GAP.column) + input.nodeWidth / 2;
      nodes[node] = [x, heights[node]! - top];
    }
    left += columns * (input.nodeWidth + GAP.column) - GAP.column + GAP.layer;
  }
  const height = Math.max(...nodes.map(([, y]) => y)) + input.nodeHeight / 2;
  const width = Math.max(left - GAP.layer, input.nodeWidth);
  const links = input.links.map(({ from, to }) => curve(nodes[from]!, nodes[to]!, input.nodeWidth / 2));
  return { width, height, nodes, links };
}

function layersOf(layers: readonly number[]): number[][] {
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

/**
 * Sorts each layer by the mean position of linked nodes: in sweeps to the right by those on the left, in sweeps to the left
 * by those on the right.
 */
function orderLayers(layers: number[][], neighbours: readonly number[][]): void {
  const place = new Float64Array(neighbours.length);
  const layerOf = new Int32Array(neighbours.length);
  const recordPositions = (layer: readonly number[]) => {
    for (const [i, node] of layer.entries()) place[node] = (i + 0.5) / layer.length;
  };
  for (const [at, layer] of layers.entries()) {
    for (const node of layer) layerOf[node] = at;
    recordPositions(layer);
  }
  const side = (sign: number) =>
    neighbours.map((others, node) => others.filter((other) => Math.sign(layerOf[other]! - layerOf[node]!) === sign));
  const [toTheLeft, toTheRight] = [side(-1), side(1)];
  for (let sweep = 0; sweep < SWEEPS.order; sweep++) {
    const behind = sweep % 2 === 0 ? toTheLeft : toTheRight;
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) {
      const middle = new Map(layer.map((node) => [node, middleOf(behind[node]!, place) ?? place[node]!]));
      layer.sort((a, b) => mustGet(middle, a) - mustGet(middle, b) || place[a]! - place[b]!);
      recordPositions(layer);
    }
  }
}

function middleOf(nodes: readonly number[], place: Float64Array): number | undefined {
  if (nodes.length === 0) return undefined;
  let sum = 0;
  for (const node of nodes) sum += place[node]!;
  return sum / nodes.length;
}

/** Height of each node: the largest layer first, evenly spaced, then the others outwards, in several sweeps. */
function placeHeights(
  layers: readonly number[][],
  neighbours: readonly number[][],
  pitches: readonly number[],
): Float64Array {
  const heights = new Float64Array(neighbours.length);
  const isPlaced = new Uint8Array(neighbours.length);
  const placeLayer = (at: number, wanted: (node: number, i: number) => number) => {
    const layer = layers[at]!;
    for (const [i, height] of spaced(layer.map(wanted), pitches[at]!).entries()) heights[layer[i]!] = height;
    for (const node of layer) isPlaced[node] = 1;
  };
  const largest = layers.reduce((best, layer, i) => (layer.length > layers[best]!.length ? i : best), 0);
  const middle = ((layers[largest]?.length ?? 0) * (pitches[largest] ?? 0)) / 2;
  placeLayer(largest, (_, i) => i * pitches[largest]!);
  const neighbourHeight = (node: number) => {
    const known = neighbours[node]!.filter((other) => isPlaced[other] === 1);
    return middleOf(known, heights) ?? (isPlaced[node] === 1 ? heights[node]! : middle);
  };
  const outwards = [...layers.keys()].sort((a, b) => Math.abs(a - largest) - Math.abs(b - largest) || a - b);
  for (let sweep = 0; sweep < SWEEPS.heights; sweep++)
    for (const at of outwards) if (at !== largest) placeLayer(at, neighbourHeight);
  return heights;
}

/**
 * Heights nearest to the wanted ones (least squares) that keep order and distance: conflicting neighbours are pooled around
 * their common mean (pool adjacent violators: Ayer et al., 1955).
 */
function spaced(wanted: readonly number[], pitch: number): number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const [i, height] of wanted.entries()) {
    let pool = { sum: height - i * pitch, count: 1 };
    for (
      let before = pools.at(-1);
      before && before.sum / before.count > pool.sum / pool.count;
      before = pools.at(-1)
    ) {
      pool = { sum: pool.sum + before.sum, count: pool.count + before.count };
      pools.pop();
    }
    pools.push(pool);
  }
  const levels = pools.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count));
  return levels.map((level, i) => level + i * pitch);
}

/** Curve between the facing edges of two nodes; around their right edges if they overlap horizontally. */
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
  if (x1 - x2 >= 2 * half) return curve([x2, y2], [x1, y1], half).reverse();
  const bow = 46 + Math.min(Math.abs(y2 - y1) / 8, 40);
  return [
    [x1 + half, y1],
    [x1 + half + bow, y1],
    [x2 + half + bow, y2],
    [x2 + half, y2],
  ];
}
