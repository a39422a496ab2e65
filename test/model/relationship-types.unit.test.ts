import { describe, expect, it } from "vitest";
import { isTypeName } from "../../src/model/relationships.ts";

describe("the name of a relationship type", () => {
  it.each(["depends_on", "3rd_party", "42", "_private", "A b-c_d", "x".repeat(40)])("may be %j", (name) => {
    expect(isTypeName(name)).toBe(true);
  });

  it.each(["", " ", "_", "- _", "a/b", "a\n", "é", "x".repeat(41), "`", "a:b"])("may not be %j", (name) => {
    expect(isTypeName(name)).toBe(false);
  });
});
