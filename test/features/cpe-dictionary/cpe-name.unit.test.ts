import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCpeName, formatCpeUri, parseCpeName } from "../../../src/model/cpe-name.ts";

describe("parseCpeName", () => {
  test("reads a formatted string with escapes", () => {
    expect(parseCpeName("cpe:2.3:a:notepad-plus-plus:notepad\\+\\+:8.1:rc1:*:*:*:*:x64:*")).toMatchObject({
      part: "a",
      vendor: "notepad-plus-plus",
      product: "notepad++",
      version: "8.1",
      update: "rc1",
      targetHw: "x64",
    });
  });

  test("reads a URI with escapes and packed attributes", () => {
    const read = parseCpeName("cpe:/a:example:tool%2b%2b:1.0:-:~~pro~wordpress~x64~");
    expect(read).toMatchObject({
      product: "tool++",
      version: "1.0",
      update: "-",
      swEdition: "pro",
      targetSw: "wordpress",
    });
    expect(formatCpeUri(read!)).toBe("cpe:/a:example:tool%2b%2b:1.0:-:~~pro~wordpress~x64~");
    expect(formatCpeUri(parseCpeName("cpe:/o:example:os")!)).toBe("cpe:/o:example:os");
  });

  test.each([
    "",
    "cpe:2.3:a:b:c",
    "cpe:2.3:x:b:c:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:b c:c:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:b:c+:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:b::*:*:*:*:*:*:*:*",
    "cpe:2.3:a:*:*:*:*:*:*:*:*:*:*",
    "cpe:2.3:a:b:c:1:*:*:nolanguage:*:*:*:*",
    "cpe:2.3:a:b\\:c:*:*:*:*:*:*:*:*",
    "cpe:/q:b:c",
    "cpe:/a:b:c%zz",
    "cpe:/a:b:c:1:2:~a~b:en:x",
    `cpe:2.3:a:${"b".repeat(3000)}:c:*:*:*:*:*:*:*:*`,
  ])("refuses %j", (text) => {
    expect(parseCpeName(text)).toBeUndefined();
  });

  test("reads what formatCpeName writes", () => {
    const text = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(..."abz09._-+!:\\/()&~'\"*?@") });
    fc.assert(
      fc.property(text, text, text, (vendor, product, version) => {
        fc.pre(![vendor, product].every((value) => value === "*"));
        const read = parseCpeName(formatCpeName({ part: "a", vendor, product, version }));
        expect(read).toMatchObject({ part: "a", vendor, product, version });
      }),
    );
  });

  test("reads any text in linear time", () => {
    fc.assert(fc.property(fc.string({ maxLength: 3000 }), (text) => void parseCpeName(text)));
    for (const hostile of ["cpe:2.3:".repeat(200), `cpe:2.3:a:${"\\".repeat(1500)}`, `cpe:/a:${"%41".repeat(600)}`]) {
      expect(parseCpeName(hostile)?.version ?? "*").toBe("*");
    }
  });

  test("refuses text that no name can hold", () => {
    expect(() => formatCpeName({ part: "a", vendor: "b", product: "mit leerzeichen" })).toThrow(RangeError);
    expect(() => formatCpeName({ part: "a", vendor: "криптопро", product: "csp" })).toThrow(RangeError);
  });
});
