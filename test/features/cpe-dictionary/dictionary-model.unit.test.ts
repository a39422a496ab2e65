import { describe, expect, it } from "vitest";
import { productTitle, wordsOf } from "../../../src/features/cpe-dictionary/cpe-dictionary.model.ts";
import type { CpeRecord } from "../../../src/platform/nvd/index.ts";

describe("productTitle", () => {
  const of = (title: string, version: string) => productTitle({ title, name: { version } as CpeRecord["name"] });

  it.each([
    ["Example Editor 1.0", "1.0", "Example Editor"],
    ["Example Editor 1.0 Beta 2", "1.0", "Example Editor"],
    ["Example Editor (1.0)", "1.0", "Example Editor"],
    ["Example Editor v1.0 for Windows", "1.0", "Example Editor"],
    ["Example 10 10.1 Editor 1", "1", "Example 10 10.1 Editor"],
    ["Example Editor 1.0", "*", "Example Editor 1.0"],
    ["Example Editor", "-", "Example Editor"],
    ["Example Editor 1.0.5 Build 7", "1.0.5.7", "Example Editor"],
    ["1.0", "1.0", "1.0"],
    ["", "1.0", ""],
  ])("shortens %j with version %j to %j", (title, version, expected) => {
    expect(of(title, version)).toBe(expected);
  });

  it("runs in linear time", () => {
    expect(of(`${" 1".repeat(250)}x`, "1")).not.toBe("");
    expect(of(` 1${".1".repeat(250)}x`, "9")).not.toBe("");
  });
});

it("wordsOf returns words of every script in lower case, each once, and bounded", () => {
  expect(wordsOf("visual_c++", "Visual C++ 2015-2022 Ｒｅｄｉｓｔ")).toEqual(["visual", "c", "2015", "2022", "redist"]);
  expect(wordsOf("エディター Ärger")).toEqual(["エディター", "ärger"]);
  expect(wordsOf(Array.from({ length: 100 }, (_, i) => `w${i}`).join(" "))).toHaveLength(64);
  expect(wordsOf("x".repeat(1_000))[0]).toHaveLength(64);
});
