import { describe, expect, it } from "vitest";
import { type Candidate, candidatesOf } from "../../../src/features/proposals/index.ts";
import { CAPS } from "../../../src/features/proposals/proposals.model.ts";
import { makeEstate, SHAPES, scoreOf } from "./estates.ts";

const familyOf = () => null;
const likely = (candidates: readonly Candidate[]) => candidates.filter(({ confidence }) => confidence >= 0.5);

describe("proposals on generated estates with a third of the dependencies hidden", () => {
  it.each(SHAPES)("find what evidence supports and little else: %s", (shape) => {
    const sum = { right: 0, wrong: 0, missed: 0 };
    for (const seed of [11, 12, 13]) {
      const estate = makeEstate({ seed, shape, applications: 12 });
      const score = scoreOf(estate, likely(candidatesOf({ ...estate.observed, familyOf })));
      sum.right += score.right;
      sum.wrong += score.wrong;
      sum.missed += score.missed;
    }
    expect(sum.right).toBeGreaterThan(10);
    expect(sum.right / (sum.right + sum.wrong)).toBeGreaterThanOrEqual(0.9);
    expect(sum.right / (sum.right + sum.missed)).toBeGreaterThanOrEqual(0.7);
  });

  it("keep every confidence below the cap of its strongest evidence", () => {
    const { observed } = makeEstate({ seed: 4, shape: "three-tier", applications: 8 });
    const candidates = candidatesOf({ ...observed, familyOf });
    expect(candidates.length).toBeGreaterThan(20);
    for (const { confidence, support } of candidates) expect(confidence).toBeLessThanOrEqual(CAPS[support]);
  });
});
