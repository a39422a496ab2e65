import type { Point } from "../layout/layout.model.ts";

/** Overlap is tested on a grid of cells of this size, in pixels. */
const CELL = { width: 12, height: 12 } as const;
/** Candidate positions, in order: rows above and below the line, and shares of its length. */
const ROWS = [0, -1, 1, -2, 2] as const;
const SHARES = [0.5, 0.32, 0.68, 0.2, 0.8, 0.12, 0.88] as const;

interface Box {
  /** Its centre. */
  at: Point;
  width: number;
  height: number;
}

export interface LabelPlacer {
  /** Returns the centre of a label on a line, preferably at this share of it, clear of cards and earlier labels. */
  place(points: readonly Point[], share: number, width: number): Point;
}

/** Places labels between cards. If a line has no free position, labels may overlap each other, but not cards. */
export function createLabelPlacer(cards: readonly Box[]): LabelPlacer {
  const cardCells = new Set<number>();
  const labelCells = new Set<number>();
  for (const card of cards) for (const cell of cellsOf(card)) cardCells.add(cell);
  return {
    place(points, share, width) {
      const boxes: Box[] = [share, ...SHARES].flatMap((candidate) => {
        const [x, y] = pointOn(points, candidate);
        return ROWS.map((row) => ({ at: [x, y + row * CELL.height] as const, width, height: CELL.height }));
      });
      const cells = boxes.map(cellsOf);
      const clear = cells.findIndex((some) => !some.some((cell) => cardCells.has(cell) || labelCells.has(cell)));
      const uncovered = clear >= 0 ? clear : cells.findIndex((some) => !some.some((cell) => cardCells.has(cell)));
      const chosen = Math.max(uncovered, 0);
      for (const cell of cells[chosen]!) labelCells.add(cell);
      return boxes[chosen]!.at;
    },
  };
}

function cellsOf({ at: [x, y], width, height }: Box): number[] {
  const inset = 1;
  const column = (pixels: number) => Math.floor(pixels / CELL.width);
  const row = (pixels: number) => Math.floor(pixels / CELL.height);
  const cells: number[] = [];
  for (let down = row(y - height / 2 + inset); down <= row(y + height / 2 - inset); down++) {
    for (let along = column(x - width / 2); along <= column(x + width / 2); along++) cells.push(down * 100_000 + along);
  }
  return cells;
}

/** A point on a chain of cubic Bézier curves, by the share of its curves. */
function pointOn(points: readonly Point[], share: number): Point {
  const curves = (points.length - 1) / 3;
  const at = Math.min(Math.floor(share * curves), curves - 1);
  const t = share * curves - at;
  const [a, b, c, d] = points.slice(at * 3, at * 3 + 4) as [Point, Point, Point, Point];
  const u = 1 - t;
  const mix = (i: 0 | 1) => u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t ** 3 * d[i];
  return [mix(0), mix(1)];
}
