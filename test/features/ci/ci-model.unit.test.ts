import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch, type Ci, changedKeys, entityTag, matchesPrecondition } from "../../../src/features/ci/ci.model.ts";
import { promotedProperty, textsOfValue } from "../../../src/features/ci/ci.node.ts";
import { parseSearch, searchWords } from "../../../src/features/ci/parse-search.ts";

const ci = (fields: Partial<Ci> = {}): Ci => ({
  id: "id",
  type: "server",
  name: "name",
  description: null,
  status: "active",
  attributes: {},
  customFields: {},
  version: 3,
  createdAt: "2026-01-01T00:00:00.000Z",
  createdBy: "a",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: "a",
  ...fields,
});
const json = fc.dictionary(
  fc.string().filter((key) => key !== "__proto__"),
  fc.jsonValue(),
);

describe("applyPatch", () => {
  it("is idempotent and never changes its inputs", () => {
    fc.assert(
      fc.property(json, json, (attributes, patch) => {
        const before = ci({ attributes: structuredClone(attributes) as Ci["attributes"] });
        const once = applyPatch(before, { attributes: patch });
        expect(applyPatch(once, { attributes: patch })).toBe(once);
        expect(before.attributes).toEqual(attributes);
      }),
    );
  });

  it("returns the same object for the fields that a CI without nulls already has", () => {
    fc.assert(
      fc.property(json, (attributes) => {
        const once = applyPatch(ci(), { attributes });
        expect(applyPatch(once, { attributes: structuredClone(once.attributes) })).toBe(once);
      }),
    );
  });

  it("changedKeys lists exactly the keys whose values differ, added and removed ones included", () => {
    const before = ci({ attributes: { a: 1, b: 2, same: { x: [1], y: 2 } }, customFields: { gone: 1, kept: "k" } });
    const attributes = { a: 2, b: null, same: { y: 2, x: [1] }, new: true };
    const after = applyPatch(before, {
      name: "x",
      status: "active",
      attributes,
      customFields: { gone: null, kept: "k" },
    });
    expect(changedKeys(before, after).sort()).toEqual([
      "attributes.a",
      "attributes.b",
      "attributes.new",
      "custom_fields.gone",
      "name",
    ]);
    expect(changedKeys(before, applyPatch(before, { customFields: null }))).toEqual([
      "custom_fields.gone",
      "custom_fields.kept",
    ]);
  });
});

describe("entityTag", () => {
  const end = { id: "r", graphType: "USES", spelling: null, outgoing: true, ciId: "c", ciName: "n" };

  it("covers the version and the relationships in the response", () => {
    expect(entityTag(ci())).toBe('"3"');
    expect(entityTag(ci(), [end])).toMatch(/^"3-[\w-]{16}"$/);
    expect(entityTag(ci(), [end])).not.toBe(entityTag(ci(), [{ ...end, ciName: "renamed" }]));
  });

  it.each([
    ['"3"', true],
    [entityTag(ci(), [end]), true],
    ['"1" , "3"', true],
    ["*", true],
    ['"4"', false],
    ['W/"3"', false],
    ['"03"', false],
    ['"3', false],
    ["3", false],
    ["", false],
  ])("%s as a precondition: %s", (header, passes) => {
    expect(matchesPrecondition(ci(), header)).toBe(passes);
  });
});

describe("textsOfValue and promotedProperty", () => {
  it.each([
    ["linux", ["linux"]],
    ["8", ["8"]],
    ["2.5", ["2.5", "2.5E0"]],
    ["12345678.5", ["12345678.5", "1.23456785E7"]],
    ["1e21", ["1e21", "1.0E21"]],
    ["-1e-7", ["-1e-7", "-1.0E-7"]],
    ["", [""]],
    [" ", [" "]],
    ["Infinity", ["Infinity"]],
  ])("%j is looked for as %j", (text, texts) => {
    expect(textsOfValue(text)).toEqual(texts);
  });

  it("accept only keys that can be a property name", () => {
    expect(promotedProperty("attributes", "os.name-1_x")).toBe("attributes.os.name-1_x");
    for (const key of ["", "a b", "a`b", "ä", "x".repeat(65)]) {
      expect(promotedProperty("custom_fields", key)).toBeUndefined();
    }
  });
});

describe("parseSearch", () => {
  it("strips the caller's operators", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const { words } = parseSearch("tenant-1", text);
        const [tenant, ...terms] = words.split(" AND ");
        expect(tenant).toBe('tenant:"tenant-1"');
        expect(terms.length).toBeGreaterThan(0);
        expect(terms.length).toBeLessThanOrEqual(Math.max(1, searchWords(text).length));
        for (const term of terms) {
          expect(term).toMatch(/^searchText:(?:[\p{L}\p{N}]{1,255}\*|"[\p{L}\p{N} ]+"|"-")$/u);
        }
      }),
    );
  });

  it("searches an address as a whole and as an identifier", () => {
    expect(parseSearch("t", " 192.0.2.1 ")).toMatchObject({
      words: 'tenant:"t" AND searchText:"192 0 2 1"',
      identifiers: expect.arrayContaining([{ kind: "ip", value: "192.0.2.1" }]),
    });
  });

  it("escapes the tenant id", () => {
    expect(parseSearch('a" OR tenant:"b\\', "x").words).toBe('tenant:"a\\" OR tenant:\\"b\\\\" AND searchText:x*');
  });
});
