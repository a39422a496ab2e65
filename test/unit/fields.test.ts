import { describe, expect, it } from "vitest";
import { errorCode } from "../../src/errors.ts";
import { parseFields } from "../../src/model/fields.ts";

describe("parseFields", () => {
  it("gives the object of a text, and an empty one without a text", () => {
    expect(parseFields('{"a":{"b":[1]}}')).toEqual({ a: { b: [1] } });
    expect(parseFields(null)).toEqual({});
    expect(parseFields(undefined)).toEqual({});
  });
});

describe("errorCode", () => {
  it("gives the code of an error, where it is a text", () => {
    expect(errorCode(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe("ENOENT");
    for (const thrown of [new Error("x"), new DOMException("x", "TimeoutError"), undefined, null, "ENOENT"]) {
      expect(errorCode(thrown)).toBeUndefined();
    }
  });
});
