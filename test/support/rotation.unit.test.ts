import { describe, expect, it } from "vitest";
import { checkEach } from "./check-each.ts";
import { inTurn, testSeed } from "./rotation.ts";

describe("inTurn", () => {
  it.each([
    [36, 3],
    [37, 3],
    [5, 2],
    [3, 3],
  ])("brings every index together with each of %i members over the seeds, %i at a time", (length, count) => {
    const list = Array.from({ length }, (_, i) => i);
    const seeds = Array.from({ length: Math.ceil(length / count) }, (_, seed) => seed);
    for (const index of [0, 1, 17, 140]) {
      const seen = new Set(seeds.flatMap((seed) => inTurn(list, index, count, seed)));
      expect([...seen].sort((a, b) => a - b)).toEqual(list);
    }
  });

  it("gives neighbours different members, and never one twice", () => {
    const list = ["a", "b", "c", "d", "e", "f", "g"];
    expect(inTurn(list, 0, 3, 0)).toEqual(["a", "b", "c"]);
    expect(inTurn(list, 1, 3, 0)).toEqual(["d", "e", "f"]);
    expect(inTurn(list, 2, 3, 0)).toEqual(["g", "a", "b"]);
    expect(inTurn(["a"], 5, 3, 2)).toEqual(["a"]);
  });
});

describe("testSeed", () => {
  it("is 0 where none is given, and refuses what is no integer", () => {
    expect([testSeed(undefined), testSeed(""), testSeed("12")]).toEqual([0, 0, 12]);
    for (const text of ["-1", "1.5", "x"]) expect(() => testSeed(text)).toThrow(/ORRERY_TEST_SEED/);
  });
});

describe("checkEach", () => {
  it("fails with every fault under its name, and passes without one", async () => {
    const odd = (n: number) => {
      if (n % 2 === 0) throw new Error("is even");
    };
    await checkEach([1, 3], String, odd);
    await expect(checkEach([1, 2, 3, 4], String, odd)).rejects.toThrow(/2: is even\n4: is even/);
  });
});
