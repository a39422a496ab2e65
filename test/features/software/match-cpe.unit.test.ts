import { describe, expect, test } from "vitest";
import { createCpeIndexBuilder } from "../../../src/features/software/engine/cpe/cpe-index.ts";
import { matchCpes, matchSubjectsAsync, subjectOf } from "../../../src/features/software/engine/cpe/match-cpe.ts";
import type { SoftwareName } from "../../../src/features/software/engine/names/name-forms.ts";
import { cpe, dictionaryOf, madeUpKnowledge } from "./unit-support.ts";

const knowledge = madeUpKnowledge(
  ["Browsers", { name: "Lantern", vendor: "Example Systems", cpe: ["example:lantern", "old_example:lantern_browser"] }],
  ["Enterprise Applications", { name: "Ticketer", vendor: "Example Systems", cpe: ["example:ticketer"] }],
  ["Runtime Environments", { name: "Example Redistributable", vendor: "Example Systems", kind: "component" }],
  ["Utilities", { name: "Nopair", vendor: "Example Systems", cpe: [] }],
  ["Runtime Environments", { name: "Java SE", vendor: "Oracle", names: ["Java"], cpe: ["oracle:jre"] }],
);
const dictionary = dictionaryOf(
  "example:lantern",
  "example:ticketer",
  "oracle:jre:1.8.0",
  "paperworks:sheeter:2.1",
  "gnu:twofold",
  "kde:twofold",
  "solo_project:solo",
  "notes:notes",
  "winder:winder",
  { cpeName: "cpe:2.3:a:blogpress:gallery:1.0:*:*:*:*:wordpress:*:*", deprecated: false },
  { cpeName: "cpe:2.3:a:quartz:lint:*:*:*:*:*:visual_studio_code:*:*", deprecated: false },
  { cpeName: "cpe:2.3:a:quartz:pyquartz:*:*:*:*:*:python:*:*", deprecated: false },
  { cpeName: cpe("oldco:renamed:1.0"), deprecated: true, deprecatedBy: [cpe("newco:renamed:1.0")] },
  { cpeName: cpe("newco:renamed:1.0"), deprecated: false },
  { cpeName: cpe("zqworks:report_center"), deprecated: false, title: "Zqworks Report Design Center" },
);
const match = (item: SoftwareName) =>
  matchCpes([{ platform: "windows_program", ...item }], knowledge, dictionary.find)[0]!;

describe("matchCpes", () => {
  test("leaves the version of a Debian metapackage open, and says why", () => {
    const found = match({ name: "solo", vendor: "Debian Solo Team", platform: "deb", version: "2:8.2+93+deb12u1" });
    expect(found).toMatchObject({ name: cpe("solo_project:solo"), match: "product" });
    expect(found.reasons.at(-1)).toContain("a metapackage, which holds nothing of the product: 2:8.2+93+deb12u1");
    expect(match({ name: "solo", platform: "deb", version: "8.2+93-1" }).match).toBe("exact");
  });

  test("returns the pair of a known product with the version", () => {
    expect(match({ name: "Lantern 12.1 (x64)", vendor: "Example Systems, Inc.", version: "12.1.3" })).toMatchObject({
      name: "cpe:2.3:a:example:lantern:12.1.3:*:*:*:*:*:*:*",
      match: "exact",
    });
  });

  test("leaves an unknown version open", () => {
    expect(match({ name: "Lantern", version: "latest" })).toMatchObject({
      name: cpe("example:lantern"),
      match: "product",
    });
    expect(match({ name: "Lantern 7" }).name).toBe(cpe("example:lantern"));
    expect(match({ name: "Lantern 7.2.1" })).toMatchObject({ match: "exact", name: cpe("example:lantern:7.2.1") });
  });

  test("matches a dictionary entry by vendor and product", () => {
    const found = match({ name: "Sheeter 2.1", vendor: "Paperworks Ltd.", version: "2.1" });
    expect(found).toMatchObject({ name: cpe("paperworks:sheeter:2.1"), method: "version", match: "exact" });
    expect(match({ name: "Sheeter", vendor: "Paperworks", version: "9.9" }).method).toBe("vendor_product");
    expect(match({ name: "Paperworks Sheeter", version: "2.1" }).name).toBe(cpe("paperworks:sheeter:2.1"));
  });

  test("finds by full name what no key finds", () => {
    const found = match({ name: "Zqworks Report Center Design", vendor: "Zqworks", version: "1.0" });
    expect(found).toMatchObject({ name: cpe("zqworks:report_center:1.0"), method: "full_name" });
  });

  test.each([
    ["another maker's product", { name: "Sheeter", vendor: "Elsewhere Inc.", version: "2.1" }],
    ["a word of every day", { name: "Notes", version: "1" }],
    ["several makers alike", { name: "twofold", platform: "deb" as const, version: "1" }],
    ["an update", { name: "Security Update for Lantern (KB123456)", version: "1" }],
    ["an updater", { name: "Winder Update Helper", version: "1" }],
    ["a known component", { name: "Example Redistributable", version: "1" }],
    ["a product known to have none", { name: "Nopair", version: "1" }],
    ["a plug-in of another host", { name: "Gallery", vendor: "Blogpress", version: "1.0" }],
    ["a package for documentation", { name: "winder-doc", platform: "deb" as const, version: "1" }],
  ])("returns no name for %s", (_, item) => {
    expect(match(item)).toMatchObject({ name: null, match: "none", method: null });
  });

  test("never returns an application's name for a library or extension", () => {
    expect(match({ name: "ticketer", platform: "python", version: "1" }).name).toBeNull();
    expect(
      match({ name: "example.ticketer", vendor: "Example", platform: "vscode_extension", version: "1" }).name,
    ).toBeNull();
    expect(
      match({ name: "winder.winder", vendor: "Winder", platform: "vscode_extension", version: "1" }).name,
    ).toBeNull();
    expect(match({ name: "Winder - best winder", platform: "chrome_extension", version: "1" }).name).toBeNull();
  });

  test("returns names of libraries and extensions with their host", () => {
    expect(match({ name: "pyquartz", platform: "python", version: "1.0b2" }).name).toBe(
      "cpe:2.3:a:quartz:pyquartz:1.0:beta2:*:*:*:python:*:*",
    );
    expect(match({ name: "quartz.vscode-lint", platform: "vscode_extension", version: "3" }).name).toBe(
      "cpe:2.3:a:quartz:lint:3:*:*:*:*:visual_studio_code:*:*",
    );
  });

  test("replaces deprecated names by their successors", () => {
    const found = match({ name: "Renamed", vendor: "Oldco", version: "1.0" });
    expect(found.name).toBe(cpe("newco:renamed:1.0"));
  });

  test("matches packages regardless of the maintainer", () => {
    expect(match({ name: "solo", vendor: "Debian Solo Team", platform: "deb", version: "1:2.0~rc1+dfsg-3" }).name).toBe(
      "cpe:2.3:a:solo_project:solo:2.0:rc1:*:*:*:*:*:*",
    );
  });

  test("rewrites versions by the vendor's version scheme", () => {
    expect(match({ name: "Java 8 Update 291", vendor: "Oracle Corporation", version: "8.0.2910.10" }).name).toBe(
      "cpe:2.3:a:oracle:jre:1.8.0:update291:*:*:*:*:*:*",
    );
  });

  test("prefers a full version in the name to an installer's own numbering", () => {
    expect(match({ name: "Lantern - 6.0.20 (x64)", version: "48.83.62510" }).name).toBe(cpe("example:lantern:6.0.20"));
    expect(match({ name: "Lantern 6.0.20", version: "6.0.20.23322" }).name).toBe(cpe("example:lantern:6.0.20.23322"));
    expect(match({ name: "Lantern 2022.3.2", version: "223.8617.56" }).name).toBe(cpe("example:lantern:223.8617.56"));
  });

  test("matchSubjectsAsync returns the same as matchCpes, with at most two batches of queries", async () => {
    const items: SoftwareName[] = [
      { name: "Sheeter", vendor: "Paperworks", version: "2.1", platform: "windows_program" },
      { name: "Zqworks Report Center Design", vendor: "Zqworks", platform: "windows_program" },
      { name: "Unheard Of Program", platform: "windows_program" },
    ];
    let asked = 0;
    const subjects = items.map((item) => subjectOf(item, knowledge));
    const later = await matchSubjectsAsync(subjects, knowledge, async (queries) => {
      asked++;
      return dictionary.find(queries);
    });
    expect(later).toEqual(matchCpes(items, knowledge, dictionary.find));
    expect(asked).toBeLessThanOrEqual(2);
  });
});

describe("createCpeIndexBuilder", () => {
  test("counts names and pairs, and refuses malformed names", () => {
    const builder = createCpeIndexBuilder();
    builder.add({ cpeName: cpe("a:b:1"), deprecated: false });
    builder.add({ cpeName: cpe("a:b:2"), deprecated: false });
    builder.add({ cpeName: "cpe:2.3:a:broken", deprecated: false });
    builder.add({ cpeName: "nonsense", deprecated: false });
    const index = builder.finish();
    expect([index.names, index.pairs, index.refused]).toEqual([2, 1, 2]);
  });

  test("returns the queried versions that it has, unescaped", () => {
    const index = dictionaryOf("cpe:2.3:a:ex:tool\\+\\+:1.0\\(2\\):rc1:*:*:*:*:*:*");
    const query = { pairs: [{ vendor: "ex", product: "tool++" }], keys: [], words: [] };
    const [found] = index.find([{ ...query, versions: [{ version: "1.0(2)", update: "rc1" }, { version: "9" }] }]);
    expect(found).toMatchObject([
      { vendor: "ex", product: "tool++", versions: [{ version: "1.0(2)", update: "rc1" }] },
    ]);
  });
});
