import { describe, expect, it } from "vitest";
import { type Alarm, type Change, type FailureGraph, rankCauses } from "../../../src/features/correlation/index.ts";
import { alarmsOn, graphOf } from "./failure-graphs.ts";

const changed = (ciId: string, minutesAgo: number): Change => ({
  ciId,
  at: 1e12 - minutesAgo * 60_000,
  action: "ci.updated",
});
const rank = (graph: FailureGraph, alarms: Alarm[], changes: Change[] = [], about?: string[]) =>
  rankCauses({ graph, alarms, changes, ...(about && { about }) });
const order = (...args: Parameters<typeof rank>) => rank(...args).map(({ ciId }) => ciId);

describe("rankCauses", () => {
  it("finds the cause in a graph too dense to search completely", () => {
    const count = 600;
    const others = [...Array(30).keys()].map((k) => k * 17 + 1);
    const mesh = [...Array(count).keys()].flatMap((i) =>
      others.map((by) => (i + by) % count).flatMap((j) => (j === i ? [] : [`n${i}>n${j}`])),
    );
    const leaves = [...Array(40).keys()].map((i) => `leaf${i}`);
    const graph = graphOf([...mesh, ...leaves.map((leaf) => `${leaf}>hub`)]);
    const [first] = rank(graph, alarmsOn(...leaves, "hub"));
    expect(first).toMatchObject({ ciId: "hub", hasAlarm: true });
    expect(first?.explains).toHaveLength(41);
  });

  it("ranks the upstream end of an alarming chain first, with the path to each alarm", () => {
    const [first] = rank(graphOf(["shop>app", "app>db", "db>host"]), alarmsOn("shop", "app", "db", "host"));
    expect(first).toMatchObject({ ciId: "host", hasAlarm: true });
    const ways = Object.fromEntries(
      first!.explains.map(({ ciId, path }) => [ciId, path.map(({ edge }) => edge.dependent)]),
    );
    expect(ways).toEqual({ host: [], db: ["db"], app: ["db", "app"], shop: ["db", "app", "shop"] });
  });

  it("does not prefer a silent CI further upstream", () => {
    expect(order(graphOf(["shop>app", "app>db", "db>host", "host>switch"]), alarmsOn("shop", "app", "db"))[0]).toBe(
      "db",
    );
  });

  it("ranks the shared dependency of a diamond first", () => {
    const links = ["shop>left", "shop>right", "left>db", "right>db"];
    expect(order(graphOf(links), alarmsOn("shop", "left", "right", "db"))[0]).toBe("db");
    expect(order(graphOf(links), alarmsOn("shop", "left", "right"))[0]).toBe("db");
  });

  it("ranks a silent CI first if most of its dependents alarm, not if most are healthy", () => {
    const links = ["a>db", "b>db", "c>db"];
    const [first] = rank(graphOf(links, { db: 1 }), alarmsOn("a", "b", "c"));
    expect(first).toMatchObject({ ciId: "db", hasAlarm: false });
    const hub = rank(graphOf(links, { db: 40 }), alarmsOn("a", "b", "c"));
    expect(hub.find(({ ciId }) => ciId === "db")!.score).toBeLessThan(0);
    expect(hub[0]!.ciId).not.toBe("db");
  });

  it("ranks a shared database above its applications, however many alarms one of them explains", () => {
    const links = ["a>db", "b>db", "c>db", "front>a", "page>front"];
    expect(order(graphOf(links, { db: 1 }), alarmsOn("a", "b", "c", "front", "page", "db"))[0]).toBe("db");
  });

  it("does not rank noise beside a storm first", () => {
    const links = ["a>db", "b>db", "c>db", "x>y"];
    const [first, second] = rank(graphOf(links), alarmsOn("db", "a", "b", "c", "x"));
    expect(first!.ciId).toBe("db");
    expect(first!.explains.map(({ ciId }) => ciId).sort()).toEqual(["a", "b", "c", "db"]);
    expect(first!.probability).toBeGreaterThan(0.9);
    expect(second!.score).toBeLessThan(first!.score);
  });

  it("ranks the cause of the larger of two incidents first, and for one event that of its own", () => {
    const graph = graphOf(["a>db", "b>db", "c>db", "x>queue", "y>queue"]);
    const alarms = alarmsOn("db", "a", "b", "c", "queue", "x", "y");
    expect(order(graph, alarms)[0]).toBe("db");
    expect(order(graph, alarms).slice(0, 2)).toEqual(["db", "queue"]);
    expect(order(graph, alarms, [], ["x"])[0]).toBe("queue");
    expect(order(graph, alarms, [], ["x"])).not.toContain("db");
  });

  it("prefers declared to merely observed dependencies", () => {
    const graph = graphOf(["shop>db", "app>db", "shop~cache", "app~cache"]);
    expect(order(graph, alarmsOn("shop", "app", "db", "cache")).slice(0, 2)).toEqual(["db", "cache"]);
    expect(order(graph, alarmsOn("shop", "app"))[0]).toBe("db");
  });

  it("prefers a recently changed CI, but not an old change, and not against the alarms", () => {
    const graph = graphOf(["shop>db", "app>db", "shop>cache", "app>cache"]);
    const alarms = alarmsOn("shop", "app");
    expect(order(graph, alarms, [changed("cache", 10)])[0]).toBe("cache");
    expect(order(graph, alarms, [changed("db", 10)])[0]).toBe("db");
    expect(rank(graph, alarms, [changed("cache", 600)])[0]!.change).toBeUndefined();
    const storm = graphOf(["a>db", "b>db", "c>db", "d>db"]);
    expect(order(storm, alarmsOn("db", "a", "b", "c", "d"), [changed("c", 5)])[0]).toBe("db");
  });

  it("lowers the score of one failed provider in a redundant group", () => {
    const links = ["shop>db1", "shop>db2"];
    const group = Object.fromEntries(links.map((link) => [link, { group: "db" }]));
    const score = (graph: FailureGraph) =>
      rank(graph, alarmsOn("shop", "db1")).find(({ ciId }) => ciId === "db1")!.score;
    expect(score(graphOf(links, {}, group))).toBeLessThan(score(graphOf(links)));
  });

  it("tolerates clock differences of half a minute, but not of minutes", () => {
    const graph = graphOf(["shop>db", "app>db"]);
    const score = (...places: string[]) => rank(graph, alarmsOn(...places)).find(({ ciId }) => ciId === "db")!.score;
    expect(score("db@30", "shop@-30", "app@-30")).toBe(score("db", "shop", "app"));
    expect(score("db@600", "shop", "app")).toBeLessThan(score("db", "shop", "app"));
  });

  it("prefers a cause that alarms a minute before its effect to a graver alarm six minutes before", () => {
    const graph = graphOf(["shop>db", "shop>cache"]);
    const [db, cache, shop] = alarmsOn("db@-360", "cache@-60", "shop") as [Alarm, Alarm, Alarm];
    expect(order(graph, [{ ...db, severity: "critical" }, cache, shop])[0]).toBe("cache");
    expect(order(graph, [{ ...db, severity: "critical", at: cache.at }, cache, shop])[0]).toBe("db");
  });

  it("terminates on a cycle, and ranks its silent CI last", () => {
    const ranked = rank(graphOf(["a>b", "b>c", "c>a"]), alarmsOn("a", "b"));
    expect(ranked.map(({ ciId }) => ciId).sort()).toEqual(["a", "b", "c"]);
    expect(ranked[2]!.ciId).toBe("c");
  });

  it("returns no cause without alarms, or for alarms of unknown CIs", () => {
    expect(rank(graphOf(["a>b"]), [])).toEqual([]);
    expect(rank(graphOf(["a>b"]), alarmsOn("z"))).toEqual([]);
  });

  it("does not depend on the order of its input", () => {
    const graph = graphOf(["a>db", "b>db", "a>cache", "b>cache", "db>host", "cache>host"]);
    const alarms = alarmsOn("a", "b", "db", "host");
    const turned = { cis: new Map([...graph.cis].reverse()), edges: [...graph.edges].reverse() };
    expect(rank(turned, [...alarms].reverse()).map(({ ciId, score }) => [ciId, score])).toEqual(
      rank(graph, alarms).map(({ ciId, score }) => [ciId, score]),
    );
  });

  it("limits the number of causes in a large storm", () => {
    const links = Array.from({ length: 3_000 }, (_, n) => `s${n}>h${n % 60}`);
    const switches = Array.from({ length: 60 }, (_, n) => `h${n}>switch`);
    const alarms = alarmsOn(...Array.from({ length: 400 }, (_, n) => `s${n}`), "h0");
    expect(rank(graphOf([...links, ...switches]), alarms).length).toBeLessThanOrEqual(80);
  });
});
