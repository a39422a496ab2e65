import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, describe, expect, test } from "vitest";
import { createRandom } from "../../../bench/support/random.ts";
import { createMapDrawing } from "../../../src/features/maps/draw-map.ts";
import { NODE } from "../../../src/features/maps/drawing/draw-svg.ts";
import { STYLE } from "../../../src/features/maps/drawing/palette.ts";
import { foldMap } from "../../../src/features/maps/fold.ts";
import { type DependencyMap, MAP_HEALTHS, MAX_LINKS, MAX_NODES } from "../../../src/features/maps/map.model.ts";
import { HEALTH_MARKS } from "../../../src/model/health-marks.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { sampleMap, shuffled } from "./sample-map.ts";

const drawing = createMapDrawing({ log: createLogger("silent") });
afterAll(() => drawing.close());
const { draw } = drawing;

/** Elements and attributes by which a picture could do or fetch something. */
const ACTIVE = /<script|<foreignObject|<image|<a[\s>]|<iframe|\son\w+\s*=|javascript:|data:|@import|url\((?!#)|<!|<\?/i;
const titlesOf = (svg: string) =>
  [...svg.matchAll(/<g class="node[^>]*><title>([^<]*)<\/title>/g)].map(([, title]) => title!);
const one = (name: string, type = "server"): DependencyMap => ({
  title: `Dependency map of ${name}`,
  nodes: [
    { key: "a", name, type, health: "critical", layer: 0, isSubject: true, count: 1 },
    { key: "b", name: `${name} b`, type, health: "healthy", layer: 1, isSubject: false, count: 1 },
  ],
  links: [{ from: 0, to: 1, label: name, arrow: "to", isWeak: false }],
  linksLeftOut: 0,
  isTruncated: false,
});

/** What XML does not allow, and what turns the direction of what follows. */
const UNSHOWN = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff\ufffe\uffff]/u;

function expectSafe(svg: string): void {
  expect(XMLValidator.validate(svg)).toBe(true);
  // Texts are escaped, so that whatever stands between angle brackets is ours.
  const markup = svg.match(/<[^>]*>/g)?.join("\n") ?? "";
  expect(ACTIVE.exec(markup)?.[0]).toBeUndefined();
  expect(svg.match(/<style>([^<]*)<\/style>/)?.[1]).toBe(STYLE);
  expect(UNSHOWN.exec(svg.replaceAll("\n", ""))?.index).toBeUndefined();
  expect(svg.isWellFormed()).toBe(true);
}

describe("draw gives the same bytes for the same map", () => {
  test.each([8, 20, 100, 300, 1_000])("of %i nodes, in whatever order they come", async (size) => {
    const map = sampleMap(size);
    const first = await draw(map);
    expect(await draw(map)).toBe(first);
    expect(await draw(shuffled(map, 3))).toBe(first);
    expect(await draw(shuffled(map, 99))).toBe(first);
    expectSafe(first);
    expect(titlesOf(first)).toHaveLength(Math.min(size, MAX_NODES));
  });

  test("after other maps, and in another engine's thread", async () => {
    const first = await draw(sampleMap(40));
    await draw(sampleMap(90, 3));
    expect(await draw(sampleMap(40))).toBe(first);
    const other = createMapDrawing({ log: createLogger("silent") });
    expect(await other.draw(sampleMap(40))).toBe(first);
    await other.close();
  });
});

const HOSTILE: Record<string, string> = {
  "an end of the element": "</text></svg><script>alert(1)</script>",
  quotes: `"><g onload="alert(1)" x='`,
  "a comment and a section": "<!-- --> <![CDATA[ ]]> <?xml ?> <!DOCTYPE x>",
  entities: "&lt;b&gt; &amp; &#60;script&#62; &nbsp; &unknown;",
  "the layout engine's language": 'x"]; evil [label="y", URL="javascript:alert(1)"]; subgraph { } // \\N \\G \\n',
  "labels of HTML": '<<TABLE><TR><TD HREF="http://192.0.2.1/">x</TD></TR></TABLE>>',
  "marks of direction": "\u202egpj.exe\u202c \u2066x\u2069 \u200f\u061cabc",
  "control characters": "a\u0000b\u0001c\u0007\u001b[31md\u0085\u009fe\r\nf\tg",
  "what is no character": "\ud800 \udfff \ufffe \uffff \ufffd",
  "letters from right to left": "خادم قاعدة البيانات שרת",
  "signs of two units": "👩‍👩‍👧‍👦🏳️‍🌈💥 資料庫伺服器",
  "stacked marks": `z${"\u0335\u0489".repeat(2_000)}`,
  "ten thousand letters": "W".repeat(10_000),
  "ten thousand signs": "💥".repeat(10_000),
  "line separators": "a\u2028b\u2029c\u000bd",
  styles: "}</style><style>*{display:none}</style> url(http://192.0.2.1/) @import 'x'",
  blanks: " \t\n ",
  nothing: "",
  "a prototype": "__proto__",
};

describe("draw escapes hostile text", () => {
  test.each(Object.entries(HOSTILE))("%s", async (_what, text) => {
    const svg = await draw(one(text));
    expectSafe(svg);
    expect(titlesOf(svg)).toHaveLength(2);
    expect(svg.length).toBeLessThan(30_000);
    const document = new XMLParser({ ignoreAttributes: false }).parse(svg) as { svg: Record<string, unknown> };
    expect(Object.keys(document)).toEqual(["svg"]);
    expectSafe(await draw(one("x", text)));
    const clean = await draw(one("plain"));
    // Whatever the text, the document has the same elements.
    const elements = (content: string) => content.match(/<[a-zA-Z]+/g)?.join();
    expect(elements(svg)).toBe(elements(clean));
  });

  test("keeps readable text", async () => {
    expect(titlesOf(await draw(one("Ünïcode <b> & 'co'")))[0]).toBe(
      "Ünïcode &#60;b&#62; &#38; &#39;co&#39; (server): Critical",
    );
    expect(titlesOf(await draw(one("資料庫 👩‍👧")))[0]).toContain("資料庫 👩‍👧");
  });
});

describe("draw with many maps at once", () => {
  test("draws them sequentially and yields to other work in between", async () => {
    const link = (n: number) => ({
      label: "uses",
      arrow: "to" as const,
      isWeak: false,
      from: n % 300,
      to: (n * 7) % 300,
    });
    const node = (n: number) => ({ key: `k${n}`, name: `n${n}`, type: "server", health: "healthy" as const });
    const dense: DependencyMap = {
      ...one("dense"),
      nodes: Array.from({ length: 300 }, (_, n) => ({ ...node(n), layer: n % 4, isSubject: n === 0, count: 1 })),
      links: Array.from({ length: 3_000 }, (_, n) => link(n)),
    };
    let turns = 0;
    let over = false;
    const count = () => {
      turns++;
      if (!over) setImmediate(count);
    };
    count();
    const drawn = await Promise.all(Array.from({ length: 12 }, () => draw(dense)));
    over = true;
    expect(new Set(drawn).size).toBe(1);
    expect(turns).toBeGreaterThanOrEqual(2 * drawn.length);
  });
});

describe("foldMap", () => {
  test.each([501, 1_000, 4_000])("%i nodes to 500, none lost from the count", (size) => {
    const map = sampleMap(size);
    const folded = foldMap(map);
    expect(folded.nodes.length).toBeLessThanOrEqual(MAX_NODES);
    expect(folded.nodes.length).toBeGreaterThan(MAX_NODES - 20);
    expect(folded.nodes.reduce((sum, { count }) => sum + count, 0)).toBe(map.nodes.length);
    const services = (nodes: typeof map.nodes) => nodes.filter(({ type }) => type === "business_service").length;
    expect(services(folded.nodes)).toBe(services(map.nodes));
    expect(folded.nodes.filter(({ isSubject }) => isSubject)).toHaveLength(1);
    const ill = (nodes: typeof map.nodes) =>
      nodes.filter(({ health, count }) => health === "critical" && count === 1).length;
    if (size <= 1_000) expect(ill(folded.nodes)).toBe(ill(map.nodes));
    expect(folded.links.every(({ from, to }) => from !== to && folded.nodes[from] && folded.nodes[to])).toBe(true);
  });

  test("folds no more than needed", () => {
    const map = sampleMap(520);
    expect(foldMap(map).nodes).toHaveLength(MAX_NODES);
    expect(foldMap(sampleMap(500)).nodes.every(({ count }) => count === 1)).toBe(true);
  });

  test("folds nodes of distinct types, unhealthy nodes and services", () => {
    const types = [(i: number) => `type ${i}`, () => "server", () => "business_service"];
    for (const typeOf of types) {
      const nodes = Array.from({ length: 3_000 }, (_, i) => ({
        key: `${i}`,
        name: `n${i}`,
        type: typeOf(i),
        health: "critical" as const,
        layer: i === 0 ? 0 : 1 + (i % 6),
        isSubject: i === 0,
        count: 1,
      }));
      const map = { title: "x", nodes, links: [], linksLeftOut: 0, isTruncated: true };
      const folded = foldMap(map);
      expect(folded.nodes.length).toBeLessThanOrEqual(MAX_NODES);
      expect(folded.nodes.reduce((sum, { count }) => sum + count, 0)).toBe(3_000);
    }
  });

  test("shows the size and health of a group", async () => {
    const svg = await draw(sampleMap(1_000));
    const groups = titlesOf(svg).filter((title) => /^\d+ × /.test(title));
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.every((title) => /\): (Healthy|Critical|Degraded|Unknown|Maintenance|Inactive)$/.test(title))).toBe(
      true,
    );
    expect(svg).toContain("1000 items");
    expect(svg).toMatch(/\d+ of them folded into groups/);
  });

  test("limits the links of dense graphs: every node linked with a hundred others", async () => {
    const random = createRandom(5).next;
    const base = sampleMap(500);
    const links = Array.from({ length: 50_000 }, () => ({
      from: Math.floor(random() * 500),
      to: Math.floor(random() * 500),
      label: "depends_on",
      arrow: "to" as const,
      isWeak: false,
    })).filter(({ from, to }) => from !== to);
    const svg = await draw({ ...base, links });
    expectSafe(svg);
    expect(svg.match(/class="link(?: hot)?"/g)).toHaveLength(MAX_LINKS);
    expect(svg).toContain(`${links.length - MAX_LINKS} more not drawn`);
    expect(svg.length).toBeLessThan(2_000_000);
  });
});

describe("drawSvg highlights", () => {
  test("links between two failing nodes", async () => {
    const map = one("db");
    expect((await draw(map)).includes('class="link hot"')).toBe(false);
    const failing = map.nodes.map((node) => ({ ...node, health: "degraded" as const }));
    const svg = await draw({ ...map, nodes: failing });
    expect(svg).toMatch(/<path class="link hot" [^>]*marker-end="url\(#hot-tip\)"/);
  });

  test.each([20, 100])("finds no label behind a card, of %i nodes", async (size) => {
    const svg = await draw(sampleMap(size));
    const cards = [...svg.matchAll(/<g class="node[^>]*translate\((\S+) (\S+)\)">/g)].map(([, x, y]) => [+x!, +y!]);
    const labels = [...svg.matchAll(/<rect class="page" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)" rx/g)];
    expect(labels.length).toBe(sampleMap(size).links.length);
    for (const [, ...numbers] of labels) {
      const [x, y, width, height] = numbers.map(Number) as [number, number, number, number];
      const behind = cards.some(([left, top]) => {
        return x + width > left! && x < left! + NODE.width && y + height - 1 > top! && y + 1 < top! + NODE.height;
      });
      expect(behind, `${x} ${y}`).toBe(false);
    }
  });
});

describe("drawSvg without colours", () => {
  test("shows the health of each node as word and shape, and its type", async () => {
    const map = sampleMap(4);
    const nodes = MAP_HEALTHS.map((health, i) => ({
      ...map.nodes[0]!,
      key: `${i}`,
      name: `n${i}`,
      health,
      isSubject: false,
    }));
    const svg = await draw({ ...map, nodes, links: [] });
    for (const health of MAP_HEALTHS) {
      const { word } = HEALTH_MARKS[health];
      expect(titlesOf(svg).some((title) => title.endsWith(`: ${word}`))).toBe(true);
      expect(svg).toContain(`href="#h-${health}"`);
      expect(svg).toContain(`>${word}<tspan`);
    }
    expect(new Set(MAP_HEALTHS.map((health) => HEALTH_MARKS[health].shape)).size).toBe(MAP_HEALTHS.length);
  });

  test("describes the map and labels each link with its type", async () => {
    const svg = await draw(sampleMap(20));
    expect(svg).toMatch(/role="img" aria-labelledby="map-title map-about"/);
    for (const label of ["depends_on", "part_of: tier 0", "runs_on", "Connected To"]) {
      expect(svg).toContain(`>${label}</text>`);
    }
    expect(svg).toContain("link weak");
  });
});
