import { expect, test } from "vitest";
import { requireTaken } from "../../../../src/features/integrations/platforms/require-taken.ts";

const compare = (value: string | number, returned: unknown) =>
  requireTaken([{ field: "ai_summary", name: "theirs", value }], (name) => (name === "theirs" ? returned : "else"), {
    by: "ServiceNow",
    status: 200,
  });

const document = {
  type: "doc",
  version: 1,
  content: [{ type: "paragraph", content: [{ type: "text", text: "a b" }] }],
};

test.each<[string | number, unknown]>([
  ["a b", "a b"],
  ["a\r\n b", "a b "],
  ["a\n\nb", document],
  ["", null],
  ["7", 7],
  [7, 7],
  [7, "7"],
  [7, "7.00"],
  [0, "0"],
  [0, 0],
  [7, { value: "7", display_value: "seven" }],
  ["a", { display_value: "A", value: "a" }],
])("%j is taken where %j is returned", (sent, returned) => {
  expect(() => compare(sent, returned)).not.toThrow();
});

test.each<[string | number, unknown]>([
  ["a b", undefined],
  ["a b", null],
  ["a b", ""],
  ["a b", "  "],
  ["a b", []],
  [0, undefined],
  [0, null],
  [0, ""],
  [0, {}],
])("%j is not taken where %j is returned", (sent, returned) => {
  expect(() => compare(sent, returned)).toThrow("ServiceNow answered 200 but did not take ai_summary (theirs)");
});

test.each<[string | number, unknown]>([
  ["a b", "a"],
  ["a b", "A B"],
  ["a b", 7],
  [7, "8"],
  [7, "seven"],
  [7, true],
  ["a c", document],
])("%j is held otherwise where %j is returned", (sent, returned) => {
  const error = "ServiceNow answered 200 but holds another value, or only a part of it, in ai_summary (theirs)";
  expect(() => compare(sent, returned)).toThrow(error);
});
