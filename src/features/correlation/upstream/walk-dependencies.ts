import { compare } from "../../../model/order.ts";

/** CIs that one walk takes into account. */
const MOST = 1_000;

/** How a walk learns of CIs. */
export interface NeedsReader<Row extends { id: string }> {
  /** Tells of the given CIs and, unasked, of so many more at most: those are not asked for later. */
  read: (ids: string[], ahead: number) => Promise<Row[]>;
  neededBy: (row: Row) => readonly string[];
}

/** What is told of the given CIs and of what they need within some steps, level by level, each once. */
export async function needsWithin<Row extends { id: string }>(
  ids: readonly string[],
  steps: number,
  { read, neededBy }: NeedsReader<Row>,
): Promise<Row[]> {
  const told = new Map<string, Row>();
  const rows: Row[] = [];
  const asked = new Set<string>();
  let front = new Map(ids.map((id) => [id, 1]));
  for (let step = 0; step <= steps; step++) {
    const level = mostNeeded(front, asked);
    for (const id of level) asked.add(id);
    const untold = level.filter((id) => !told.has(id));
    const ahead = step < steps ? MOST - asked.size : 0;
    if (untold.length > 0) for (const row of await read(untold, ahead)) told.set(row.id, row);
    front = new Map();
    for (const row of level.flatMap((id) => told.get(id) ?? [])) {
      rows.push(row);
      for (const needed of neededBy(row)) front.set(needed, (front.get(needed) ?? 0) + 1);
    }
  }
  return rows;
}

/** Those that were not asked for yet, as far as there is room, in the order of their ids. */
function mostNeeded(needs: ReadonlyMap<string, number>, asked: ReadonlySet<string>): string[] {
  const open = [...needs].filter(([id]) => !asked.has(id));
  const room = MOST - asked.size;
  if (open.length > room) open.sort(([a, x], [b, y]) => y - x || compare(a, b));
  return open
    .slice(0, room)
    .map(([id]) => id)
    .sort();
}
