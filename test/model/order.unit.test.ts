import { describe, expect, it } from "vitest";
import { by, compare } from "../../src/model/order.ts";

describe("compare", () => {
  it("orders texts by code units and answers 0 for equal ones", () => {
    expect(["b", "ä", "B", "a"].sort(compare)).toEqual(["B", "a", "b", "ä"]);
    expect(compare("a", "a")).toBe(0);
  });

  it("orders numbers and big integers by value", () => {
    expect([10, 9, -1].sort(compare)).toEqual([-1, 9, 10]);
    expect([10n, 9n, -1n].sort(compare)).toEqual([-1n, 9n, 10n]);
  });
});

describe("by", () => {
  it("orders by the key and keeps items of one key in their order", () => {
    const items = [
      { id: "b", place: 0 },
      { id: "a", place: 1 },
      { id: "b", place: 2 },
    ];
    expect(items.sort(by(({ id }) => id)).map(({ place }) => place)).toEqual([1, 0, 2]);
  });
});
