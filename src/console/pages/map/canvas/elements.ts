import type { ElementDefinition } from "cytoscape";
import type { Palette } from "../../../../model/palette";
import type { GraphLink, GraphNode, Mark } from "../graph-data";
import type { Group } from "./groups";
import { nodeImage } from "./node-image";

const LABEL = 26;

/** Name on one line, isolated, so that right-to-left names do not turn what stands beside them. */
function clipped(name: string, length = LABEL): string {
  const line = name.replace(/\s+/gu, " ");
  const letters = [...line.slice(0, 4 * length)];
  return `\u2068${letters.length > length ? `${letters.slice(0, length - 1).join("")}…` : line}\u2069`;
}

const MARK_WORDS: Record<Mark, string> = {
  subject: "fails",
  affected: "affected",
  optional: "affected, works without",
  protected: "protected by redundancy",
  path: "",
};

/** What the overlay says of a CI, for those who do not see the picture. */
export function markWords(mark: Mark | undefined): string {
  return mark === "path" ? "on the path" : mark ? MARK_WORDS[mark] : "";
}

export function labelOf(node: GraphNode, folded: number | undefined, mark: Mark | undefined): string {
  const more = (folded ?? 0) + node.hidden_neighbours;
  const notes = [mark && MARK_WORDS[mark], folded ? `${more} folded` : more > 0 && `+${more}`].filter(Boolean);
  return notes.length > 0 ? `${clipped(node.name)}\n${notes.join(" · ")}` : clipped(node.name);
}

export function nodeElement(node: GraphNode, parent: string | undefined, palette: Palette): ElementDefinition {
  const { id, type, health } = node;
  return { group: "nodes", data: { id, parent, health, image: nodeImage(type, health, palette), label: "" } };
}

export function groupElement({ id, name, parent }: Group): ElementDefinition {
  return { group: "nodes", data: { id, parent, label: clipped(name, 40) }, classes: "group", selectable: false };
}

export function linkElement(link: GraphLink): ElementDefinition {
  const { id, source, target, type } = link;
  const redundancy = link.redundancy_group ? ` (one of ${link.redundancy_group})` : "";
  return {
    group: "edges",
    data: { id: `link:${id}`, source, target, label: clipped(`${type.replaceAll("_", " ")}${redundancy}`, 48) },
    classes: [link.observed ? "observed" : "", link.optional ? "optional" : ""].filter(Boolean),
  };
}

/** Links along which a failure has travelled: both ends are not well. */
export function isHot(link: GraphLink, nodes: ReadonlyMap<string, GraphNode>): boolean {
  const isFailing = (id: string) => ["critical", "degraded"].includes(nodes.get(id)?.health ?? "");
  return link.failure !== "none" && isFailing(link.source) && isFailing(link.target);
}
