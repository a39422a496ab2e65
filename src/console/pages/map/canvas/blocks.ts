import type { LayoutTask } from "./layout";
import type { Point } from "./seed";

const [WIDTH, HEIGHT] = [110, 84];
const MARGIN = 60;

interface Box {
  width: number;
  height: number;
  place: (x: number, y: number) => void;
}

/** Frames as blocks beside each other, with their CIs in rows: for graphs too large for the exact layout of frames. */
export function blocks({ nodes, groups }: Pick<LayoutTask, "nodes" | "groups">): Map<string, Point> {
  const points = new Map<string, Point>();
  const boxOf = (parent: string | undefined): Box => {
    const inside = nodes.filter((node) => node.parent === parent);
    const cells = inside.map(
      ({ id }): Box => ({
        width: WIDTH,
        height: HEIGHT,
        place: (x, y) => points.set(id, { x: x + WIDTH / 2, y: y + HEIGHT / 2 }),
      }),
    );
    const frames = groups.filter((group) => group.parent === parent).map(({ id }) => framed(boxOf(id)));
    const rows = cells.length > 0 ? [inRows(cells)] : [];
    return inRows([...rows, ...frames.sort((a, b) => b.height - a.height)]);
  };
  boxOf(undefined).place(0, 0);
  return points;
}

function framed({ width, height, place }: Box): Box {
  return {
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
    place: (x, y) => place(x + MARGIN, y + MARGIN),
  };
}

/** Boxes in rows that together are about as wide as high. */
function inRows(boxes: readonly Box[]): Box {
  const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  const most = Math.max(1.3 * Math.sqrt(area), ...boxes.map(({ width }) => width));
  const spots: { box: Box; x: number; y: number }[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const box of boxes) {
    if (x > 0 && x + box.width > most) [x, y, rowHeight] = [0, y + rowHeight, 0];
    spots.push({ box, x, y });
    x += box.width;
    width = Math.max(width, x);
    rowHeight = Math.max(rowHeight, box.height);
  }
  return {
    width,
    height: y + rowHeight,
    place: (left, top) => {
      for (const spot of spots) spot.box.place(left + spot.x, top + spot.y);
    },
  };
}
