import { expect, test } from "vitest";
import { identifySoftware } from "../../../src/features/software/engine/identify.ts";
import type { SoftwareFamilyName } from "../../../src/features/software/engine/knowledge/families.ts";
import { knowledgeOf } from "../../../src/features/software/engine/knowledge/knowledge.ts";
import { familyOfPackageName, familyOfTeam } from "../../../src/features/software/engine/knowledge/package-families.ts";
import type { SoftwarePlatform } from "../../../src/features/software/engine/platforms.ts";

const knowledge = knowledgeOf(
  [
    {
      family: "Utilities",
      line: { name: "Fetcher", vendor: "Fetch Project", packages: { deb: ["libfetcher4", "fetcher"] } },
    },
    { family: "Utilities", line: { name: "Commander", vendor: "Other Maker" } },
    { family: "Browsers", line: { name: "Surfboard", vendor: "Other Maker" } },
    { family: "Virtualization", line: { name: "GNOME Crates", vendor: "Other Maker" } },
    { family: "Development Tools", line: { name: "Press Studio", vendor: "", packages: { macos_bundle: ["studio"] } } },
    { family: "Databases", line: { name: "Tabulous", vendor: "Single Maker" } },
    { family: "Operating Systems", line: { name: "Pureflow", vendor: "Array Maker", kind: "os" } },
    { family: "Monitoring Tools", line: { name: "Gaugeline", vendor: "Renamed Maker" } },
    { family: "Multimedia", line: { name: "Photographeon", vendor: "Zorvex" } },
    { family: "Utilities", line: { name: "Packager Kit", vendor: "Other Maker", packages: { deb: ["gir-zorgkit"] } } },
  ],
  {
    vendors: [
      { vendor: "Later Maker", aliases: ["Renamed Maker", "Bought Maker"] },
      { vendor: "Zorvex", family: "Enterprise Applications" },
      { vendor: "Quest Zorg", family: "Monitoring Tools" },
      { vendor: "Zorguard", family: "Security Software" },
      { vendor: "Zorgware", family: "Utilities" },
      { vendor: "Zorgsoft", aliases: ["例子"], family: "Enterprise Applications" },
    ],
  },
);
const familyOf = (name: string, vendor?: string, platform?: SoftwarePlatform) =>
  identifySoftware({ name, vendor, platform }, knowledge).family;

test.each<[string, SoftwareFamilyName]>([
  ["node-zorg", "Runtime Environments"],
  ["rubygem-zorg", "Runtime Environments"],
  ["gir1.2-zorg-1.0", "Runtime Environments"],
  ["zorg-libs", "Runtime Environments"],
  ["gcc-12-base", "Development Tools"],
  ["g++-12-sparc64-linux-gnu", "Development Tools"],
  ["elpa-zorg", "Development Tools"],
  ["libapache2-mod-zorg", "Web Servers"],
  ["webext-zorg", "Browsers"],
  ["texlive-zorg", "Office Productivity"],
  ["gnome-zorg", "Utilities"],
  ["zorg-release", "Operating Systems"],
  ["zorg-archive-keyring", "Operating Systems"],
  ["yast2-zorg", "Operating Systems"],
  ["docbook-zorg", "Development Tools"],
  ["zorg-pom", "Development Tools"],
  ["zorg-qt5", "Runtime Environments"],
])("the form of the package name %s says %s", (name, family) => {
  expect(familyOfPackageName(name)).toBe(family);
  for (const platform of ["deb", "rpm"] as const) expect(familyOf(name, undefined, platform)).toBe(family);
});

test.each(["setup", "patterns-zorg-desktop", "base-files"])("the package %s is of a distribution's base", (name) => {
  expect(familyOf(name, undefined, "rpm")).toBe("Operating Systems");
  expect(familyOf(name, undefined, "windows_program")).not.toBe("Operating Systems");
});

test("the form of a package's name says nothing of a program's", () => {
  expect(familyOfPackageName("zorg")).toBeUndefined();
  expect(familyOf("Node Zorg", undefined, "windows_program")).toBeNull();
});

test.each<[string, SoftwareFamilyName | undefined]>([
  ["Debian Games Team", "Multimedia"],
  ["Debian Java Maintainers", "Runtime Environments"],
  ["Debian Security Tools <team@example.org>", "Security Software"],
  ["Debian Security Tools Packaging Team", "Security Software"],
  ["Debian GIS Project Team", "Enterprise Applications"],
  ["Debian Netfilter Packaging Team", "Security Software"],
  ["Debian Icinga Maintainers", "Monitoring Tools"],
  ["Debian Accessibility Team", "Utilities"],
  ["Games Unlimited", undefined],
])("what the packagers %s maintain is of %s", (vendor, family) => {
  expect(familyOfTeam(vendor)).toBe(family);
});

test("packagers say the family of what nothing else does", () => {
  expect(familyOf("zorg", "Debian Games Team", "deb")).toBe("Multimedia");
  expect(familyOf("zorg-libs", "Debian Games Team", "deb")).toBe("Runtime Environments");
});

test("a part of a known maker makes what the maker makes", () => {
  expect(familyOf("Blurb", "Zorvex Process Solutions GmbH")).toBe("Enterprise Applications");
  expect(familyOf("Blurb", "Zorvexia GmbH")).toBeNull();
});

test.each<[string, SoftwareFamilyName | null]>([
  ["Zorg Medical Solutions GmbH", "Enterprise Applications"],
  ["Zorg Messtechnik GmbH", "Enterprise Applications"],
  ["Zorg Instruments AG", "Enterprise Applications"],
  ["Zorg Corps of Engineers", "Enterprise Applications"],
  ["Zorg Graphics", "Multimedia"],
  ["Zorg Semiconductor", "Utilities"],
  ["Bank of Zorg", "Enterprise Applications"],
  ["Zorg Oy", null],
])("a maker named after a trade, %s, makes what that trade needs", (vendor, family) => {
  expect(familyOf("Blurb", vendor)).toBe(family);
});

test("a shared library is a runtime, whatever its words", () => {
  expect(familyOf("libzorg-container1.74.0", undefined, "deb")).toBe("Runtime Environments");
  expect(familyOf("libzorg-firewall3:amd64", undefined, "deb")).toBe("Runtime Environments");
  expect(familyOf("zorg-firewall", undefined, "deb")).toBe("Security Software");
});

test("the form of a language's package says more than a light word of its name", () => {
  expect(familyOf("python3-zorg-dashboard", undefined, "deb")).toBe("Runtime Environments");
  expect(familyOf("libzorg-scanner-perl", undefined, "deb")).toBe("Runtime Environments");
  expect(familyOf("qml-module-org-zorg", "Debian Qt/KDE Maintainers", "deb")).toBe("Runtime Environments");
  expect(familyOf("zorg-dashboard", undefined, "deb")).toBe("Enterprise Applications");
});

test("a team that packages one kind of program says more than a light word of its name", () => {
  expect(familyOf("zorg-scanner", "Debian Security Tools Packaging Team", "deb")).toBe("Security Software");
  expect(familyOf("zorg-scanner", "Debian Astro Team", "deb")).toBe("Enterprise Applications");
  expect(familyOf("zorg-scanner", "Debian Printing Team", "deb")).toBe("Utilities");
  expect(familyOf("zorg-antivirus", "Debian Games Team", "deb")).toBe("Security Software");
});

test("the runtime of a known product is a runtime", () => {
  expect(familyOf("Commander Zorg", "Other Maker")).toBe("Utilities");
  expect(familyOf("Commander Zorg Runtime", "Other Maker")).toBe("Runtime Environments");
});

test("the launcher of a maker of games belongs to its games", () => {
  expect(familyOf("Zorg Launcher", "Zorg Imperium Games")).toBe("Multimedia");
  expect(familyOf("Zorg Launcher", "Zorg Oy")).toBe("Utilities");
  expect(familyOf("Zorg Firewall", "Zorg Imperium Games")).toBe("Security Software");
});

test("a vendor's own name is no word of its product", () => {
  expect(familyOf("Quest Zorg Blurb", "Quest Zorg")).toBe("Monitoring Tools");
});

test("what is left of a name without its vendor's names no other vendor's product", () => {
  expect(identifySoftware({ name: "Zorvex Commander", vendor: "Zorvex" }, knowledge).product).toBeUndefined();
});

test("a tool's library that a distribution packages is a runtime", () => {
  expect(familyOf("libfetcher4", undefined, "deb")).toBe("Runtime Environments");
  expect(familyOf("fetcher", undefined, "deb")).toBe("Utilities");
});

test.each<[string, SoftwareFamilyName]>([
  ["Zorg SDK", "Development Tools"],
  ["Zorg JVM", "Runtime Environments"],
  ["Zorg Plant Simulation", "Enterprise Applications"],
  ["Zorg Remastered", "Multimedia"],
  ["Zorg License Manager", "Enterprise Applications"],
  ["Zorg Desktop Licensing Service", "Enterprise Applications"],
  ["zorg-microcode", "Operating Systems"],
  ["ZORGMusic", "Multimedia"],
  ["ZorgTTY", "Utilities"],
  ["Zorgmail", "Office Productivity"],
  ["Zorg Taskbar", "Utilities"],
  ["Zorg Surveillance", "Security Software"],
  ["Zorg Family Tree", "Office Productivity"],
  ["Zorg Secure Access", "Security Software"],
  ["Zorg Wallet", "Utilities"],
  ["Zorgbench", "Utilities"],
  ["Zorg Trader", "Enterprise Applications"],
  ["Zorg Steuer", "Enterprise Applications"],
  ["Zorg 浏览器", "Browsers"],
  ["Zorg 输入法", "Utilities"],
  ["Zorg セキュリティ", "Security Software"],
  ["Zorg 백신", "Security Software"],
  ["Zorg 视频", "Multimedia"],
  ["Zorg 会計", "Enterprise Applications"],
  ["Zorg проигрыватель", "Multimedia"],
  ["Zorg 翻译", "Office Productivity"],
])("the words of %s say %s", (name, family) => {
  expect(familyOf(name)).toBe(family);
});

test.each<[string, SoftwareFamilyName]>([
  ["Aktualizace Blurb", "Utilities"],
  ["Mise à jour Blurb", "Utilities"],
  ["Blurb frissítés", "Utilities"],
  ["Blurb 更新", "Utilities"],
  ["Säkerhetsuppdatering för Surfboard (KB1234567)", "Browsers"],
  ["Aktualizace zabezpečení pro Surfboard (KB1234567)", "Browsers"],
  ["Обновление безопасности для Surfboard (KB1234567)", "Browsers"],
  ["Beveiligingsupdate voor Blurb (KB1234567)", "Operating Systems"],
  ["Blurb ovladač", "Utilities"],
  ["Blurb illesztőprogram", "Utilities"],
  ["Blurb ドライバー", "Utilities"],
])("the localised update or driver %s is of %s", (name, family) => {
  expect(familyOf(name)).toBe(family);
});

test("words that name a kind of thing outweigh what its maker makes", () => {
  expect(familyOf("Blurb Surveillance Client", "Zorvex")).toBe("Security Software");
  expect(familyOf("Blurb Terminal Emulator", "Zorvex")).toBe("Utilities");
  expect(familyOf("Blurb Dictation Station", "Zorvex")).toBe("Office Productivity");
});

test("a distribution's package is not an appliance's software of that name", () => {
  expect(familyOf("pureflow", undefined, "deb")).toBeNull();
  expect(familyOf("Pureflow", undefined, "appliance")).toBe("Operating Systems");
});

test("an identifier of a desktop is read as the desktop's program", () => {
  expect(familyOf("org.gnome.Crates")).toBe("Virtualization");
  expect(familyOf("org.gnome.Blurb")).toBe("Utilities");
  expect(familyOf("org.kde.blurb")).toBe("Utilities");
});

test("a common word at the end of an identifier names no package", () => {
  expect(familyOf("com.zorg.Studio", undefined, "macos_app")).toBeNull();
  expect(familyOf("studio", undefined, "macos_app")).toBe("Development Tools");
});

test.each<[string, SoftwareFamilyName]>([
  ["Zorg Audiometry", "Enterprise Applications"],
  ["Zorg Geotechnik", "Enterprise Applications"],
  ["Zorg Anwaltskanzlei", "Enterprise Applications"],
  ["Zorg Imposition", "Multimedia"],
  ["Zorg Contact Centre", "Enterprise Applications"],
  ["Zorg Sign", "Security Software"],
  ["Zorg Touchscreen", "Utilities"],
  ["Zorg Snapshot", "Utilities"],
  ["Zorg TN3270", "Utilities"],
  ["Zorg Wörterbuch", "Office Productivity"],
  ["Zorg Sudoku", "Multimedia"],
  ["Zorg Dock Firmware Installer", "Utilities"],
  ["Zorg Datenbankmodul", "Databases"],
])("a word of a trade or a device says what %s is", (name, family) => {
  expect(familyOf(name)).toBe(family);
});

test("a maker's only known product suggests what another of its programs is, after any word", () => {
  expect(familyOf("Blurb", "Single Maker")).toBe("Databases");
  expect(familyOf("Blurb Geotechnik", "Single Maker")).toBe("Enterprise Applications");
});

test.each(["Later Maker", "Renamed Maker", "Bought Maker Inc."])(
  "the one known product of a renamed maker says a family under each of the maker's names: %s",
  (vendor) => {
    expect(familyOf("Blurb", vendor)).toBe("Monitoring Tools");
  },
);

test("an author is no authentication", () => {
  expect(familyOf("Zorg Author")).toBeNull();
  expect(familyOf("Zorg Authlib")).toBe("Security Software");
});

test.each(["Windows-Treiberpaket - Zorg (usbser) Ports", "Zorg Druckertreiber"])("%s is a driver", (name) => {
  expect(familyOf(name, "Zorvex")).toBe("Utilities");
});

test("words of the vendor's own name count where nothing else does", () => {
  expect(familyOf("ZorgCAD for Blurb", "ZorgCAD Group")).toBe("Multimedia");
  expect(familyOf("Zorg for Blurb", "Zorg Group")).toBeNull();
});

test.each(["Zorg Client Proxy", "Zorg Container", "Zorg Minidriver", "Zorg Filter Driver"])(
  "%s of a maker of nothing but security software is part of it",
  (name) => {
    expect(familyOf(name, "Zorguard")).toBe("Security Software");
    expect(familyOf(name, "Zorgware")).not.toBe("Security Software");
  },
);

test("a word that decides by itself names another kind also with a maker of security software", () => {
  expect(familyOf("Zorg ODBC Driver", "Zorguard")).toBe("Databases");
});

test("packagers are no makers where the list does not tell that it holds packages", () => {
  expect(familyOf("zorg-siege", "Debian Games Team")).toBe("Multimedia");
  expect(familyOf("ruby-zorg", "Debian Ruby Team")).toBe("Runtime Environments");
});

test("a package of fonts serves no runtime that its name resembles", () => {
  expect(familyOf("fonts-zorg-mono", undefined, "deb")).toBe("Utilities");
});

test("a description of a library for other languages is a runtime, whatever the library's product", () => {
  expect(familyOf("gir1.2-zorgkit-1.0", undefined, "deb")).toBe("Runtime Environments");
});

test("the form of a toolchain's package says more than a light word of its name", () => {
  expect(familyOf("fp-units-db", undefined, "deb")).toBe("Development Tools");
  expect(familyOf("zorg-db", undefined, "deb")).toBe("Databases");
});

test("a tool for firmware is no operating system on a Windows host", () => {
  expect(familyOf("Zorg Firmware Recovery Agent", "Zorgware", "windows_program")).toBe("Utilities");
  expect(familyOf("Zorg Firmware", undefined, "appliance")).toBe("Operating Systems");
});

test("the long name of a product at the start says its family with its maker as well as without one", () => {
  expect(familyOf("Photographeon Blurb")).toBe("Multimedia");
  expect(familyOf("Photographeon Blurb", "Zorvex")).toBe("Multimedia");
});

test("a trade word between a maker and its product is the maker's", () => {
  expect(identifySoftware({ name: "Single Maker Software Tabulous" }, knowledge).product?.name).toBe("Tabulous");
});

test("an edition alone does not make a word its maker's program", () => {
  expect(familyOf("Zorvex Blurb", undefined, "macos_app")).toBe("Enterprise Applications");
  expect(familyOf("Zorvex Pro", undefined, "macos_app")).toBeNull();
});

test.each<[string, SoftwareFamilyName]>([
  ["Zorgcast", "Multimedia"],
  ["Zorgpdf", "Office Productivity"],
  ["Zorg2PDF", "Office Productivity"],
  ["Zorgpass", "Security Software"],
  ["Gitzorg", "Development Tools"],
  ["Zorgzip", "Utilities"],
  ["Zorgerp", "Enterprise Applications"],
])("the coined name %s says what it handles", (name, family) => {
  expect(familyOf(name, undefined, "windows_program")).toBe(family);
});

test.each(["Compass", "Encompass", "Zorg Forecast", "Blueprint", "Audiologist", "Photovoltaics"])(
  "%s is a word of the language, which says nothing of the kind",
  (name) => {
    expect(familyOf(name, undefined, "windows_program")).toBeNull();
  },
);

test("a name that is nothing but its maker's says what the maker makes", () => {
  expect(familyOf("Zorguard 4.1", undefined, "windows_program")).toBe("Security Software");
  expect(familyOf("Zorguard 4.1", "Zorguard", "windows_program")).toBe("Security Software");
  expect(familyOf("Zorguard 4.1", "Other Zorgians", "windows_program")).toBeNull();
  expect(familyOf("zorguard", undefined, "deb")).toBeNull();
  expect(familyOf("zorguard", undefined, "npm")).not.toBe("Security Software");
});

test("a maker's name in a script without blanks runs into the product's", () => {
  expect(familyOf("例子示範", undefined, "windows_program")).toBe("Enterprise Applications");
  expect(familyOf("例子U8 2.0", undefined, "windows_program")).toBe("Enterprise Applications");
  expect(familyOf("例外示範", undefined, "windows_program")).toBeNull();
});
