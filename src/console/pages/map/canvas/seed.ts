import type { GraphLink, GraphNode } from "../graph-data";

export interface Point {
  x: number;
  y: number;
}

const RING = 170;
const SPACE = 90;
/** Turns that never line up. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Where a layout begins: the same graph always begins alike, so that an address always shows the same picture. */
export function ringSeeds(nodes: readonly GraphNode[], links: readonly GraphLink[]): Map<string, Point> {
  const hopOf = new Map(nodes.map(({ id, hop }) => [id, hop]));
  const nearer = new Map<string, string>();
  for (const { source, target } of links) {
    const [a, b] = [hopOf.get(source) ?? 0, hopOf.get(target) ?? 0];
    if (a < b && !nearer.has(target)) nearer.set(target, source);
    if (b < a && !nearer.has(source)) nearer.set(source, target);
  }
  const angles = new Map<string, number>();
  const seeds = new Map<string, Point>();
  let radius = 0;
  for (const hop of [...new Set(hopOf.values())].sort((a, b) => a - b)) {
    const ring = nodes.filter((node) => node.hop === hop);
    const angleOf = (id: string) => angles.get(nearer.get(id) ?? "") ?? 0;
    ring.sort((a, b) => angleOf(a.id) - angleOf(b.id) || a.type.localeCompare(b.type) || (a.id < b.id ? -1 : 1));
    radius = ring.length === 1 && hop === 0 ? 0 : Math.max(radius + RING, (ring.length * SPACE) / (2 * Math.PI));
    ring.forEach(({ id }, place) => {
      const angle = (2 * Math.PI * place) / ring.length;
      angles.set(id, angle);
      seeds.set(id, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
    });
  }
  return seeds;
}

/** Where new CIs begin among those that stay: beside their neighbours. */
export function besideSeeds(
  fresh: readonly string[],
  links: readonly GraphLink[],
  placed: ReadonlyMap<string, Point>,
): Map<string, Point> {
  const seeds = new Map<string, Point>();
  const at = (id: string) => placed.get(id) ?? seeds.get(id);
  let waiting = [...fresh];
  for (let before = -1; waiting.length !== before; ) {
    before = waiting.length;
    waiting = waiting.filter((id) => {
      const near = links.flatMap(({ source, target }) => {
        const point = source === id ? at(target) : target === id ? at(source) : undefined;
        return point ? [point] : [];
      });
      if (near.length === 0) return true;
      const angle = GOLDEN * seeds.size;
      const centre = (axis: "x" | "y") => near.reduce((sum, point) => sum + point[axis], 0) / near.length;
      const distance = SPACE + 4 * seeds.size;
      seeds.set(id, { x: centre("x") + distance * Math.cos(angle), y: centre("y") + distance * Math.sin(angle) });
      return false;
    });
  }
  for (const [place, id] of waiting.entries()) seeds.set(id, { x: SPACE * place, y: -RING });
  return seeds;
}
