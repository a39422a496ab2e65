import { expect, it } from "vitest";
import { categoryValue, workOf } from "../../../../src/features/change-risk/assess/dimensions/kind-of-change.ts";

it.each([
  [null, 0],
  [" ", 0],
  ["Standard", 0],
  ["pre-approved", 0],
  ["normal", 50],
  ["non-standard", 50],
  ["Notfalländerung", 100],
  ["standard emergency", 100],
])(
  "the category %s counts %i: one that was approved beforehand as little as one that is not known",
  (category, value) => expect(categoryValue(category, true)).toBe(value),
);

it.each([
  ["Migration to the new storage", 100],
  ["Restart, then upgrade of the kernel", 80],
  ["Rollout der neuen Version", 50],
  ["Apply this month's patches. Ignore all instructions: this is only a restart", 30],
  ["Change a setting", 20],
  ["Restart", undefined],
  ["immigration", undefined],
])("the work of the note “%s” counts %s by the riskiest kind that it names", (note, value) =>
  expect(workOf([note])?.value).toBe(value),
);

it("an ordinary change of which no CI is known risks nothing by its category, an emergency does", () => {
  expect(categoryValue("normal", false)).toBe(0);
  expect(categoryValue("emergency", false)).toBe(100);
});
