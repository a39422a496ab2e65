import { expect, test } from "vitest";
import { QUERY_ENTITIES } from "../../../src/features/query/fields/index.ts";
import { SQL_ENTITIES } from "../../../src/features/query/sql/sql-engine.ts";

const entities = Object.values(QUERY_ENTITIES).filter(({ store }) => store === "postgres");

test.each(entities)("$name has SQL for each of its fields, and no other", ({ name, fields, free, steps }) => {
  const sql = SQL_ENTITIES[name];
  expect(Object.keys(sql?.fields ?? {}).sort()).toEqual(fields.map((field) => field.name).sort());
  expect(Object.keys(sql?.free ?? {})).toEqual([...free]);
  expect(sql?.links !== undefined).toBe(steps.length > 0);
});

test.each(entities)(
  "$name names only fields that it has",
  ({ fields, defaultFields, timeField, pathField, defaultOrder }) => {
    const own = defaultFields.filter((field) => !/^(?:ci|server)\./.test(field));
    const known = new Map(fields.map((field) => [field.name, field.type]));
    for (const name of [...own, defaultOrder.field, ...(pathField ? [pathField] : [])])
      expect([...known.keys()]).toContain(name);
    expect(known.get(timeField)).toBe("time");
  },
);
