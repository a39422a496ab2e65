import { describe, expect, test } from "vitest";
import { BUILT_IN_TYPES, type FailureDirection } from "../../../src/model/relationships.ts";
import { bodyOf, catalogue } from "../../support/cypher-files.ts";

/** The queries of reach and impact spell the built-in types out: testing them by lists costs twice the search. */
const files = catalogue().filter(({ name }) => /^(impact|reach)\//.test(name));
const typesThat = (...directions: FailureDirection[]) =>
  BUILT_IN_TYPES.filter(({ failure }) => directions.includes(failure)).map(({ graphType }) => graphType);

describe.each(files.map((file) => [file.name, bodyOf(file)] as const))("%s", (_name, body) => {
  test("follows every type on which a failure propagates, and custom types", () => {
    const walked = [...body.matchAll(/\)-\[\w+:([\w|]+)\]-\(/g)].map(([, types]) => types!.split("|").sort());
    const carrying = [...typesThat("source_to_target", "target_to_source", "both"), "RELATED"].sort();
    for (const types of walked) expect(types).toEqual(carrying);
  });

  test("reads steps along the arrow from what needs its target, and against it from what needs its source", () => {
    const needing = (pattern: RegExp) => [...body.matchAll(pattern)].map(([, types]) => types!.split("|").sort());
    const [targets, sources] = [typesThat("target_to_source", "both"), typesThat("source_to_target", "both")];
    for (const types of needing(/\)-\[\w+:([\w|]+)\]->/g)) expect(types).toEqual([...targets, "RELATED"].sort());
    for (const types of needing(/\)<-\[\w+:([\w|]+)\]-/g)) expect(types).toEqual([...sources, "RELATED"].sort());
  });

  test("has the directions of the model", () => {
    const against = [...body.matchAll(/WHEN \w+:([\w|]+) THEN false/g)].map(([, types]) => types!.split("|"));
    const along = [...body.matchAll(/WHEN \w+:([\w|]+) THEN true/g)].map(([, types]) => types!.split("|").sort());
    for (const types of against) expect(types).toEqual(typesThat("source_to_target"));
    for (const types of along) expect(types).toEqual(typesThat("source_to_target", "both").sort());
    expect(against).toHaveLength(along.length);
  });
});

test("the queries under test include the search", () => {
  const { text } = files.find(({ name }) => name === "reach/reach")!;
  expect(text.match(/WHEN \w+:PART_OF THEN false/g)).toHaveLength(2);
});
