import { describe, expect, test } from "vitest";
import { type CiFacts, hashOfText, textOfCi } from "../../../src/features/search/ci-text.ts";
import { marksOf } from "../../../src/features/search/consume-changes.ts";
import { createEmbedQuery } from "../../../src/features/search/embed-query.ts";
import { fuse } from "../../../src/features/search/fuse.ts";
import { readKeywords } from "../../../src/features/search/keyword-query.ts";
import { type Candidate, scoreKeywords } from "../../../src/features/search/score-keywords.ts";
import type { GraphChange } from "../../../src/platform/jobs/changes.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { standInEmbedder } from "./embedder.ts";

const facts = (more: Partial<CiFacts> = {}): CiFacts => ({
  type: "server",
  name: "web-1",
  status: "active",
  description: "Front of the shop",
  attributes: {},
  customFields: {},
  neighbours: [],
  software: [],
  ...more,
});

describe("the text of a CI", () => {
  test("has name, type, status, description, attributes, software and neighbours", () => {
    const text = textOfCi(
      facts({
        attributes: { os: "Debian 12", hardware: { vendor: "Dell" } },
        customFields: { cost_center: 4711 },
        software: ["nginx", "OpenSSL"],
        neighbours: [
          { name: "db-1", graphType: "DEPENDS_ON", spelling: null, outgoing: true },
          { name: "shop", graphType: "PART_OF", spelling: null, outgoing: false },
        ],
      }),
    );
    expect(text.split("\n")).toEqual([
      "web-1 (Server, active)",
      "Front of the shop",
      "os: Debian 12",
      "hardware vendor: Dell",
      "cost center: 4711",
      "Software: nginx, OpenSSL",
      "depends on: db-1",
      "part of this: shop",
    ]);
  });

  test("does not depend on the order in which things are stored", () => {
    const a = facts({ attributes: { os: "x", owner: "y" }, neighbours: [neighbour("a"), neighbour("b")] });
    const b = facts({ attributes: { owner: "y", os: "x" }, neighbours: [neighbour("b"), neighbour("a")] });
    expect(textOfCi(a)).toBe(textOfCi(b));
    expect(hashOfText(textOfCi(a))).not.toBe(hashOfText(textOfCi(facts())));
  });

  test("leaves out what changes without the CI becoming another", () => {
    const attributes = { last_seen: "today", uptime: 5, disk_free: 3, cpu_usage: 4, memory_gb: 64 };
    expect(textOfCi(facts({ attributes }))).toBe(`${textOfCi(facts())}\nmemory gb: 64`);
  });

  test("holds no secret, wherever it stands", () => {
    const text = textOfCi(
      facts({
        description: "login with password=Hunter-2-Hunter",
        attributes: {
          db_password: "s3cr3t-value",
          snmp: { community_string: "pub-s3cr3t" },
          url: "https://u:pw-s3cr3t@host",
        },
        customFields: { api_key: "key-s3cr3t" },
      }),
    );
    expect(text).not.toMatch(/s3cr3t|Hunter/);
  });

  test("is cut, however much there is", () => {
    const long = "x".repeat(10_000);
    const attributes = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${long}${i}`, long]));
    const neighbours = Array.from({ length: 200 }, (_, i) => neighbour(`${i}${long}`));
    expect(textOfCi(facts({ name: long, attributes, neighbours, software: [long] })).length).toBeLessThanOrEqual(4_000);
  });

  test("is one line for each part, whatever the values hold", () => {
    expect(textOfCi(facts({ name: "a\n\u0000b\u202ec", description: null }))).toBe("a b c (Server, active)");
  });
});

const neighbour = (name: string) => ({ name, graphType: "DEPENDS_ON", spelling: null, outgoing: true });

describe("reading a search text", () => {
  test.each([
    ["nginx AND tenant:other", ["nginx", "tenant", "other"]],
    ['tenant:"x" OR *:* ~ ^ [a TO b] {c} /re.x/ \\ "q', ["tenant", "x", "b", "c", "re", "q"]],
    ["which of the servers are in Ghent?", ["servers", "ghent"]],
    ["the and of", ["the", "and", "of"]],
    ["🔥🔥 \u0000 ☃", []],
  ])("takes no sign of %j for an operator", (text, words) => {
    const { words: found, lucene } = readKeywords("t-1", text);
    expect(found).toEqual(words);
    const rest = lucene?.replace(
      /^\+\(tenant:"t-1"\) \+\((?:(?:searchText|type|attributes|customFields):[\p{L}\p{N}]+\*\^[\d.]+ ?)+\)$/u,
      "",
    );
    expect(rest ?? "").toBe("");
  });

  test("requires tenant, types and statuses, quoted", () => {
    const { lucene } = readKeywords('t"1', "x", { types: ["a\\b"], statuses: ["active"] });
    expect(lucene).toMatch(/^\+\(tenant:"t\\"1"\) \+\(type:"a\\\\b"\) \+\(status:"active"\) \+\(/);
  });

  test("finds addresses, serial numbers and names within a sentence", () => {
    const { identifiers, names } = readKeywords("t", 'what is 192.0.2.7 beside srv-12 and "Main Switch"?');
    expect(identifiers).toContainEqual({ kind: "ip", value: "192.0.2.7" });
    expect(names).toEqual(expect.arrayContaining(["srv-12", "main switch"]));
  });

  test("is bounded for ten thousand characters", () => {
    const { words, names, identifiers } = readKeywords("t", "a-1 b.2 ".repeat(1_250) + "c".repeat(9_000));
    expect([words.length <= 16, names.length <= 16, identifiers.length <= 100]).toEqual([true, true, true]);
  });
});

const candidate = (id: string, more: Partial<Candidate>): Candidate => ({
  id,
  type: "server",
  name: id,
  description: null,
  status: "active",
  attributes: {},
  customFields: {},
  ...more,
});

describe("ranking by words", () => {
  test("prefers the name, then rare words, and names the fields", () => {
    const ranked = scoreKeywords(readKeywords("t", "billing server"), [
      candidate("a", { attributes: { note: "billing" } }),
      candidate("b", { name: "billing" }),
      candidate("c", {}),
    ]);
    expect(ranked.map(({ id, matchedOn }) => [id, matchedOn])).toEqual([
      ["b", ["name", "type"]],
      ["a", ["attributes.note", "type"]],
      ["c", ["type"]],
    ]);
  });

  test("puts a CI first whose asset tag is the text", () => {
    const [first] = scoreKeywords(readKeywords("t", "AT-00417"), [
      candidate("b", { description: "AT-00417 AT 00417" }),
      candidate("a", { attributes: { asset_tag: "at-00417" } }),
    ]);
    expect(first).toMatchObject({ id: "a", isExact: true, matchedOn: ["attributes.asset_tag"] });
  });

  test("never matches the value of a secret", () => {
    const holder = candidate("a", { attributes: { password: "hunter2", nested: { api_key: "hunter2" } } });
    expect(scoreKeywords(readKeywords("t", "hunter2"), [holder])).toEqual([]);
  });
});

describe("fusing rankings", () => {
  const one = (id: string, field: string) => ({ id, score: 0.5, matchedOn: [field] });

  test("puts what is named first, then what both rankings have", () => {
    const fused = fuse(
      [one("x", "serial")],
      [
        [one("a", "name"), one("b", "name")],
        [one("b", "meaning"), one("x", "meaning")],
      ],
    );
    expect(fused.map(({ id }) => id)).toEqual(["x", "b", "a"]);
    expect(fused[0]).toMatchObject({ score: 1, matchedOn: ["serial", "meaning"] });
    expect(fused[1]).toMatchObject({ matchedOn: ["name", "meaning"] });
    expect(fused[1]!.score).toBeGreaterThan(fused[2]!.score);
    expect(fused[1]!.score).toBeLessThan(1);
  });
});

describe("the marks of changes", () => {
  const change = (kind: string, before: object | null, after: object | null) =>
    ({ kind, subject: { kind: "x", id: "ci-1" }, before, after }) as unknown as GraphChange;
  const relationship = (type: string) => ({ type, source_ci: "s", target_ci: "t" });

  test.each([
    ["ci.created", null, { type: "server" }, ["ci-1"]],
    ["ci.created", null, { type: "software_instance" }, []],
    ["ci.deleted", { type: "server" }, null, []],
    ["relationship.created", null, relationship("depends_on"), ["s", "t"]],
    ["relationship.deleted", relationship("Installed On"), null, ["t"]],
    ["relationship.created", null, relationship("Instance Of"), ["s"]],
  ])("of %s are the CIs whose texts change", (kind, before, after, ids) => {
    expect(marksOf(change(kind, before, after)).map(({ ciId }) => ciId)).toEqual(ids);
  });

  test("tell of a new name", () => {
    const renamed = change("ci.updated", { name: "a", type: "server" }, { name: "b", type: "server" });
    const same = change("ci.updated", { name: "a", type: "server" }, { name: "a", type: "server" });
    expect([marksOf(renamed), marksOf(same)]).toMatchObject([[{ renamed: true }], [{ renamed: false }]]);
  });
});

describe("the vector of a search text", () => {
  const use = { tenantId: "t", queryId: "q", model: "stand-in-1", dimensions: 8 };
  const log = createLogger("silent");

  test("is asked for once, for each tenant and model", async () => {
    const embedder = standInEmbedder(8);
    const embedQuery = createEmbedQuery({ embedder, log });
    for (const tenantId of ["t", "t", "u"]) await embedQuery("text", { ...use, tenantId });
    await embedQuery("text", { ...use, model: "older" });
    expect(embedder.asked.map(({ model }) => model)).toEqual(["stand-in-1", "stand-in-1", "older"]);
  });

  test.each([
    ["fails", { fault: "failed" as const }],
    ["gives another length", { dimensions: 9 }],
  ])("is missing where the model %s", async (_, fault) => {
    const embedder = Object.assign(standInEmbedder(8), fault);
    expect(await createEmbedQuery({ embedder, log })("text", use)).toBeUndefined();
  });
});
