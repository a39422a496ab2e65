import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { MAX_NESTING, parseJson, parseJsonLeniently } from "../../../src/platform/http/json.ts";

function refusal(text: string): { code: string; field: string | undefined; reason: string | undefined } {
  try {
    parseJson(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [first] = error.violations;
    return { code: error.code, field: first?.field, reason: first?.reason };
  }
  throw new Error(`accepted: ${text.slice(0, 80)}`);
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

describe("parseJson", () => {
  it("equals JSON.parse for any clean value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes("__proto__") && !/\\u(?:0000|[dD][89a-fA-F])/.test(text) && text.isWellFormed());
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("keeps escapes, surrogate pairs and the last of equal members", () => {
    expect(parseJson('"\\ud83d\\ude00\\u00e9\\\\"')).toBe("😀é\\");
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(parseJson('{"note":"the name __proto__ in a text","path":"\\\\u0000"}')).toEqual({
      note: "the name __proto__ in a text",
      path: "\\u0000",
    });
  });

  it.each([
    ["", "body"],
    ["{", "body"],
    ['{"a":1,}', "body"],
    ["nul", "body"],
    ['"\u0000"', "body"],
    ['"\\', "body"],
    ["\ufeff{}", "body"],
  ])("refuses malformed JSON %j", (text, field) => {
    expect(refusal(text)).toMatchObject({ code: "VALIDATION_ERROR", field });
  });

  it("reports line and column without quoting the text", () => {
    const found = refusal('{"password": "hunter2", oops}');
    expect(found.reason).toBe("is not valid JSON (line 1, column 25)");
  });

  it.each([
    ['{"a":{"b":["x","\\u0000"]}}', "a.b.1"],
    ['{"a":"x\\ud800y"}', "a"],
    ['{"a":"\\udc00\\ud800"}', "a"],
    ['{"a":"\ud800"}', "a"],
    ['{"a":{"\\u0000":1}}', "a"],
    ['"\\u0000"', "body"],
  ])("refuses NUL and lone surrogates in %j", (text, field) => {
    expect(refusal(text)).toMatchObject({ code: "VALIDATION_ERROR", field });
  });

  it.each([
    ['{"__proto__":{"admin":true}}', "__proto__"],
    ['{"a":[{"__proto__":null}]}', "a.0.__proto__"],
    ['{"a":{"\\u005f_pr\\u006fto__":1}}', "a.__proto__"],
  ])("refuses members named __proto__ in %j", (text, field) => {
    expect(refusal(text)).toMatchObject({ code: "VALIDATION_ERROR", field });
  });

  it.each([
    ['{"a":1e999}', "a"],
    [`[${"9".repeat(400)}]`, "0"],
    [`[-${"9".repeat(260)}e99]`, "0"],
  ])("refuses numbers beyond a double", (text, field) => {
    expect(refusal(text)).toMatchObject({ code: "VALIDATION_ERROR", field });
  });

  it("keeps large and small numbers within a double", () => {
    expect(parseJson('[1e308,-1.5E-300,0.1,12,"1e999"]')).toEqual([1e308, -1.5e-300, 0.1, 12, "1e999"]);
  });

  it("allows 64 levels and refuses 65, whether closed or not", () => {
    expect(parseJson(nested("[", "]", MAX_NESTING))).toBeInstanceOf(Array);
    expect(refusal(nested("[", "]", MAX_NESTING + 1)).reason).toContain("64 levels");
    expect(refusal(nested('{"a":', "", MAX_NESTING + 1)).reason).toContain("64 levels");
    expect(parseJson(`["${"[".repeat(500)}","\\"${"{".repeat(500)}"]`)).toBeInstanceOf(Array);
  });

  it("refuses tens of megabytes of brackets without building them", () => {
    expect(refusal("[".repeat(30_000_000)).reason).toContain("64 levels");
    expect(refusal(`["${"\\\\".repeat(5_000_000)}`).field).toBe("body");
  });
});

describe("parseJsonLeniently", () => {
  it("equals parseJson for all texts that it accepts", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes("__proto__") && !/\\u(?:0000|[dD][89a-fA-F])/.test(text) && text.isWellFormed());
        expect(parseJsonLeniently(text)).toEqual(parseJson(text));
      }),
    );
  });

  it.each([
    ['{"a":{"b":["x","y\\u0000z"]}}', { a: { b: ["x", "y\ufffdz"] } }],
    ['{"a\\u0000":"\\ud800"}', { "a\ufffd": "\ufffd" }],
    ['{"a":"\\ud83d\\ude00","\\u00e9":1}', { a: "😀", é: 1 }],
    ['{"a":[1e999,-1e999,2]}', { a: [null, null, 2] }],
    ['{"a":[{"__proto__":{"b":1},"c":1}],"\\u005f_proto__":1}', { a: [{ c: 1 }] }],
  ])("repairs %j", (text, expected) => {
    const found = parseJsonLeniently(text);
    expect(found).toEqual(expected);
    // What it answers may be kept.
    expect(parseJson(JSON.stringify(found))).toEqual(expected);
  });

  it.each(["", "{", '{"a":1,}', `${"[".repeat(65)}${"]".repeat(65)}`])("refuses %j as parseJson does", (text) => {
    expect(() => parseJsonLeniently(text)).toThrow(AppError);
  });
});
