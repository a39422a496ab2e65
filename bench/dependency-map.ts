import { createMapDrawing } from "../src/features/maps/draw-map.ts";
import type { DependencyMap, MapLink, MapNode } from "../src/features/maps/map.model.ts";
import { createLogger } from "../src/platform/log.ts";
import { defineFigure } from "./support/figure.ts";
import { createRandom } from "./support/random.ts";
import { percentile } from "./support/statistics.ts";

/** The seed of the made-up estates: the same in every run. */
const SEED = 20_260;

export const figure = defineFigure({
  what: "drawing a dependency map of 1,000 CIs as SVG, stores apart; the same bytes again, in whatever order they come",
  marks: {
    map_ms: { unit: "ms", better: "lower", must: 500, aim: 100 },
    dense_map_ms: { unit: "ms", better: "lower", must: 500, aim: 200 },
    small_map_ms: { unit: "ms", better: "lower", must: 500, aim: 100 },
  },
  settings: { nodes: 1_000, rounds: 15 },

  run: async ({ nodes, rounds }, say) => {
    const drawing = createMapDrawing({ log: createLogger("warn") });
    try {
      const medianOf = async (what: string, map: DependencyMap) => {
        const first = await drawing.draw(map);
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const turned = { ...map, ...reversed(map) };
          const started = performance.now();
          const svg = await drawing.draw(round % 2 === 0 ? map : turned);
          times.push(performance.now() - started);
          if (svg !== first) throw new Error(`${what}: other bytes in round ${round}`);
        }
        const median = percentile(times, 50);
        say(`${what}: ${map.links.length} links, ${first.length} bytes, median ${median.toFixed(1)} ms`);
        return median;
      };
      const marks = {
        map_ms: await medianOf("usual", estate(nodes, 1.4)),
        dense_map_ms: await medianOf("dense", estate(nodes, 50)),
        small_map_ms: await medianOf("small", estate(100, 1.4)),
      };
      const verified = [`each drawn ${rounds + 1} times, its nodes and links in two orders: the same bytes`];
      return { marks, details: { nodes, rounds, seed: String(SEED) }, verified };
    } finally {
      await drawing.close();
    }
  },
});

/** A service and the layers that it needs, `density` links for each CI. */
function estate(size: number, density: number): DependencyMap {
  const random = createRandom(SEED).next;
  const types = ["application", "database", "server", "network_device"];
  const nodes: MapNode[] = Array.from({ length: size }, (_, i) => {
    const layer = i === 0 ? 0 : 1 + Math.floor(((i - 1) / size) * 4);
    const type = i === 0 ? "business_service" : types[layer - 1]!;
    const health = random() < 0.9 ? "healthy" : "critical";
    return { key: `${i}`.padStart(6, "0"), name: `${type} ${i}`, type, health, layer, isSubject: i === 0, count: 1 };
  });
  const links = new Map<string, MapLink>();
  for (let to = 1; to < size; to++) {
    for (let i = 0; i < density; i++) {
      const from = nodes[to]!.layer === 1 ? 0 : Math.floor(random() * to);
      if (i > 0 && random() > density - i) break;
      links.set(`${from} ${to}`, { from, to, label: "depends_on", arrow: "to", isWeak: random() < 0.1 });
    }
  }
  return { title: "Dependency map", nodes, links: [...links.values()], linksLeftOut: 0, isTruncated: false };
}

function reversed({ nodes, links }: DependencyMap): Pick<DependencyMap, "nodes" | "links"> {
  const last = nodes.length - 1;
  const turned = links.map((link) => ({ ...link, from: last - link.from, to: last - link.to }));
  return { nodes: nodes.toReversed(), links: turned.toReversed() };
}
