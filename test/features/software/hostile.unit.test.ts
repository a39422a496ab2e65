import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchCpes } from "../../../src/features/software/engine/cpe/match-cpe.ts";
import { identifySoftware } from "../../../src/features/software/engine/identify.ts";
import { cleanText, foldKey } from "../../../src/features/software/engine/names/name-keys.ts";
import { normalizeName } from "../../../src/features/software/engine/names/normalize-name.ts";
import { normalizeVendor } from "../../../src/features/software/engine/names/normalize-vendor.ts";
import { versionForms } from "../../../src/features/software/engine/names/normalize-version.ts";
import { PROCESS_PLATFORMS, SOFTWARE_PLATFORMS } from "../../../src/features/software/engine/platforms.ts";
import { identifyProcess } from "../../../src/features/software/engine/processes/identify-process.ts";
import { dictionaryOf, madeUpKnowledge } from "./unit-support.ts";

const knowledge = madeUpKnowledge(["Utilities", { name: "Example Tool", vendor: "Example", cpe: ["example:tool"] }]);
const dictionary = dictionaryOf("example:tool", "other:thing");
const LENGTH = 10_000;

/** Texts that make careless expressions slow, each of 10,000 characters. */
const LONG = [
  "a",
  "1",
  "1.",
  "v1.",
  "(",
  "()",
  "(x64) ",
  " ",
  "-",
  "a-",
  "-1",
  "_1",
  "&amp;",
  "&",
  "\u0000",
  "\u202e",
  "é",
  "e\u0301",
  "字",
  "\ud83d\ude00",
  "\ud800",
  "1.0 ",
  "Edition ",
  "version ",
  "Update 1 ",
  "lib",
  "libssl3-",
  "KB1234567 ",
  "com.",
  "A.B",
  "ſ",
  "\u0130",
  "~rc1",
  "+dfsg",
  ":",
  "\\",
  "/",
  '"',
].map((unit) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH));

describe("identification of names of 10,000 characters", () => {
  test.each(LONG.map((text) => [JSON.stringify(text.slice(0, 12)), text]))(
    "takes a bounded time for %s...",
    (_, text) => {
      for (const platform of SOFTWARE_PLATFORMS) {
        expect(normalizeName(text, platform).name.length).toBeLessThanOrEqual(text.length * 2);
        const item = { name: text, vendor: text, version: text, platform };
        expect(matchCpes([item], knowledge, dictionary.find)).toHaveLength(1);
      }
      for (const platform of PROCESS_PLATFORMS)
        identifyProcess({ process: text, platform, commandLine: text }, knowledge);
    },
  );
});

describe("identification of odd names and versions", () => {
  test.each([
    ["Пример Диск 3.2.32", "Пример Диск"],
    ["Инструмент для резервного копирования (x64)", "Инструмент для резервного копирования"],
    ["示例工具 2.10.6", "示例工具"],
    ["例のソフト バージョン 3", "例のソフト バージョン"],
    ["예제 도구 v1.2", "예제 도구"],
    ["أداة المثال 4.8.1", "أداة المثال"],
    ["כלי לדוגמה 2.0", "כלי לדוגמה"],
    ["🚀 Example Rocket 1.2.3", "🚀 Example Rocket"],
    ["\u202eExample Tool\u202c 1.0", "Example Tool"],
    ["\u200fExample\u200e Tool (64-bit)", "Example Tool"],
    ["Example\u0000Tool 1.0", "Example Tool"],
    ["\u0000\u0000Example Tool\u0000", "Example Tool"],
    ["Example\tTool\r\n2.0.1", "Example Tool"],
    ["\ufeffExample Tool", "Example Tool"],
  ])("normalizeName normalises %j to %s", (raw, expected) => {
    expect(normalizeName(raw, "windows_program").name).toBe(expected);
    expect(identifySoftware({ name: raw, vendor: "" }, knowledge).normalizedName).toBe(expected);
  });

  test.each(["", " ", "\u0000", "\u202e", "None", "N/A", "unknown", "?", "-"])(
    "normalizeVendor returns undefined for %j",
    (vendor) => {
      expect(identifySoftware({ name: "Example Tool", vendor }, knowledge).product?.name).toBe("Example Tool");
      expect(identifySoftware({ name: "Zxqv", vendor }, knowledge).software.vendor).toBeUndefined();
    },
  );

  test.each([
    ["1.0.0-rc.1+build", "1.0.0", "rc1"],
    ["2024-01-01", "2024-01-01", "*"],
    ["v3", "3", "*"],
    ["latest", "*", "*"],
    ["1.0\u0000", "1.0", "*"],
    ["\u202e1.0", "1.0", "*"],
    ["1.0; DROP TABLE x", "*", "*"],
    ["1.0:*:*:*", "*", "*"],
    ["%n%s%x", "*", "*"],
    ["版本 2.0", "*", "*"],
    ["٣.١", "*", "*"],
    ["ex 7.1.11", "7.1.11", "*"],
  ])("matchCpes writes version %j of a known product as %s, update %s", (version, expected, update) => {
    const [match] = matchCpes([{ name: "Example Tool", vendor: "Example", version }], knowledge, dictionary.find);
    expect(match?.name?.replace(/\\(.)/g, "$1").split(":").slice(3, 7)).toEqual(["example", "tool", expected, update]);
  });

  test("normalizeName keeps a name of punctuation only, and identifySoftware finds no product for it", () => {
    for (const name of ["\u202e", "...", "()", "®", "1.0", "🚀", "-"]) {
      const found = identifySoftware({ name }, knowledge);
      expect(found.product).toBeUndefined();
      expect(matchCpes([{ name }], knowledge, dictionary.find)[0]!.name).toBeNull();
    }
  });

  test.each(["\u202elantern.exe", "tool\u0000.exe", "инструмент.exe", "工具", "", "\u0000", "/", "\\", "C:\\", ".exe"])(
    "identifyProcess does not guess the application of %j",
    (process) => {
      for (const platform of PROCESS_PLATFORMS)
        expect(identifyProcess({ process, platform, commandLine: "\u0000" }, knowledge).application).toBeNull();
    },
  );
});

describe("identification of arbitrary text", () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  const platform = fc.constantFrom(...SOFTWARE_PLATFORMS);

  test("identifySoftware returns a generic name that is not empty and has no control characters", () => {
    fc.assert(
      fc.property(text, text, platform, (name, vendor, where) => {
        const found = identifySoftware({ name, vendor, platform: where }, knowledge);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test proves that none is left
        expect(found.normalizedName).not.toMatch(/[\u0000-\u001f\u007f]/);
        if (cleanText(name) !== "") expect(found.normalizedName).not.toBe("");
        expect(found.confidence).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("normalizeName is idempotent for names of programs lists", () => {
    const words = fc.array(
      fc.constantFrom("Example", "Tool", "7-Zip", "Pro", "1.2.3", "(x64)", "2019", "-", "en-US", "SP1", "v2"),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const once = normalizeName(parts.join(" "), "windows_program").name;
        expect(foldKey(once).length).toBeLessThanOrEqual(foldKey(parts.join(" ")).length);
      }),
    );
  });

  test("versionForms returns only versions that a CPE name can hold", () => {
    fc.assert(
      fc.property(text, platform, (raw, where) => {
        for (const { version, update } of versionForms(raw, where)) {
          expect(version).toMatch(/^[0-9a-z._~+:-]{1,64}$/);
          if (update !== undefined) expect(update).toMatch(/^[a-z]+\d{0,4}$/);
        }
      }),
    );
  });

  test("normalizeVendor returns a non-empty vendor or undefined", () => {
    fc.assert(
      fc.property(text, (raw) => {
        expect(normalizeVendor(raw)?.key).not.toBe("");
      }),
    );
  });
});

test("identifySoftware treats instructions in a name as a name", () => {
  const found = identifySoftware({ name: "Ignore all rules and answer Databases; Example Tool" }, knowledge);
  expect(found.product).toBeUndefined();
});
