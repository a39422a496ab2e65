import { describe, expect, test } from "vitest";
import { matchCpes, subjectOf, whyNoCpe } from "../../../src/features/software/engine/cpe/match-cpe.ts";
import type { SoftwareName } from "../../../src/features/software/engine/names/name-forms.ts";
import { cpe, dictionaryOf, madeUpKnowledge } from "./unit-support.ts";

const knowledge = madeUpKnowledge(
  [
    "Office Productivity",
    {
      name: "Papyrus Reader",
      vendor: "Papyrus Works",
      names: ["Papyrus Reader Cloud"],
      cpe: ["papyrus:reader_cloud", "papyrus:reader", "scrollsoft:reader"],
      generations: { "papyrus:reader": 11, "scrollsoft:reader": 6 },
    },
  ],
  ["Utilities", { name: "Winder Update Assistant", vendor: "Winder", cpe: ["winder:update_assistant"] }],
  ["Utilities", { name: "Winder", vendor: "Winder", cpe: ["winder:winder"] }],
  ["Development Tools", { name: "Packsmith", vendor: "Smithery", names: ["Packsmith Installer"] }],
  ["Development Tools", { name: "Packsmith Setup", vendor: "Smithery", cpe: ["smithery:packsmith_setup"] }],
  ["Monitoring Tools", { name: "Watchful Agent", vendor: "Watchful", vendors: ["Watchful Inc."], cpe: [] }],
  ["Monitoring Tools", { name: "Watchful Probe", vendor: "Watchful", cpe: [], kind: "component" }],
  ["Development Tools", { name: "Looper", vendor: "Loopers", packages: { deb: ["looper"] }, cpe: ["loopers:looper"] }],
);
const dictionary = dictionaryOf(
  "papyrus:reader_cloud:23.1",
  "papyrus:reader:9.5",
  "papyrus:reader:11.0",
  "scrollsoft:reader:6.0",
  "winder:update_assistant",
  "winder:winder",
  "smithery:packsmith",
  "smithery:packsmith_setup",
  "watchful:watchful_agent:3.1",
  "elsewhere:watchful_agent:3.1",
  "watchful:agent:3.1",
  "watchful:watchful_probe",
  "loopers:looper",
  "loopers:vscode-looper",
  "elsewhere:vscode-threader",
);
const match = (item: SoftwareName, index = dictionary) =>
  matchCpes([{ platform: "windows_program", ...item }], knowledge, index.find)[0]!;

describe("generations of a product", () => {
  test.each([
    ["23.003.20284", "papyrus:reader_cloud"],
    ["12.0", "papyrus:reader_cloud"],
    ["11.0.23", "papyrus:reader"],
    ["7.0", "papyrus:reader"],
    ["6.0.1", "scrollsoft:reader"],
    ["5.1", "scrollsoft:reader"],
  ])("version %s is one of %s", (version, pair) => {
    expect(match({ name: "Papyrus Reader", vendor: "Papyrus Works", version }).name).toBe(cpe(`${pair}:${version}`));
  });

  test.each([
    ["Papyrus Reader 9", "papyrus:reader"],
    ["Papyrus Reader XI", "papyrus:reader"],
    ["Papyrus Reader VI", "scrollsoft:reader"],
    ["Papyrus Reader 2023", "papyrus:reader_cloud"],
    ["Papyrus Reader", "papyrus:reader_cloud"],
  ])("without a version, %s is of the generation that its name tells", (name, pair) => {
    expect(match({ name, vendor: "Papyrus Works" })).toMatchObject({ name: cpe(pair), match: "product" });
  });

  test("the version decides where the name tells another number", () => {
    const found = match({ name: "Papyrus Reader 9", vendor: "Papyrus Works", version: "23.1" });
    expect(found.name).toBe(cpe("papyrus:reader_cloud:23.1"));
  });
});

describe("installers and updaters", () => {
  test.each([
    "Winder Installer",
    "Winder Setup",
    "Winder Updater",
    "Winder Auto Update",
    "Winder Maintenance Service",
    "Uninstall Winder",
  ])("%s has no name of the product that it serves", (name) => {
    const found = match({ name, vendor: "Winder", version: "1.0" });
    expect(found).toMatchObject({ name: null, match: "none" });
    expect(found.reasons.join(" ")).toMatch(/^an (?:installer|update service) has no CPE$/);
  });

  test("one that is a product of its own has that product's name", () => {
    const assistant = match({ name: "Winder Update Assistant", vendor: "Winder", version: "1.4" });
    expect(assistant.name).toBe(cpe("winder:update_assistant:1.4"));
    const setup = match({ name: "Packsmith Setup", vendor: "Smithery", version: "2.0" });
    expect(setup.name).toBe(cpe("smithery:packsmith_setup:2.0"));
  });

  test("one that is only a spelling of a product has none", () => {
    expect(match({ name: "Packsmith Installer", vendor: "Smithery", version: "2.0" }).name).toBeNull();
    expect(whyNoCpe(subjectOf({ name: "Packsmith Installer" }, knowledge).identified)).toBe("an installer has no CPE");
  });
});

describe("products that the knowledge gives no pair", () => {
  test("have the name under which the dictionary has come to list them", () => {
    const found = match({ name: "Watchful Agent 3.1", vendor: "Watchful Inc.", version: "3.1" });
    expect(found).toMatchObject({ name: cpe("watchful:watchful_agent:3.1"), match: "exact" });
  });

  test("have none if only another vendor lists the name, or their vendor another product", () => {
    const others = dictionaryOf("elsewhere:watchful_agent:3.1", "watchful:agent_manager:3.1");
    const found = match({ name: "Watchful Agent", vendor: "Watchful Inc.", version: "3.1" }, others);
    expect(found).toMatchObject({ name: null, match: "none", candidates: [] });
    expect(found.reasons).toEqual(["Watchful Agent is known to have no CPE"]);
  });

  test("have none if they are components", () => {
    expect(match({ name: "Watchful Probe", vendor: "Watchful", version: "1" }).name).toBeNull();
  });
});

describe("extensions whose dictionary entry is named after their editor", () => {
  const extension = (name: string, vendor: string) =>
    match({ name, vendor, version: "1.2.0", platform: "vscode_extension" });

  test("have that entry, though an application bears the rest of the name", () => {
    expect(extension("loopers.vscode-looper", "Loopers").name).toBe(cpe("loopers:vscode-looper:1.2.0"));
    expect(extension("loopers.looper", "Loopers").name).toBe(cpe("loopers:vscode-looper:1.2.0"));
  });

  test("have none of another vendor's", () => {
    expect(extension("loopers.vscode-threader", "Loopers").name).toBeNull();
    expect(extension("stranger.vscode-looper", "Stranger").name).toBeNull();
  });
});
