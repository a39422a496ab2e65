import { describe, expect, test } from "vitest";
import { availabilityIn, outagesOf, type Span } from "../../../src/features/reports/templates/availability.ts";

const component = (ciId: string, redundancyGroup: string | null = null, criticality: "optional" | null = null) => ({
  ciId,
  redundancyGroup,
  criticality,
});

describe("availability", () => {
  test("a service is down with any component it needs, and with a redundancy group only as a whole", () => {
    const down: Record<string, Span[]> = {
      shop: [[90, 95]],
      a: [[10, 30]],
      b: [[20, 40]],
      db: [[25, 50]],
      log: [[60, 80]],
    };
    const components = [
      component("a", "web"),
      component("b", "web"),
      component("db"),
      component("log", null, "optional"),
    ];
    expect(outagesOf("shop", components, (id) => down[id] ?? [])).toEqual([
      [20, 50],
      [90, 95],
    ]);
  });

  test("counts what has passed of the period, overlaps once", () => {
    const period = { from: new Date(0), to: new Date(200_000) };
    const outages: Span[] = [
      [-5_000, 5_000],
      [95_000, 150_000],
    ];
    expect(availabilityIn(outages, period, new Date(100_000))).toEqual({ percent: 90, downSeconds: 10, outages: 2 });
    expect(availabilityIn([], period, new Date(0)).percent).toBeNull();
  });
});
