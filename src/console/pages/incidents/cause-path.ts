import type { Impact } from "./incident-data";

export interface PathNode {
  id: string;
  name: string;
  type: string;
  /** Column, 0 for the cause, and place within it. */
  column: number;
  row: number;
  isCovered: boolean;
}

export interface CausePath {
  nodes: PathNode[];
  /** Each with the ids of its ends, in the direction in which the failure travels. */
  links: [string, string][];
  columns: number;
  rows: number;
  /** Symptoms that no path reaches. */
  apart: string[];
  /** Nodes left out, because there are too many to read. */
  left: number;
}

/** More cannot be read at the size of the drawing: the map explorer shows all. */
const MAX_NODES = 40;

/** From the cause to each symptom along the ways on which its failure travels; nothing else of the estate. */
export function causePath(impact: Impact, symptoms: ReadonlySet<string>): CausePath {
  const affected = new Map(impact.affected.map((ci) => [ci.id, ci]));
  const reached = [...symptoms].filter((id) => affected.has(id));
  const on = new Map<string, number>([[impact.ci.id, 0]]);
  const links = new Map<string, [string, string]>();
  let left = 0;
  // The nearest first: what is left out is far away.
  const paths = reached.map((id) => affected.get(id)!.path).sort((a, b) => a.length - b.length);
  for (const path of paths) {
    const added = path.filter((id) => !on.has(id)).length;
    if (on.size + added > MAX_NODES) {
      left += 1;
      continue;
    }
    path.forEach((id, column) => {
      on.set(id, Math.max(on.get(id) ?? 0, column));
      if (column > 0) links.set(`${path[column - 1]} ${id}`, [path[column - 1]!, id]);
    });
  }
  const counts: number[] = [];
  const nodes = [...on].map(([id, column]): PathNode => {
    counts[column] ??= 0;
    const ci = id === impact.ci.id ? { ...impact.ci, redundancy: "none" } : affected.get(id);
    return {
      id,
      name: ci?.name ?? id,
      type: ci?.type ?? "",
      column,
      row: counts[column]++,
      isCovered: ci?.redundancy === "covered",
    };
  });
  return {
    nodes,
    links: [...links.values()],
    columns: Math.max(...nodes.map(({ column }) => column)) + 1,
    rows: Math.max(...counts.map((rows) => rows ?? 0)),
    apart: [...symptoms].filter((id) => id !== impact.ci.id && !affected.has(id)),
    left,
  };
}
