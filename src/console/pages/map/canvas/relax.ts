import type { Point } from "./seed";

const SPACE = 104;
/** Rounds that order the whole, and at most as many that only remove overlaps. */
const PULLS = 90;
const PUSHES = 150;
/** Room for each CI, in squares of `SPACE`, before the last overlaps are removed. */
const ROOM = 1.5;
/** Overlaps below this, in pixels, are none. */
const NEGLIGIBLE = 12;

/**
 * Draws linked CIs together and pushes overlapping ones apart, in time linear in their number: for graphs that are too large
 * for the exact layout. Without links it only removes overlaps. Fixed ones stay.
 */
export function relax(
  points: ReadonlyMap<string, Point>,
  links: readonly { source: string; target: string }[],
  isFixed: (id: string) => boolean,
  space = SPACE,
): Map<string, Point> {
  const ids = [...points.keys()];
  const index = new Map(ids.map((id, i) => [id, i]));
  const xs = Float64Array.from(ids, (id) => points.get(id)!.x);
  const ys = Float64Array.from(ids, (id) => points.get(id)!.y);
  const fixed = ids.map(isFixed);
  const pairs = links.flatMap(({ source, target }) => {
    const [a, b] = [index.get(source), index.get(target)];
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const];
  });
  const degree = new Uint32Array(ids.length);
  for (const [a, b] of pairs) {
    degree[a]!++;
    degree[b]!++;
  }
  const move = (i: number, x: number, y: number) => {
    if (fixed[i]) return;
    xs[i]! += x;
    ys[i]! += y;
  };
  for (let round = 0; round < PULLS && pairs.length > 0; round++) {
    pull(pairs, xs, ys, degree, 1 - round / PULLS, move);
    push(xs, ys, space, move);
  }
  if (pairs.length > 0 && !fixed.includes(true)) widen(xs, ys);
  for (let round = 0; round < PUSHES && push(xs, ys, space, move); round++);
  return new Map(ids.map((id, i) => [id, { x: xs[i]!, y: ys[i]! }]));
}

type Move = (i: number, x: number, y: number) => void;

/** Ends of a link come nearer, the less of many links that hold one. */
function pull(
  pairs: readonly (readonly [number, number])[],
  xs: Float64Array,
  ys: Float64Array,
  degree: Uint32Array,
  heat: number,
  move: Move,
): void {
  for (const [a, b] of pairs) {
    const [x, y] = [xs[b]! - xs[a]!, ys[b]! - ys[a]!];
    const distance = Math.hypot(x, y);
    if (distance <= SPACE) continue;
    const strength = (0.4 * heat * (distance - SPACE)) / distance;
    move(a, (x * strength) / degree[a]!, (y * strength) / degree[a]!);
    move(b, (-x * strength) / degree[b]!, (-y * strength) / degree[b]!);
  }
}

/** Makes room where there are more CIs than the picture could hold. */
function widen(xs: Float64Array, ys: Float64Array): void {
  const extent = (values: Float64Array) =>
    values.reduce((most, value) => Math.max(most, value), 0) -
    values.reduce((least, value) => Math.min(least, value), 0);
  const factor = Math.sqrt((ROOM * xs.length * SPACE ** 2) / Math.max(1, extent(xs) * extent(ys)));
  if (factor <= 1) return;
  for (let i = 0; i < xs.length; i++) {
    xs[i]! *= factor;
    ys[i]! *= factor;
  }
}

/** CIs nearer than `space` move apart; a grid finds them. Tells whether any overlapped. */
function push(xs: Float64Array, ys: Float64Array, space: number, move: Move): boolean {
  let overlapped = false;
  const cells = new Map<string, number[]>();
  const cellOf = (value: number) => Math.floor(value / space);
  for (let i = 0; i < xs.length; i++) {
    const key = `${cellOf(xs[i]!)} ${cellOf(ys[i]!)}`;
    const cell = cells.get(key);
    if (cell) cell.push(i);
    else cells.set(key, [i]);
  }
  for (let i = 0; i < xs.length; i++) {
    const [column, row] = [cellOf(xs[i]!), cellOf(ys[i]!)];
    for (let near = 0; near < 9; near++) {
      for (const j of cells.get(`${column + (near % 3) - 1} ${row + Math.floor(near / 3) - 1}`) ?? []) {
        if (j <= i) continue;
        let [x, y] = [xs[j]! - xs[i]!, ys[j]! - ys[i]!];
        // On the same spot any way is good, as long as it is always the same one.
        if (x === 0 && y === 0) [x, y] = [Math.cos(i + j), Math.sin(i + j)];
        const distance = Math.hypot(x, y);
        if (distance >= space) continue;
        overlapped ||= space - distance > NEGLIGIBLE;
        const strength = (0.5 * (space - distance)) / distance;
        move(i, -x * strength, -y * strength);
        move(j, x * strength, y * strength);
      }
    }
  }
  return overlapped;
}
