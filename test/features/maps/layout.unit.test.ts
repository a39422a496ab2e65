import { afterEach, describe, expect, test } from "vitest";
import { createRandom } from "../../../bench/support/random.ts";
import { layOutInColumns } from "../../../src/features/maps/layout/columns.ts";
import { dotGraph, readPlain, suitsDot } from "../../../src/features/maps/layout/dot.ts";
import { createDotProcess, type DotProcess } from "../../../src/features/maps/layout/dot-process.ts";
import { createLayOut } from "../../../src/features/maps/layout/lay-out.ts";
import { orderedLayers } from "../../../src/features/maps/layout/layers.ts";
import type { Layout, LayoutInput } from "../../../src/features/maps/layout/layout.model.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { sampleMap } from "./sample-map.ts";

const inputOf = (size: number): LayoutInput => {
  const { nodes, links } = sampleMap(size);
  return { nodeWidth: 200, nodeHeight: 48, layers: nodes.map(({ layer }) => layer), links };
};

let dot: DotProcess | undefined;
afterEach(async () => {
  await dot?.close();
  dot = undefined;
});

function expectPlaced(layout: Layout, { nodeWidth, nodeHeight, layers }: LayoutInput): void {
  expect(layout.nodes).toHaveLength(layers.length);
  const overlaps: string[] = [];
  for (const [i, [x, y]] of layout.nodes.entries()) {
    expect(x).toBeGreaterThanOrEqual(nodeWidth / 2 - 1);
    expect(x).toBeLessThanOrEqual(layout.width - nodeWidth / 2 + 1);
    expect(y).toBeGreaterThanOrEqual(nodeHeight / 2 - 1);
    expect(y).toBeLessThanOrEqual(layout.height - nodeHeight / 2 + 1);
    for (const [a, b] of layout.nodes.slice(0, i)) {
      const isApart = Math.abs(a - x) >= nodeWidth - 1 || Math.abs(b - y) >= nodeHeight - 1;
      if (!isApart) overlaps.push(`${x},${y} and ${a},${b}`);
    }
  }
  expect(overlaps).toEqual([]);
  for (const points of layout.links) expect((points.length - 1) % 3).toBe(0);
}

describe("layouts place every node apart, within the picture", () => {
  test.each([4, 40, 300, 900])("in columns: %i nodes", (size) => {
    const input = inputOf(size);
    expectPlaced(layOutInColumns(input), input);
  });

  test("in columns: one node, cycles, links within a layer, many layers", () => {
    const alone = { nodeWidth: 200, nodeHeight: 48, layers: [0], links: [] };
    expectPlaced(layOutInColumns(alone), alone);
    const cycle = { ...alone, layers: [0, 1, 1, 2], links: [0, 1, 2, 3].map((from) => ({ from, to: (from + 1) % 4 })) };
    expectPlaced(layOutInColumns(cycle), cycle);
    const star = { ...alone, layers: [0, ...new Array<number>(480).fill(1)], links: [] };
    expectPlaced(layOutInColumns(star), star);
  });

  test("by the engine: small graphs, cycles and links within a layer among them", async () => {
    dot = createDotProcess();
    for (const size of [4, 40, 100]) {
      const input = inputOf(size);
      expect(suitsDot(input)).toBe(true);
      expectPlaced(readPlain(await dot.layOut(dotGraph(input)), input), input);
    }
    const cycle = {
      ...inputOf(4),
      layers: [0, 1, 1, 2],
      links: [0, 1, 2, 3].map((from) => ({ from, to: (from + 1) % 4 })),
    };
    expectPlaced(readPlain(await dot.layOut(dotGraph(cycle)), cycle), cycle);
  });

  test("chains run straight in columns", () => {
    const chains = 40;
    const layers = Array.from({ length: chains * 4 }, (_, i) => i % 4);
    const links = layers.flatMap((layer, i) => (layer < 3 ? [{ from: i, to: i + 1 }] : []));
    const { nodes } = layOutInColumns({ nodeWidth: 200, nodeHeight: 48, layers, links });
    for (const { from, to } of links) expect(Math.abs(nodes[from]![1] - nodes[to]![1])).toBeLessThan(1);
  });
});

describe("layouts place dependencies right of dependents", () => {
  test("also if a shorter path leads to them", () => {
    // shop -> api -> container -> worker -> host, and shop -> web -> host.
    const links = [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 3 },
      { from: 3, to: 4 },
      { from: 0, to: 5 },
      { from: 5, to: 4 },
    ];
    expect(orderedLayers({ layers: [0, 1, 2, 3, 2, 1], links })).toEqual([0, 1, 2, 3, 4, 1]);
    const { nodes } = layOutInColumns({ nodeWidth: 200, nodeHeight: 48, layers: [0, 1, 2, 3, 2, 1], links });
    for (const { from, to } of links) expect(nodes[from]![0]).toBeLessThan(nodes[to]![0]);
  });

  test("cycles end, and very long chains keep the given layers", () => {
    const cycle = [0, 1, 2].map((from) => ({ from, to: (from + 1) % 3 }));
    expect(orderedLayers({ layers: [0, 1, 1], links: cycle })).toEqual([0, 1, 2]);
    const layers = Array.from({ length: 10_000 }, (_, i) => i % 2);
    const chain = layers.slice(1).map((_, i) => ({ from: i, to: i + 1 }));
    expect(orderedLayers({ layers, links: chain })).toBe(layers);
  });
});

test("a large layer takes several columns", () => {
  for (const size of [120, 300, 500]) {
    const { width, height } = layOutInColumns(inputOf(size));
    expect(height).toBeLessThan(width);
  }
});

describe("layout engine that does not answer", () => {
  const hanging = new URL(
    "data:text/javascript,import{parentPort}from'node:worker_threads';parentPort.on('message',()=>{for(;;);})",
  );
  const dying = new URL(
    "data:text/javascript,import{parentPort}from'node:worker_threads';parentPort.on('message',()=>process.exit(1))",
  );
  const nonsense = new URL(
    "data:text/javascript,import{parentPort}from'node:worker_threads';parentPort.on('message',()=>parentPort.postMessage({plain:'graph 1 x y'}))",
  );

  test.each([
    ["hangs", hanging],
    ["dies", dying],
    ["answers nonsense", nonsense],
  ])("or %s gives way to columns, for each graph anew", async (_what, module) => {
    dot = createDotProcess({ timeoutMs: 300, module });
    const layOut = createLayOut({ dot, log: createLogger("silent") });
    const input = inputOf(20);
    for (let i = 0; i < 2; i++) expect(await layOut(input)).toEqual(layOutInColumns(input));
  });

  test("does not block the queue forever", async () => {
    dot = createDotProcess({ timeoutMs: 200, maxWaiting: 3, module: hanging });
    const asked = Array.from({ length: 5 }, () => dot!.layOut(dotGraph(inputOf(4))));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(asked.map(() => "rejected"));
  });
});

test("suitsDot refuses graphs that take the engine long", () => {
  expect(suitsDot(inputOf(300))).toBe(false);
  const random = createRandom(3).next;
  const links = Array.from({ length: 2_000 }, () => ({
    from: Math.floor(random() * 50),
    to: 50 + Math.floor(random() * 50),
  }));
  expect(suitsDot({ ...inputOf(100), links })).toBe(false);
});
