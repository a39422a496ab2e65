import { mustGet } from "../../model/must-get.ts";
import { compare } from "../../model/order.ts";
import { type DependencyMap, MAP_HEALTHS, MAX_LINKS, MAX_NODES, type MapLink, type MapNode } from "./map.model.ts";

/**
 * Limits a map to `MAX_NODES` nodes and `MAX_LINKS` links. Folds distant healthy nodes first, into groups of one layer and
 * type; never folds the subject. The order of nodes and links depends only on their content.
 */
export function foldMap(map: DependencyMap): DependencyMap {
  const sorted = sortMap(map);
  return limitLinks(limitNodes(sorted));
}

/** Nodes by layer, type, name and key; links by their ends and labels. */
function sortMap(map: DependencyMap): DependencyMap {
  const order = [...map.nodes.keys()].sort((a, b) => compareNodes(map.nodes[a]!, map.nodes[b]!));
  const placeOf = new Map(order.map((node, place) => [node, place]));
  const links = map.links.map((link) => ({
    ...link,
    from: mustGet(placeOf, link.from),
    to: mustGet(placeOf, link.to),
  }));
  return { ...map, nodes: order.map((node) => map.nodes[node]!), links: links.sort(compareLinks) };
}

function compareNodes(a: MapNode, b: MapNode): number {
  return (
    a.layer - b.layer ||
    compare(a.type, b.type) ||
    compare(a.name, b.name) ||
    a.count - b.count ||
    compare(a.key, b.key)
  );
}

function compareLinks(a: MapLink, b: MapLink): number {
  return a.from - b.from || a.to - b.to || compare(a.label, b.label) || compare(a.arrow, b.arrow);
}

/** Group key of a node in each step; undefined: not folded in this step. Each step folds more than the one before. */
const FOLDING_STEPS: readonly ((node: MapNode) => string | undefined)[] = [
  (node) => (node.health === "healthy" && !isService(node) ? `${node.layer}\n${node.type}` : undefined),
  (node) => (isService(node) ? undefined : `${node.layer}\n${node.type}\n${node.health}`),
  (node) => `${node.layer}`,
];

const isService = ({ type }: MapNode) => type === "business_service";

function limitNodes(map: DependencyMap): DependencyMap {
  let folded = map;
  for (const keyOf of FOLDING_STEPS) {
    if (folded.nodes.length <= MAX_NODES) break;
    folded = sortMap(foldBy(folded, keyOf));
  }
  return folded;
}

/** Folds groups, furthest and largest first, until the limit is met; of the last group as few nodes as needed. */
function foldBy(map: DependencyMap, keyOf: (node: MapNode) => string | undefined): DependencyMap {
  const groups = Map.groupBy(map.nodes.keys(), (i) => (map.nodes[i]!.isSubject ? undefined : keyOf(map.nodes[i]!)));
  groups.delete(undefined);
  const worthwhile = [...groups].filter(([, members]) => members.length > 1);
  const distance = (members: readonly number[]) => Math.abs(map.nodes[members[0]!]!.layer);
  worthwhile.sort(([a, x], [b, y]) => distance(y) - distance(x) || y.length - x.length || compare(a!, b!));
  let excess = map.nodes.length - MAX_NODES;
  const chosen: number[][] = [];
  for (const [, members] of worthwhile) {
    if (excess <= 0) break;
    const folded = members.slice(-Math.min(members.length, excess + 1));
    chosen.push(folded);
    excess -= folded.length - 1;
  }
  return merge(map, chosen);
}

function merge(map: DependencyMap, groups: readonly (readonly number[])[]): DependencyMap {
  const groupOf = new Map(groups.flatMap((members, group) => members.map((node) => [node, group] as const)));
  const single = [...map.nodes.keys()].filter((node) => !groupOf.has(node));
  const placeOfSingle = new Map(single.map((node, place) => [node, place]));
  const placeOf = (node: number) => placeOfSingle.get(node) ?? single.length + mustGet(groupOf, node);
  const nodes = [
    ...single.map((node) => map.nodes[node]!),
    ...groups.map((members) => groupNode(members.map((node) => map.nodes[node]!))),
  ];
  return { ...map, nodes, links: mergeLinks(map.links, placeOf) };
}

function groupNode(members: readonly MapNode[]): MapNode {
  const [first] = members as [MapNode];
  const types = new Set(members.map(({ type }) => type));
  const health = MAP_HEALTHS.find((health) => members.some((member) => member.health === health)) ?? first.health;
  const type = types.size === 1 ? first.type : "other";
  return {
    key: `group ${members.map(({ key }) => key).sort()[0]}`,
    name: types.size === 1 ? first.type.replaceAll("_", " ") : "further items",
    type,
    health,
    layer: first.layer,
    isSubject: false,
    count: members.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Merges links between the same two nodes into one with their count; removes links within a group. */
function mergeLinks(links: readonly MapLink[], placeOf: (node: number) => number): MapLink[] {
  const moved = links.map((link) => ({ ...link, from: placeOf(link.from), to: placeOf(link.to) }));
  const between = Map.groupBy(
    moved.filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from} ${to}`,
  );
  return [...between.values()].map((same) => {
    const [first] = same as [MapLink];
    if (same.length === 1) return first;
    const labels = [...new Set(same.map(({ label }) => label.replace(/ ×\d+$/, "")))].sort();
    const arrows = new Set(same.map(({ arrow }) => arrow));
    return {
      ...first,
      label: `${labels[0]}${labels.length > 1 ? ` +${labels.length - 1}` : ""} ×${same.length}`,
      arrow: arrows.size === 1 ? first.arrow : "both",
      isWeak: same.every(({ isWeak }) => isWeak),
    };
  });
}

/** Keeps links that first connect a node, then links between adjacent layers. */
function limitLinks(map: DependencyMap): DependencyMap {
  if (map.links.length <= MAX_LINKS) return map;
  const span = ({ from, to }: MapLink) => Math.abs(map.nodes[to]!.layer - map.nodes[from]!.layer);
  const rank = (link: MapLink) => (span(link) === 1 ? 0 : 1);
  const reached = new Set<number>();
  const connecting = new Set<MapLink>();
  for (const link of map.links) {
    for (const end of [link.from, link.to]) {
      if (!reached.has(end)) connecting.add(link);
      reached.add(end);
    }
  }
  const ranked = [...map.links].sort(
    (a, b) => Number(connecting.has(b)) - Number(connecting.has(a)) || rank(a) - rank(b) || compareLinks(a, b),
  );
  const kept = ranked.slice(0, MAX_LINKS).sort(compareLinks);
  return { ...map, links: kept, linksLeftOut: map.linksLeftOut + map.links.length - MAX_LINKS };
}
