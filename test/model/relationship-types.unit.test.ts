import { describe, expect, it } from "vitest";
import { isTypeName } from "../../src/model/relationships.ts";

describe("isTypeName", () => {
  it.each(["depends_on", "3rd_party", "42", "_private", "A b-c_d", "x".repeat(40)])("accepts %j", (name) => {
    expect(isTypeName(name)).toBe(true);
  });

  it.each(["", " ", "_", "- _", "a/b", "a\n", "é", "x".repeat(41), "`", "a:b"])("refuses %j", (name) => {
    expect(isTypeName(name)).toBe(false);
  });
});
