import type { LayoutInput } from "./layout.model.ts";

/** Most growth of the number of layers: `times` and `more`; beyond it the given layers are kept. */
const GROWTH = { times: 2, more: 2 } as const;

/**
 * The layers of the input, each node moved right of all its dependents: by the shortest distance alone, a host could be
 * left of a machine on it that a longer path finds. Links that close a cycle are ignored.
 */
export function orderedLayers({ layers, links }: Pick<LayoutInput, "layers" | "links">): readonly number[] {
  const targets: number[][] = layers.map(() => []);
  for (const { from, to } of links) targets[from]!.push(to);
  const moved = [...layers];
  for (const { node, onward } of topological(layers, targets)) {
    for (const to of onward) moved[to] = Math.max(moved[to]!, moved[node]! + 1);
  }
  return spanOf(moved) <= spanOf(layers) * GROWTH.times + GROWTH.more ? moved : layers;
}

function spanOf(layers: readonly number[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const layer of layers) [least, most] = [Math.min(least, layer), Math.max(most, layer)];
  return most - least;
}

/** Topological order of nodes with their links, without those that close a cycle (depth-first, Tarjan, 1976). */
function topological(layers: readonly number[], targets: readonly (readonly number[])[]) {
  const isOpen = new Uint8Array(layers.length);
  const isSeen = new Uint8Array(layers.length);
  const done: { node: number; onward: number[] }[] = [];
  const starts = [...layers.keys()].sort((a, b) => layers[a]! - layers[b]! || a - b);
  for (const start of starts) {
    if (isSeen[start]) continue;
    const stack = [{ node: start, at: 0, onward: [] as number[] }];
    isSeen[start] = isOpen[start] = 1;
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const to = targets[top.node]![top.at++];
      if (to === undefined) {
        isOpen[top.node] = 0;
        done.push(stack.pop()!);
      } else if (!isOpen[to]) {
        top.onward.push(to);
        if (isSeen[to]) continue;
        isSeen[to] = isOpen[to] = 1;
        stack.push({ node: to, at: 0, onward: [] });
      }
    }
  }
  return done.reverse();
}
