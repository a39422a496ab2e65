import type { GraphNode } from "../graph-data";
import type { Grouping } from "../map-search";

/** A frame around CIs, which may lie in another one. */
export interface Group {
  id: string;
  name: string;
  parent: string | undefined;
}

/** The frames of all CIs, outermost first, and the one that each lies in directly. */
export function groupsOf(nodes: readonly GraphNode[], grouping: Grouping | undefined) {
  const groups = new Map<string, Group>();
  const parents = new Map<string, string>();
  for (const node of nodes) {
    let parent: string | undefined;
    for (const { key, name } of framesOf(node, grouping)) {
      // A place may stand in several others over time: the first frame that it was seen in holds.
      const id = `group:${key}`;
      if (!groups.has(id)) groups.set(id, { id, name, parent });
      parent = id;
    }
    if (parent !== undefined) parents.set(node.id, parent);
  }
  return { groups: [...groups.values()], parents };
}

/** From the outermost to the innermost. */
function framesOf(node: GraphNode, grouping: Grouping | undefined): { key: string; name: string }[] {
  switch (grouping) {
    case "location": {
      const own = node.type === "site" || node.type === "rack" ? [{ id: node.id, name: node.name }] : [];
      return [...own, ...node.location].map(({ id, name }) => ({ key: id ?? `place ${name}`, name })).reverse();
    }
    case "service": {
      if (node.type === "business_service") return [{ key: node.id, name: node.name }];
      const [first, second] = node.services;
      if (second) return [{ key: "several", name: "Several services" }];
      return first ? [{ key: first.id, name: first.name }] : [];
    }
    case "type":
      return [{ key: `type ${node.type}`, name: node.type.replaceAll("_", " ") }];
    default:
      return [];
  }
}
