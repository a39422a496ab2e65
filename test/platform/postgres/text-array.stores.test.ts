import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import { textArray } from "../../../src/platform/postgres/text-array.ts";
import { log } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";

let postgres: Postgres;
beforeAll(() => {
  postgres = createPostgres({ url: stores().postgres.url, log });
});
afterAll(() => postgres?.close());

describe("textArray", () => {
  it.each<[string, (string | null)[]]>([
    ["no text", []],
    ["an empty text", [""]],
    ["nulls, and the word for them", [null, "NULL", "null", null]],
    ["what the text format escapes", ['{"a":"b\\n"}', "{}", "a,b", " ", "\t\n", "\\", '"']],
    ["characters of one to four bytes, alone and mixed", ["é", "€", "😀", "a😀é€", "\u0001"]],
    ["a text of many bytes", ["ü".repeat(200_000), "b"]],
    ["many texts", Array.from({ length: 5_000 }, (_, i) => `text ${i}`)],
  ])("is the list that the driver writes, for %s", async (_what, values) => {
    const text = "select $1::text[] as binary, $1::text[] is not distinct from $2::text[] as same";
    expect(await postgres.query(text, [textArray(values), values])).toEqual([{ binary: values, same: true }]);
  });

  it("is refused where the statement expects a list of another type, and leaves the connection usable", async () => {
    await expect(postgres.query("select $1::bigint[] as n", [textArray(["1"])])).rejects.toThrow(/element type/);
    expect(await postgres.query("select 1 as one")).toEqual([{ one: 1 }]);
  });
});
