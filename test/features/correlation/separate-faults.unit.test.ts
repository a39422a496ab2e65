import { describe, expect, it } from "vitest";
import { separateFaults } from "../../../src/features/correlation/causes/separate-faults.ts";
import { alarmsOn, graphOf } from "./failure-graphs.ts";

const CALLERS = [1, 2, 3, 4];
/** Two databases with four applications each, and a portal that calls one of each. */
const links = [
  ...CALLERS.map((n) => `shop${n}>db1`),
  ...CALLERS.map((n) => `bill${n}>db2`),
  "portal>shop1",
  "portal>bill1",
];
const ofFirst = ["db1", "shop1", "shop2", "shop3", "shop4"];
const ofSecond = ["db2", "bill1", "bill2", "bill3", "bill4"];
const faults = (...args: Parameters<typeof separateFaults>) =>
  separateFaults(...args)
    .map(({ ciId, explains }) => ({ ciId, explains: [...explains].sort() }))
    .sort((a, b) => (a.ciId < b.ciId ? -1 : 1));

describe("separateFaults", () => {
  it("tells two failures apart that nothing upstream explains, with the alarms that follow from each", () => {
    expect(faults(graphOf(links), alarmsOn(...ofFirst, ...ofSecond))).toEqual([
      { ciId: "db1", explains: ofFirst },
      { ciId: "db2", explains: ofSecond.toSorted() },
    ]);
  });

  it("gives an alarm that both explain to one of them", () => {
    const found = faults(graphOf(links), alarmsOn(...ofFirst, ...ofSecond, "portal"));
    expect(found).toHaveLength(2);
    const all = found.flatMap(({ explains }) => explains);
    expect(all.filter((ciId) => ciId === "portal")).toHaveLength(1);
    expect(new Set(all).size).toBe(all.length);
  });

  it("finds none where one failure upstream explains all", () => {
    const graph = graphOf([...links, "db1>san", "db2>san"]);
    expect(faults(graph, alarmsOn(...ofFirst, ...ofSecond, "san"))).toEqual([]);
    expect(faults(graph, alarmsOn(...ofFirst, ...ofSecond))).toEqual([]);
  });

  it("takes a lone alarm beside a failure for noise", () => {
    expect(faults(graphOf(links), alarmsOn(...ofFirst, "portal", "bill1"))).toEqual([]);
    expect(faults(graphOf(links), alarmsOn(...ofFirst, "db2"))).toEqual([]);
  });

  it("finds three", () => {
    const graph = graphOf([...links, ...CALLERS.map((n) => `mail${n}>db3`), "portal>mail1"]);
    const ofThird = ["db3", "mail1", "mail2", "mail3", "mail4"];
    const found = faults(graph, alarmsOn(...ofFirst, ...ofSecond, ...ofThird));
    expect(found.map(({ ciId }) => ciId)).toEqual(["db1", "db2", "db3"]);
  });

  it("needs strong evidence, but for as many faults as were told apart before no more than a better explanation", () => {
    const alarms = alarmsOn(...ofFirst, "db2", "bill1", "bill2");
    expect(faults(graphOf(links), alarms)).toEqual([]);
    expect(faults(graphOf(links), alarms, 2).map(({ ciId }) => ciId)).toEqual(["db1", "db2"]);
  });

  it("finds none without alarms on known CIs", () => {
    expect(faults(graphOf(links), [])).toEqual([]);
    expect(faults(graphOf(links), alarmsOn("gone1", "gone2", "gone3", "gone4"))).toEqual([]);
  });
});
