import { compare } from "../../../model/order.ts";

/** Most CIs that one walk visits. */
export const MAX_CIS = 1_000;

/** How a walk reads CIs. */
export interface DependencyReader<Row extends { id: string }> {
  /** Reads the given CIs and may read up to `ahead` of their dependencies as well, which are then not read again. */
  read: (ids: string[], ahead: number) => Promise<Row[]>;
  needsOf: (row: Row) => readonly string[];
}

/** Breadth-first walk of dependencies from `ids`, up to `steps` levels; reads each CI once, level by level. */
export async function walkDependencies<Row extends { id: string }>(
  ids: readonly string[],
  steps: number,
  { read, needsOf }: DependencyReader<Row>,
): Promise<Row[]> {
  const known = new Map<string, Row>();
  const rows: Row[] = [];
  const visited = new Set<string>();
  let frontier = new Map(ids.map((id) => [id, 1]));
  for (let step = 0; step <= steps; step++) {
    const level = mostNeeded(frontier, visited);
    for (const id of level) visited.add(id);
    const unread = level.filter((id) => !known.has(id));
    const ahead = step < steps ? MAX_CIS - visited.size : 0;
    if (unread.length > 0) for (const row of await read(unread, ahead)) known.set(row.id, row);
    frontier = new Map();
    for (const row of level.flatMap((id) => known.get(id) ?? [])) {
      rows.push(row);
      for (const needed of needsOf(row)) frontier.set(needed, (frontier.get(needed) ?? 0) + 1);
    }
  }
  return rows;
}

/** Unvisited CIs in order of id; above the limit those with most dependents on the level before. */
function mostNeeded(needs: ReadonlyMap<string, number>, visited: ReadonlySet<string>): string[] {
  const open = [...needs].filter(([id]) => !visited.has(id));
  const room = MAX_CIS - visited.size;
  if (open.length > room) open.sort(([a, x], [b, y]) => y - x || compare(a, b));
  return open
    .slice(0, room)
    .map(([id]) => id)
    .sort();
}
