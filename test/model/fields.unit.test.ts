import { describe, expect, it } from "vitest";
import { errorCode } from "../../src/errors.ts";
import { parseFields } from "../../src/model/fields.ts";
import { mustGet } from "../../src/model/must-get.ts";

describe("parseFields", () => {
  it("parses the object in a text, and returns an empty one for null", () => {
    expect(parseFields('{"a":{"b":[1]}}')).toEqual({ a: { b: [1] } });
    expect(parseFields(null)).toEqual({});
    expect(parseFields(undefined)).toEqual({});
  });
});

describe("mustGet", () => {
  it("returns the value of a key, also an undefined one, and throws for a missing key", () => {
    const map = new Map<string, number | undefined>([
      ["a", 1],
      ["b", undefined],
    ]);
    expect(mustGet(map, "a")).toBe(1);
    expect(mustGet(map, "b")).toBeUndefined();
    expect(() => mustGet(map, "c")).toThrow("no entry c");
  });
});

describe("errorCode", () => {
  it("returns the code of an error if it is a text", () => {
    expect(errorCode(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe("ENOENT");
    for (const thrown of [new Error("x"), new DOMException("x", "TimeoutError"), undefined, null, "ENOENT"]) {
      expect(errorCode(thrown)).toBeUndefined();
    }
  });
});
