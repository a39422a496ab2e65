import { expect, test } from "vitest";
import { joinedTexts } from "../../../src/platform/graph/joined-texts.ts";

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
