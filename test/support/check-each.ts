import { expect } from "vitest";

/** Checks all items and fails with every fault by name; a loop would stop at the first. */
export async function checkEach<T>(
  things: Iterable<T>,
  nameOf: (thing: T) => string,
  check: (thing: T) => void | Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  for (const thing of things) {
    try {
      await check(thing);
    } catch (error) {
      faults.push(`${nameOf(thing)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(faults, faults.join("\n")).toEqual([]);
}
