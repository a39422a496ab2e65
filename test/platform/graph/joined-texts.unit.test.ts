import { expect, test } from "vitest";
import { joinedNumbers, joinedTexts } from "../../../src/platform/graph/joined-texts.ts";

test.each([
  { texts: [], entries: [] },
  { texts: ["a\0"], entries: ["a"] },
  { texts: ["a\0\0", "b\nc\0"], entries: ["a", "", "b\nc"] },
])("joinedTexts splits $texts", ({ texts, entries }) => {
  expect(joinedTexts.parse(texts)).toEqual(entries);
});

test("joinedTexts refuses a null, as Neo4j returns for a property of what is deleted meanwhile", () => {
  expect(joinedTexts.safeParse(["a\0", null]).success).toBe(false);
});

test.each([
  { texts: [], numbers: [] },
  { texts: ["0\0"], numbers: [0] },
  { texts: ["7\x00120\0", "9007199254740991\0"], numbers: [7, 120, Number.MAX_SAFE_INTEGER] },
])("joinedNumbers reads $texts", ({ texts, numbers }) => {
  expect(joinedNumbers.parse(texts)).toEqual(numbers);
});
