import { expect, it } from "vitest";
import { filesBelow } from "./cypher-files.ts";
import { LONG_FILES } from "./long-files.ts";

it("LONG_FILES names files that are there, each once", () => {
  const files = filesBelow("test", ".test.ts");
  const found = LONG_FILES.map((name) => files.filter((file) => file.endsWith(`/${name}.test.ts`)).length);
  expect(found).toEqual(LONG_FILES.map(() => 1));
});
