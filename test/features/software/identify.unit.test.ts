import { describe, expect, test } from "vitest";
import { identifySoftware } from "../../../src/features/software/engine/identify.ts";
import { familyByName } from "../../../src/features/software/engine/knowledge/families.ts";
import type { SoftwarePlatform } from "../../../src/features/software/engine/platforms.ts";
import { madeUpKnowledge } from "./unit-support.ts";

const knowledge = madeUpKnowledge(
  ["Browsers", { name: "Lantern Browser", vendor: "Example Systems", vendors: ["Old Example"], names: ["Lantern"] }],
  ["Office Productivity", { name: "Lantern", vendor: "Other Works", platforms: ["macos_app"] }],
  [
    "Databases",
    { name: "QuartzBase", vendor: "Quartz Project", packages: { deb: ["quartz-server"], python: ["quartz-client"] } },
  ],
  ["Security Software", { name: "Example Shield", vendor: "Example Systems" }],
  ["Operating Systems", { name: "Windows 10", vendor: "Microsoft", kind: "os" }],
  ["Enterprise Applications", { name: "Zylph", vendor: "" }],
);
const identify = (name: string, vendor?: string, platform?: SoftwarePlatform) =>
  identifySoftware({ name, vendor, platform }, knowledge);

describe("identifySoftware", () => {
  test("finds a known product by all its names, with versions and architecture", () => {
    const found = identify("Lantern Browser 12.1 (x64)", "Example Systems, Inc.", "windows_program");
    expect(found).toMatchObject({
      normalizedName: "Lantern Browser",
      software: { name: "Lantern Browser", vendor: "Example Systems" },
      family: "Browsers",
      kind: "application",
    });
    expect(found.confidence).toBeGreaterThan(0.9);
    expect(found.reasons).toContain("maker agrees");
  });

  test("takes a product listed without a maker for that of the maker called after it", () => {
    expect(identify("Zylph 2.1", "The Zylph Consortium", "windows_program").family).toBe("Enterprise Applications");
    expect(identify("Zylph 2.1", "Other Works", "windows_program").product).toBeUndefined();
  });

  test("takes the team that is called after a product for its maker", () => {
    expect(identify("Lantern Browser 2.1", "The Lantern Browser Team", "windows_program").reasons).toContain(
      "maker agrees",
    );
    expect(identify("Lantern Browser 2.1", "Lantern Browser Trade", "windows_program").reasons).toContain(
      "maker differs",
    );
  });

  test("accepts a former vendor, and a program name without the vendor's name", () => {
    expect(identify("Lantern", "Old Example", "windows_program").software.name).toBe("Lantern Browser");
    expect(identify("Shield 3", "Example Systems", "windows_program").software.name).toBe("Example Shield");
  });

  test("applies an entry for one platform on that platform only", () => {
    expect(identify("Lantern.app", undefined, "macos_app").software.vendor).toBe("Other Works");
    expect(identify("Lantern", undefined, "windows_program").software.vendor).toBe("Example Systems");
  });

  test("does not match a short name with another vendor", () => {
    expect(identify("Shield", "Elsewhere GmbH", "windows_program").product).toBeUndefined();
  });

  test("finds packages by name, regardless of the maintainer", () => {
    expect(identify("quartz-server-12", "Debian Quartz Maintainers", "deb").software.name).toBe("QuartzBase");
  });

  test("finds a library only by names of its own registry", () => {
    expect(identify("QuartzBase", undefined, "python").product).toBeUndefined();
    expect(identify("quartz-client", undefined, "python").software.name).toBe("QuartzBase");
  });

  test.each([
    ["Example Antivirus Plus", "Security Software"],
    ["Example Web Browser", "Browsers"],
    ["Example SDK", "Development Tools"],
    ["Example Visual Redistributable (x64)", "Runtime Environments"],
    ["Example Media Player", "Multimedia"],
    ["Example Database Server", "Databases"],
    ["Example Graphics Driver 531.79", "Utilities"],
    ["Example Service Desk", "Enterprise Applications"],
    ["Example HTTP Server", "Web Servers"],
    ["Example Monitoring Agent", "Monitoring Tools"],
    ["Example Hypervisor", "Virtualization"],
    ["Windows Server 2022 Datacenter", "Operating Systems"],
    ["Example Spreadsheet", "Office Productivity"],
  ])("guesses the family of an unknown product from its words: %s", (name, family) => {
    const found = identify(name);
    expect(found.family).toBe(family);
    expect(found.product).toBeUndefined();
    expect(found.familyConfidence).toBeLessThan(0.8);
  });

  test.each([
    ["Blurb", "Example Systems Deutschland GmbH", "Example Systems"],
    ["Blurb", "Example Systems International Group", "Example Systems"],
    ["Example Systems Blurb", "Example Systems Solutions Ltd", "Example Systems"],
    ["Blurb", "Example Systems Solutions Ltd", "Example Systems Solutions"],
    ["Blurb", "Unheard Deutschland GmbH", "Unheard Deutschland"],
  ])("names the known maker that the maker of %s, %s, is a part of", (name, vendor, expected) => {
    expect(identify(name, vendor).software.vendor).toBe(expected);
  });

  test("names a former maker of several makers' products by itself", () => {
    const sold = madeUpKnowledge(
      ["Utilities", { name: "A", vendor: "Buyer One", vendors: ["Seller Works, Inc.", "Old Buyer"] }],
      ["Utilities", { name: "B", vendor: "Buyer Two", vendors: ["Seller Works"] }],
    );
    const vendorOf = (vendor: string) => identifySoftware({ name: "Zxqv", vendor }, sold).software.vendor;
    expect(vendorOf("Seller Works Ltd")).toBe("Seller Works");
    expect(vendorOf("Old Buyer")).toBe("Buyer One");
  });

  test("spells the name inside an identifier as its product does, and prefers the desktop's program", () => {
    const programs = madeUpKnowledge(
      ["Office Productivity", { name: "LumeWriter", vendor: "Lume Foundation" }],
      ["Utilities", { name: "GNOME Abacus", vendor: "GNOME Project" }],
      ["Utilities", { name: "Other Abacus", vendor: "Other Works", names: ["Abacus"] }],
    );
    const found = (name: string) => identifySoftware({ name }, programs);
    expect(found("org.lumewriter.LumeWriter").normalizedName).toBe("LumeWriter");
    expect(found("org.gnome.Abacus").product?.name).toBe("GNOME Abacus");
  });

  test("reads the maker from the name where none is reported", () => {
    const sheets = madeUpKnowledge(
      ["Databases", { name: "Table Modeller", vendor: "Lume Foundation" }],
      ["Security Software", { name: "Gate Keeper", vendor: "Fence Works" }],
      ["Security Software", { name: "Gate Warden", vendor: "Fence Works" }],
    );
    const found = (name: string, platform?: SoftwarePlatform) => identifySoftware({ name, platform }, sheets);
    expect(found("Lume Foundation Table Modeller (x86)").product?.name).toBe("Table Modeller");
    expect(found("Unheard Table Modeller").product).toBeUndefined();
    expect(found("Lume Foundation Table Modeller Freeware").family).toBe("Databases");
    expect(found("Fence Works Zxqv").family).toBe("Security Software");
    expect(found("fence-works-zxqv", "deb").family).toBeNull();
  });

  test("takes a long word that names one product for its line", () => {
    const calls = madeUpKnowledge(["Office Productivity", { name: "TalkTogether", vendor: "Lume Foundation" }]);
    expect(identifySoftware({ name: "TalkTogether Zxqv" }, calls).family).toBe("Office Productivity");
  });

  test("takes a service pack by its product's name for the product, and a package for its line before a library", () => {
    const sheets = madeUpKnowledge([
      "Office Productivity",
      { name: "LibreSheets", vendor: "Lume Foundation", packages: { deb: ["libresheets"] } },
    ]);
    const familyOf = (name: string, platform?: SoftwarePlatform) => identifySoftware({ name, platform }, sheets).family;
    expect(familyOf("LibreSheets 3.0 Service Pack 1 (KB949258)")).toBe("Office Productivity");
    expect(familyOf("libresheets7.5-menus", "deb")).toBe("Office Productivity");
    expect(familyOf("libzxqv7", "deb")).toBe("Runtime Environments");
  });

  test("takes an update of a product's part for one of the product", () => {
    const office = madeUpKnowledge(["Office Productivity", { name: "Sheet Suite", vendor: "Lume Foundation" }]);
    const update = "Service Pack 2 for Sheet Suite for Client Applications (KB2687471) 32-Bit Edition";
    expect(identifySoftware({ name: update }, office).family).toBe("Office Productivity");
  });

  test("takes a number between a known product's name and a part's words for a version", () => {
    const viewers = madeUpKnowledge(["Office Productivity", { name: "Sheet Architect", vendor: "Lume Foundation" }]);
    const nameOf = (name: string) => identifySoftware({ name }, viewers).normalizedName;
    expect(nameOf("Sheet Architect 9 View Module")).toBe("Sheet Architect View Module");
    expect(nameOf("Team Citadel 2 Dedicated Server")).toBe("Team Citadel 2 Dedicated Server");
    expect(nameOf("Sheet Architect 2 Dedicated Server")).toBe("Sheet Architect 2 Dedicated Server");
  });

  test("takes an appliance's system with a further word, and a product without its vendor's name, for a line", () => {
    const lines = madeUpKnowledge(
      ["Operating Systems", { name: "FenceOS", vendor: "Fence Works", kind: "os", part: "o" }],
      ["Monitoring Tools", { name: "Control Centre Watcher", vendor: "Fence Works" }],
      ["Security Software", { name: "Fence Shield", vendor: "Fence Works" }],
    );
    const familyOf = (name: string, platform: SoftwarePlatform) =>
      identifySoftware({ name, vendor: "Fence Works", platform }, lines).family;
    expect(familyOf("FenceOS Enhanced 6.5", "other")).toBe("Operating Systems");
    expect(familyOf("FenceOS Enhanced Zxqv", "windows_program")).not.toBe("Operating Systems");
    expect(familyOf("Fence Control Centre Watcher Zxqv", "windows_program")).toBe("Monitoring Tools");
  });

  test("takes the family of the vendor's other products if the name gives no evidence", () => {
    const shields = madeUpKnowledge(
      ["Security Software", { name: "A", vendor: "Shield Works", vendors: ["Old Shield"] }],
      ["Security Software", { name: "B", vendor: "Shield Works" }],
    );
    for (const vendor of ["Shield Works, Inc.", "Old Shield"]) {
      const found = identifySoftware({ name: "Zxqv", vendor }, shields);
      expect(found).toMatchObject({ family: "Security Software", familyConfidence: 0.4 });
    }
  });

  test("returns no family without evidence", () => {
    expect(identify("Zxqv")).toMatchObject({ family: null, familyConfidence: 0 });
  });

  test.each([
    ["Security Update for Example (KB2079403)", "os_update"],
    ["Example Updater", "update_service"],
    ["Example Office Language Pack 2016 - German", "language_pack"],
    ["Uninstall Example", "installer"],
    ["Example Printer Driver", "driver"],
    ["Plugin for Example Office", "add_on"],
    ["Example Tool", "application"],
    ["Example Server 2016 Cumulative Update 23", "application"],
  ])("classifies %s as %s", (name, kind) => {
    expect(identify(name, undefined, "windows_program").kind).toBe(kind);
  });

  test.each<[string, SoftwarePlatform, string]>([
    ["Example Tool", "windows_program", "application"],
    ["Update for Example (KB2079403)", "windows_program", "update"],
    ["Sicherheitsupdate für Example (KB2079403)", "windows_program", "update"],
    ["Example Updater", "windows_program", "updater"],
    ["Example Deployment Tool", "windows_program", "installer"],
    ["Example Druckertreiber", "windows_program", "driver"],
    ["Example Smart Card Minidriver", "windows_program", "driver"],
    ["Example Plugin for Example Update", "windows_program", "add_on"],
    ["gnome-shell-extension-zxqv-icons", "deb", "add_on"],
    ["zxqv-devtools", "deb", "sdk"],
    ["Example Word MUI (French) 2013", "windows_program", "language_pack"],
    ["Example C++ 2015 Redistributable (x64)", "windows_program", "runtime"],
    ["Example Runtime 4.2", "windows_program", "runtime"],
    ["libzxqv3", "deb", "library"],
    ["zxqv-devel", "rpm", "sdk"],
    ["linux-modules-6.1.0-13-amd64", "deb", "os_component"],
    ["zxqv", "npm", "library"],
    ["someone.zxqv", "vscode_extension", "extension"],
  ])("shows %s of %s as %s", (name, platform, thing) => {
    expect(identify(name, undefined, platform).thing).toBe(thing);
  });

  test.each([
    ["kernel-modules-6.1.0-13", "Operating Systems"],
    ["libzxqv-dev", "Development Tools"],
    ["Sicherheitsupdate für Zxqv", "Operating Systems"],
    ["Zxqv ODBC Driver 2.1", "Databases"],
    ["Zxqv for Excel", "Office Productivity"],
    ["Zxqv Finanzbuchhaltung", "Enterprise Applications"],
  ])("finds the family of %s by kind and words: %s", (name, family) => {
    expect(identify(name).family).toBe(family);
  });
});

test("familyByName ignores case and separators, and knows only the 13 families", () => {
  expect(familyByName("  web_servers ")).toBe("Web Servers");
  expect(familyByName("Toys")).toBeUndefined();
});
