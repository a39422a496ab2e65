import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareVersions, type Scheme } from "../../../src/features/exposure/matching/index.ts";
import { makerVersionOf } from "../../../src/features/exposure/matching/versions/maker-version.ts";

const SCHEMES: readonly Scheme[] = ["maker", "java", "semantic", "debian", "rpm"];
const SIGNS = { "<": -1, "=": 0, "?": null } as const;
const page = readFileSync("docs/exposure-versions.md", "utf8");

function cellsOf(heading: string): string[][] {
  const rows = page.slice(page.indexOf(heading)).split("\n").slice(2);
  const end = rows.findIndex((row) => !row.startsWith("|"));
  return rows.slice(0, end === -1 ? undefined : end).map((row) => row.split("|").map((cell) => cell.trim()));
}

describe("compareVersions", () => {
  for (const scheme of SCHEMES) {
    test(`orders the published cases of ${scheme}`, () => {
      const rows = cellsOf(`| Case (\`${scheme}\`)`).map(([, text = ""]) => text.split(/ ([<=?]) /));
      expect(rows.length).toBeGreaterThanOrEqual(10);
      const orders = rows.map(([a, sign, b]) => [`${a} ${sign} ${b}`, compareVersions(a!, b!, scheme)]);
      expect(orders).toEqual(rows.map(([a, sign, b]) => [`${a} ${sign} ${b}`, SIGNS[sign as keyof typeof SIGNS]]));
      const reversed = rows.map(([a, , b]) => compareVersions(b!, a!, scheme));
      expect(reversed).toEqual(orders.map(([, order]) => (order === -1 ? 1 : order)));
    });
  }

  test.each(["", " ", "*", "-", "v", "0x!", "ä1", "1".repeat(200)])("knows no order of %j", (text) => {
    expect(compareVersions(text, "1.0", "maker")).toBeNull();
  });

  test("compares numbers of any length", () => {
    const long = "9".repeat(60);
    expect(compareVersions(`1.${long}1`, `1.${long}2`, "maker")).toBe(-1);
    expect(compareVersions(`1.${long}1`, `1.${long}2`, "debian")).toBe(-1);
    expect(compareVersions(`1.${long}1`, `1.${long}2`, "rpm")).toBe(-1);
  });
});

const piece = fc.constantFrom(
  ..."0 1 2 9 10 a b k z p1 p2 rc1 beta2 sp1 u3 M1 x ~ + - . _ : ^ dev final foo".split(" "),
);
const versions = fc
  .array(fc.tuple(piece, fc.constantFrom("", ".", "-", "~")), { minLength: 1, maxLength: 6 })
  .map((pieces) => `1${pieces.flat().join("")}`);

describe.each(SCHEMES)("the order of %s", (scheme) => {
  // Without a release an RPM version is one with all its releases, which is no order: each gets one.
  const whole = (text: string): string => (scheme === "rpm" ? `${text.replaceAll("-", ".")}-1` : text);
  const compare = (a: string, b: string): number | null => compareVersions(whole(a), whole(b), scheme);

  test("turns round with its versions, and makes a version equal to itself or no version", () => {
    fc.assert(
      fc.property(versions, versions, (a, b) => {
        const order = compare(a, b);
        expect(compare(b, a)).toBe(order === null || order === 0 ? order : -order);
        expect([0, null]).toContain(compare(a, a));
      }),
      { numRuns: 500 },
    );
  });

  test("goes on from version to version", () => {
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        const first = compare(a, b);
        const second = compare(b, c);
        if (first === null || second === null || first * second < 0) return;
        const outer = compare(a, c);
        // With unknown words in the middle the outer two may have no order of their own.
        if (outer !== null) expect(Math.sign(outer)).toBe(Math.sign(first + second));
      }),
      { numRuns: 1500 },
    );
  });
});

describe("makerVersionOf", () => {
  test("finds the published makers' versions", () => {
    const rows = cellsOf("| Package's version (kind)").map(([, text = "", maker = ""]) => {
      const [, version, kind] = /^(.*) \((.*)\)$/.exec(text)!;
      return { version: version!, kind: kind!, maker };
    });
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(rows.map(({ version, kind }) => makerVersionOf(version, kind))).toEqual(rows.map(({ maker }) => maker));
  });
});
