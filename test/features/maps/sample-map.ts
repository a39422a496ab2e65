import { createRandom } from "../../../bench/support/random.ts";
import type { DependencyMap, MapHealth, MapLink, MapNode } from "../../../src/features/maps/map.model.ts";

const HEALTHS: readonly MapHealth[] = ["critical", "degraded", "maintenance", "unknown", "inactive"];

/** A made-up estate around one service: two that need it, then four layers of what it needs. */
export function sampleMap(size: number, seed = 7): DependencyMap {
  const random = createRandom(seed).next;
  const nodes: MapNode[] = [];
  const links: MapLink[] = [];
  const add = (name: string, type: string, layer: number, isSubject = false): number => {
    const health = random() < 0.85 ? "healthy" : HEALTHS[Math.floor(random() * HEALTHS.length)]!;
    return nodes.push({ key: `${nodes.length}`.padStart(6, "0"), name, type, health, layer, isSubject, count: 1 }) - 1;
  };
  const link = (from: number, to: number, label: string, more: Partial<MapLink> = {}) => {
    links.push({ from, to, label, arrow: "to", isWeak: false, ...more });
  };
  const subject = add("Online shop", "business_service", 0, true);
  link(add("Business intelligence", "business_service", -1), subject, "depends_on");
  link(add("Partner portal", "business_service", -1), subject, "uses", { isWeak: true });
  const layer = (count: number, at: number, names: readonly string[], types: readonly string[]) =>
    Array.from({ length: Math.max(1, count) }, (_, i) =>
      add(`${names[i % names.length]}-${i + 1}`, types[i % types.length]!, at),
    );
  const rest = size - 3;
  const apps = layer(Math.round(rest * 0.22), 1, ["web", "api", "checkout", "search"], ["application", "service"]);
  const data = layer(Math.round(rest * 0.28), 2, ["orders-db", "stock-db", "queue"], ["database", "software_instance"]);
  const hosts = layer(Math.round(rest * 0.35), 3, ["srv-ber", "srv-ham", "srv-muc"], ["server", "virtual_machine"]);
  const nets = layer(
    rest - apps.length - data.length - hosts.length,
    4,
    ["switch", "array"],
    ["network_device", "storage"],
  );
  for (const [i, app] of apps.entries()) link(subject, app, `part_of: tier ${i % 3}`, { arrow: "from" });
  for (const [i, one] of data.entries()) link(apps[i % apps.length]!, one, "depends_on");
  for (const one of data)
    if (random() < 0.4) link(apps[Math.floor(random() * apps.length)]!, one, "Connected To", { isWeak: true });
  for (const [i, host] of hosts.entries()) link(data[i % data.length]!, host, "runs_on");
  for (const [i, host] of hosts.entries()) link(host, nets[i % nets.length]!, i % 2 ? "routes_through" : "uses");
  return { title: "Dependency map of Online shop", nodes, links, linksLeftOut: 0, isTruncated: false };
}

/** The same map, its nodes and links in another order. */
export function shuffled(map: DependencyMap, seed: number): DependencyMap {
  const random = createRandom(seed).next;
  const mix = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => [random(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item);
  const order = mix([...map.nodes.keys()]);
  const placeOf = new Map(order.map((node, place) => [node, place]));
  const links = map.links.map((link) => ({ ...link, from: placeOf.get(link.from)!, to: placeOf.get(link.to)! }));
  return { ...map, nodes: order.map((node) => map.nodes[node]!), links: mix(links) };
}
