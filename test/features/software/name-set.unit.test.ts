import { expect, test } from "vitest";
import { createNameSet } from "../../../src/features/software/engine/names/name-set.ts";

test("createNameSet holds exactly the added texts, also after it grows", () => {
  const set = createNameSet();
  const names = Array.from({ length: 20_000 }, (_, at) => `${at % 97}:${at}.${at % 7}:rc${at % 3}`);
  for (const name of names) set.add(name);
  for (const name of names.slice(0, 100)) set.add(name);
  expect(set.size).toBe(names.length);
  expect(names.filter((name) => !set.has(name))).toEqual([]);
  expect(names.filter((name) => set.has(`${name}x`))).toEqual([]);
});
