import path from "node:path";
import { describe, expect, test } from "vitest";
import { BUILT_IN_TYPES, GRAPH_RELATIONSHIP_TYPES, RELATIONSHIP_TYPE_SETS } from "../../src/model/relationships.ts";
import { type CypherFile, parseCypher } from "../../src/platform/graph/catalogue.ts";
import { checkEach } from "../support/check-each.ts";
import { bodyOf, catalogue, filesBelow, queryNames, textOf } from "../support/cypher-files.ts";
import { unboundClauses } from "../support/cypher-scopes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SOURCES = filesBelow("src", ".ts");
const BINDING = /(?<![.\w])query\(\s*(["'`])([\w/-]+)\1/g;
const files = catalogue();

const bindings = SOURCES.flatMap((file) =>
  [...textOf(file).matchAll(BINDING)].map(([, , name]) => ({ file, name: name ?? "" })),
);

describe("files and bindings", () => {
  test("are one to one", () => {
    expect(bindings.map(({ name }) => name).sort()).toEqual(queryNames().sort());
  });

  test("are in stores and in the platform only", () => {
    const places = new Set(bindings.map(({ file }) => file));
    const elsewhere = [...places].filter((file) => !/\.store\.ts$/.test(file) && !file.startsWith("src/platform/"));
    expect(elsewhere).toEqual([]);
  });

  test("agree on the parameters: a binding whose keys differ from the header throws where it is made", async () => {
    for (const file of new Set(bindings.map(({ file }) => file))) await import(path.join(ROOT, file));
  });
});

const wordsOf = (body: string) => new Set([...body.matchAll(/\b[A-Z][A-Z_]+\b/g)].map(([word]) => word));
const typesIn = (body: string) => GRAPH_RELATIONSHIP_TYPES.filter((type) => wordsOf(body).has(type));
/** So many types are a list, which may lack none. */
const LIST_OF_TYPES = 6;

const RULES: Record<string, (file: CypherFile, body: string) => void> = {
  "names in its header the parameters of its body"(file, body) {
    const used = new Set([...body.matchAll(/\$(\w+)/g)].map(([, name]) => name));
    expect([...file.params].sort()).toEqual([...used].sort());
  },

  "marks each literal of its header, and no other, with a value from the list before the mark"(file) {
    const marks = [...file.text.matchAll(/([^\s(){}[\],:]+)\/\*(\w+)\*\//g)];
    expect(new Set(marks.map(([, , name]) => name))).toEqual(new Set(file.literals.keys()));
    for (const [, value = "", name = ""] of marks) {
      const spec = file.literals.get(name);
      if (spec?.kind === "Integer") {
        expect(Number(value)).toBeGreaterThanOrEqual(spec.min);
        expect(Number(value)).toBeLessThanOrEqual(spec.max);
      } else {
        // A union of types stands for all of its words at once.
        for (const word of value.split("|")) expect(spec?.words).toContain(word);
      }
    }
  },

  "keeps to the tenant in every pattern, or says why not"(file, body) {
    if (file.tenantFree !== undefined) {
      expect(file.tenantFree.length).toBeGreaterThan(10);
      return;
    }
    expect(body).toMatch(/\btenant\s*[:=]\s*\$?tenantId\b/);
    expect(unboundClauses(body)).toEqual([]);
  },

  "writes only where its header says so"(file, body) {
    const writes = /\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP)\b/.test(body);
    expect(writes).toBe(file.access === "WRITE");
  },

  "where it lists types of relationships, lists all, or all that carry a failure"(_file, body) {
    const types = typesIn(body);
    if (types.length < LIST_OF_TYPES) return;
    const failing = BUILT_IN_TYPES.filter(({ failure }) => failure !== "none").map(({ graphType }) => graphType);
    const complete =
      types.length === GRAPH_RELATIONSHIP_TYPES.length ? [...GRAPH_RELATIONSHIP_TYPES] : [...failing, "RELATED"];
    expect([...types].sort()).toEqual([...complete].sort());
  },
};

describe("each file of the catalogue", () => {
  test.each(files.map((file) => [file.name, file] as const))("%s keeps the rules", (_name, file) =>
    checkEach(
      Object.entries(RULES),
      ([rule]) => rule,
      ([, check]) => check(file, bodyOf(file)),
    ),
  );

  test("lists of types are among what was looked at", () => {
    const lists = files.filter((file) => typesIn(bodyOf(file)).length >= LIST_OF_TYPES);
    expect(lists.length).toBeGreaterThan(5);
  });
});

test("every relationship type has its key and its orders in cypher/schema", () => {
  const schema = filesBelow("cypher/schema", ".cypher").map(textOf).join("\n");
  const missing = GRAPH_RELATIONSHIP_TYPES.flatMap((type) =>
    [
      `FOR ()-[r:${type}]-() REQUIRE r.key IS UNIQUE;`,
      `FOR ()-[r:${type}]-() ON (r.tenant, r.id);`,
      `FOR ()-[r:${type}]-() ON (r.tenant, r.createdAt, r.id);`,
    ].filter((statement) => !schema.includes(statement)),
  );
  expect(missing).toEqual([]);
});

describe("placeholders of the catalogue", () => {
  test("no file spells a list of relationship types itself", () => {
    const known: readonly string[] = GRAPH_RELATIONSHIP_TYPES;
    const byHand = queryNames().filter((name) =>
      [...textOf(`cypher/${name}.cypher`).matchAll(/\b[A-Z_]+(?:\|[A-Z_]+){2,}/g)].some(([list]) =>
        list.split("|").some((word) => known.includes(word)),
      ),
    );
    expect(byHand).toEqual([]);
  });

  test("are filled in completely in every statement that reaches the server", () => {
    const left = new RegExp(
      `^\\s*// @(each|block|again|end)\\b|/\\*(${Object.keys(RELATIONSHIP_TYPE_SETS).join("|")})\\*/`,
      "m",
    );
    expect(files.filter(({ text }) => left.test(text)).map(({ name }) => name)).toEqual([]);
  });

  const header = "// @access READ\n";

  test("puts all types of a set in place of the one before its mark", () => {
    const { text } = parseCypher("x/y", `${header}// @types failureTypes\nMATCH (a)-[r:USES/*failureTypes*/*..3]-(b)`);
    const types = RELATIONSHIP_TYPE_SETS.failureTypes.join("|");
    expect(text.split("\n")[2]).toBe(`MATCH (a)-[r:${types}*..3]-(b)`);
  });

  test("repeats the lines of @each for each type, with the words between them", () => {
    const lines = "  // @each type in eachNeedsOther, between UNION ALL\n  MATCH ()-[r:USES/*type*/]->()\n  // @end";
    expect(parseCypher("x/y", header + lines).text).toBe(`${header}  MATCH ()-[r:COMMUNICATES_WITH]->()`);
    const of = (set: keyof typeof RELATIONSHIP_TYPE_SETS) =>
      parseCypher("x/y", header + lines.replace("eachNeedsOther", set)).text;
    expect(of("targetNeedsSource").split("\n").slice(1)).toEqual([
      "  MATCH ()-[r:PART_OF]->()",
      "  UNION ALL",
      "  MATCH ()-[r:COMMUNICATES_WITH]->()",
    ]);
    for (const type of GRAPH_RELATIONSHIP_TYPES) expect(of("allTypes")).toContain(`[r:${type}]`);
  });

  test("repeats the lines of a @block at each @again", () => {
    const { text } = parseCypher("x/y", `${header}// @block a\nWITH 1 AS n\n// @end\n// @again a\nRETURN n`);
    expect(text).toBe(`${header}WITH 1 AS n\nWITH 1 AS n\nRETURN n`);
  });

  test.each([
    ["an unknown set", "// @types someTypes\nMATCH ()-[r:USES/*someTypes*/]->()", /someTypes/],
    ["a set without a mark", "// @types allTypes\nMATCH ()-[r:USES]->()", /no mark/],
    ["a type that is not of the set", "// @types failureTypes\nMATCH ()-[r:OWNED_BY/*failureTypes*/]->()", /OWNED_BY/],
    ["an unknown set of @each", "// @each type in some, between UNION\nRETURN 1\n// @end", /some/],
    ["an unknown block", "// @again b", /block b/],
    ["a literal of an unknown set", "// @literal type Type some", /some/],
  ])("refuses %s", (_what, text, fault) => {
    expect(() => parseCypher("x/y", header + text)).toThrow(fault);
  });
});

describe("no TypeScript holds Cypher", () => {
  const CYPHER = /\b(MATCH|MERGE|OPTIONAL MATCH|UNWIND|DETACH DELETE|FOREACH)\s*[($]|\bCREATE\s*\(|\)\s*-\[|\]->\s*\(/;

  /**
   * The statements of query forms are composed: their number has no bound. Every piece of them is a constant of this one file,
   * and `test/features/query/composed-texts.unit.test.ts` shows that nothing else enters a text.
   */
  const FRAGMENTS = "src/features/query/graph/fragments.ts";

  test("in any file of src but that of the fragments", () => {
    expect(SOURCES.length).toBeGreaterThan(500);
    expect(SOURCES).toContain(FRAGMENTS);
    const found = SOURCES.filter((file) => file !== FRAGMENTS).flatMap((file) => {
      const code = textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      return (code.match(CYPHER) ?? []).slice(0, 1).map((text) => `${file}: ${text}`);
    });
    expect(found).toEqual([]);
  });

  test("raw statements run only in the platform", () => {
    const raw = SOURCES.filter((file) => !file.startsWith("src/platform/") && /\bgraph\.raw\(/.test(textOf(file)));
    expect(raw).toEqual([]);
  });
});

describe("the checks themselves", () => {
  test("find a pattern that is not bound to the tenant", () => {
    expect(unboundClauses("MATCH (c:CI {tenant: $tenantId}) MATCH (c)-[:USES]->(o) RETURN o")).toEqual([]);
    expect(unboundClauses("MATCH (c:CI {id: $id}) RETURN c")).toEqual(["MATCH (c:CI {id: $id})"]);
    expect(unboundClauses("MATCH (c:CI {tenant: $tenantId}) MATCH (o:CI) RETURN o")).toEqual(["MATCH (o:CI)"]);
    expect(unboundClauses("MATCH (c:CI) WHERE c.tenant = $tenantId RETURN c")).toEqual([]);
    const hidden = "MATCH (c:CI {tenant: $tenantId}) CALL { MATCH (c)-[:USES]->(o) RETURN o } RETURN o";
    expect(unboundClauses(hidden)).toEqual(["MATCH (c)-[:USES]->(o)"]);
    expect(unboundClauses(hidden.replace("CALL {", "CALL (c) {"))).toEqual([]);
    expect(unboundClauses(hidden.replace("CALL {", "RETURN COLLECT {"))).toEqual([]);
    const union = "CALL { MATCH (d:D) WHERE d.tenant = $tenantId RETURN d UNION MATCH (d:D) RETURN d } RETURN d";
    expect(unboundClauses(union)).toEqual(["MATCH (d:D)"]);
  });

  test("refuse a header without access, and a literal without bounds", () => {
    expect(() => parseCypher("x/y", "RETURN 1")).toThrow(/@access/);
    expect(() => parseCypher("x/y", "// @access READ\n// @literal n Integer\nRETURN 1")).toThrow(/@literal/);
  });
});
