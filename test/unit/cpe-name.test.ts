import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { productTitle, wordsOf } from "../../src/features/cpe-dictionary/cpe-dictionary.model.ts";
import { type CpeName, parseCpeName } from "../../src/model/cpe-name.ts";

describe("a CPE name", () => {
  it("is read by its components, without escapes", () => {
    expect(parseCpeName("cpe:2.3:a:7-zip:7-zip:19.00:beta_1:pro:en:lite:windows:x64:a\\:b")).toEqual({
      part: "a",
      vendor: "7-zip",
      product: "7-zip",
      version: "19.00",
      update: "beta_1",
      edition: "pro",
      language: "en",
      swEdition: "lite",
      targetSw: "windows",
      targetHw: "x64",
      other: "a:b",
    });
    expect(parseCpeName("cpe:2.3:o:example:c\\+\\+_\\\\\\:x:-:*:*:*:*:*:*:*")).toMatchObject({
      product: "c++_\\:x",
      version: "-",
      update: "*",
    });
  });

  it.each([
    "",
    "cpe:/a:example:editor",
    "cpe:2.3:a:example:editor:1.0",
    "cpe:2.3:x:example:editor:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:*:editor:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:example:-:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:example::*:*:*:*:*:*:*:*",
    "cpe:2.3:a:example:editor:*:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:example:editor:*:*:*:*:*:*:*:\\",
    "cpe:2.3:a:exam ple:editor:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:example:edi\u0000tor:*:*:*:*:*:*:*:*",
  ])("of another form is none: %j", (text) => {
    expect(parseCpeName(text)).toBeUndefined();
  });

  it("comes back from whatever was escaped into it", () => {
    const component = fc.stringMatching(/^[a-z0-9!-/:-@[-`{-~]{1,12}$/);
    const parts = fc.tuple(component, component, component, ...Array.from({ length: 7 }, () => component));
    fc.assert(
      fc.property(parts, (texts) => {
        const escaped = texts.map((text) => text.replaceAll(/[^a-z0-9]/g, "\\$&"));
        const read = parseCpeName(`cpe:2.3:a:${escaped.join(":")}`) as CpeName;
        expect(Object.values(read).slice(1)).toEqual(texts);
      }),
    );
  });
});

describe("the title of a product", () => {
  const of = (title: string, version: string) => productTitle({ title, name: { version } as CpeName });

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
  ])("%j of version %j is %j", (title, version, expected) => {
    expect(of(title, version)).toBe(expected);
  });

  it("is found in linear time", () => {
    expect(of(`${" 1".repeat(250)}x`, "1")).not.toBe("");
    expect(of(` 1${".1".repeat(250)}x`, "9")).not.toBe("");
  });
});

it("words are lower case, of every script, each once, and bounded", () => {
  expect(wordsOf("visual_c++", "Visual C++ 2015-2022 Ｒｅｄｉｓｔ")).toEqual(["visual", "c", "2015", "2022", "redist"]);
  expect(wordsOf("エディター Ärger")).toEqual(["エディター", "ärger"]);
  expect(wordsOf(Array.from({ length: 100 }, (_, i) => `w${i}`).join(" "))).toHaveLength(64);
  expect(wordsOf("x".repeat(1_000))[0]).toHaveLength(64);
});
