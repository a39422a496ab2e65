import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { versionFormsOf } from "../../../src/features/software/engine/cpe/cpe-version-rules.ts";
import { SOFTWARE_FAMILIES } from "../../../src/features/software/engine/knowledge/families.ts";
import {
  KNOWLEDGE_FOLDER,
  loadKnowledge,
  readLines,
} from "../../../src/features/software/engine/knowledge/knowledge.ts";
import { FAMILY_FILES } from "../../../src/features/software/engine/knowledge/knowledge-schema.ts";
import { foldKey } from "../../../src/features/software/engine/names/name-keys.ts";
import { MAIN_CLASS_PRODUCTS } from "../../../src/features/software/engine/processes/main-classes.ts";

const files = readdirSync(KNOWLEDGE_FOLDER).filter((file) => file.endsWith(".ndjson"));
const stems = files.map((file) => path.basename(file, ".ndjson"));
const families = stems.filter((stem) => FAMILY_FILES[stem] !== undefined);
const lower = (text: string) => text.toLowerCase();
/** Whether names are sorted, ignoring case, without duplicates. */
const unsorted = (names: readonly string[]) =>
  names.filter((name, at) => at > 0 && lower(name) < lower(names[at - 1]!));
const doubled = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

/** Read once: it takes the longest of all here. */
const builtIn = loadKnowledge();

describe("the built-in knowledge", () => {
  test("has a file for each of the 13 families, and reads every file", () => {
    expect([...families].sort()).toEqual(Object.keys(FAMILY_FILES).sort());
    const others = stems.filter((stem) => !families.includes(stem)).sort();
    expect(others).toEqual([
      "ambiguous-processes",
      "linux-system-processes",
      "macos-system-processes",
      "vendors",
      "version-counts",
      "windows-system-processes",
    ]);
  });

  test.each(families)("has a valid, sorted file %s that names no product twice", (stem) => {
    const lines = readLines(path.join(KNOWLEDGE_FOLDER, `${stem}.ndjson`)).map(({ line }) => line);
    expect(unsorted(lines.map(({ name }) => name))).toEqual([]);
    expect(doubled(lines.map(({ name, platforms }) => `${foldKey(name)} ${platforms?.join() ?? ""}`))).toEqual([]);
  });

  test("names no product twice in all families together", () => {
    const { products } = builtIn;
    const keys = products.map((one) =>
      [one.name, one.vendor, [...(one.platforms ?? [])].join()].map(foldKey).join(" "),
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test("knows the product of every main class", () => {
    const { byName } = builtIn;
    expect(MAIN_CLASS_PRODUCTS.filter((name) => !byName.has(foldKey(name)))).toEqual([]);
  });

  test("knows makers, system processes and shared processes", () => {
    const { processes, vendorNames, cpeVendors, isKnownName } = builtIn;
    for (const key of ["windows:svchost", "linux:systemd", "macos:launchd"]) expect(processes.system).toContain(key);
    expect(processes.shared.get("windows:java")?.length).toBeGreaterThan(1);
    expect(processes.system.size).toBeGreaterThan(1_000);
    expect(vendorNames.get("igorpavlov")).toBeDefined();
    expect(cpeVendors.get("igorpavlov")).toContain("7-zip");
    expect([isKnownName("7zip"), isKnownName("zxqv")]).toEqual([true, false]);
  });

  test("knows the version schemes of vendors", () => {
    const { versionSchemes } = builtIn;
    const counted = (vendor: string, product: string, version: string) =>
      versionFormsOf({ vendor, product }, version, [{ version }], versionSchemes)[0];
    expect(counted("oracle", "jre", "8.0.2910.10")).toEqual({ version: "1.8.0", update: "update291" });
    expect(counted("minio", "minio", "20230102030405")).toEqual({ version: "2023-01-02t03-04-05z" });
    expect(counted("zoom", "rooms", "5.1.2 (34)")).toEqual({ version: "5.1.2.34" });
    expect(counted("imagemagick", "imagemagick", "7.1.1.15")).toEqual({ version: "7.1.1-15" });
    expect(counted("example", "rooms", "8.0.2910.10")).toEqual({ version: "8.0.2910.10" });
  });

  test.each([
    ["sql_server", "15.0.2000.5", "2019"],
    ["sql_server", "10.52.4000.0", "2008 r2"],
    ["sql_server", "10.3.5500.0", "2008"],
    ["sql_server", "99.0.100.1", "99.0.100.1"],
    [".net_framework", "4.8.03761", "4.8"],
    [".net_framework", "4.8.09032", "4.8.1"],
    [".net_framework", "4.6.01590", "4.6.2"],
    [".net_framework", "4.6.1", "4.6.1"],
  ])("finds the release of %s by the build %s: %s", (product, version, release) => {
    const [first] = versionFormsOf({ vendor: "microsoft", product }, version, [{ version }], builtIn.versionSchemes);
    expect([first?.version, first?.update].filter((part) => part !== undefined).join(" ")).toBe(release);
  });

  test("knows well over a thousand products, with makers, families, processes and CPE pairs", () => {
    const { products } = builtIn;
    expect(products.length).toBeGreaterThan(1_500);
    expect(products.filter(({ vendor }) => vendor !== "").length / products.length).toBeGreaterThan(0.95);
    expect(new Set(products.map(({ family }) => family)).size).toBe(SOFTWARE_FAMILIES.length);
    expect(products.filter(({ cpe }) => cpe && cpe.length > 0).length).toBeGreaterThan(1_000);
    expect(products.filter(({ processes }) => Object.keys(processes).length > 0).length).toBeGreaterThan(700);
    expect(products.filter(({ services }) => services.length > 0).length).toBeGreaterThan(100);
  });
});

describe("loadKnowledge", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "knowledge-"));
  const write = (file: string, ...lines: unknown[]) =>
    writeFileSync(
      path.join(folder, file),
      lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
    );
  afterEach(() => {
    for (const file of readdirSync(folder)) rmSync(path.join(folder, file));
  });

  test("indexes a process name as Linux truncates it, unless another process has that name", () => {
    const long = { name: "Example Daemon", vendor: "Example", processes: { linux: ["example-daemon-worker"] } };
    const short = { name: "Other Daemon", vendor: "Other", processes: { linux: ["second-daemon-w"] } };
    const second = { name: "Second Daemon", vendor: "Example", processes: { linux: ["second-daemon-worker"] } };
    write("utilities.ndjson", long, short, second);
    write("linux-system-processes.ndjson", { process: "system-helper-of-linux", service: true });
    const { byProcess, processes } = loadKnowledge(folder);
    expect(byProcess.get("linux:example-daemon-")).toEqual([0]);
    expect(byProcess.get("linux:second-daemon-w")).toEqual([1]);
    expect([...processes.system]).toEqual(["linux:system-helper-of-linux", "linux:system-helper-o"]);
  });

  test("computes the family of most of a vendor's applications", () => {
    write("utilities.ndjson", { name: "U", vendor: "Mixed" }, { name: "V", vendor: "One" });
    write(
      "databases.ndjson",
      { name: "D", vendor: "Mixed" },
      { name: "E", vendor: "Data" },
      { name: "F", vendor: "Data" },
    );
    const { makerFamilies, soleFamilies } = loadKnowledge(folder);
    expect([...makerFamilies]).toEqual([["data", "Databases"]]);
    expect([...soleFamilies]).toEqual([["one", "Utilities"]]);
  });

  test("computes the vendors with three or more products in distributions", () => {
    const packaged = ["a", "b", "c"].map((one) => ({
      name: one,
      vendor: "Many",
      packages: { deb: [one] },
      cpe: [`many:${one}`],
    }));
    write("utilities.ndjson", ...packaged, { name: "d", vendor: "One", packages: { rpm: ["d"] }, cpe: ["one:d"] });
    expect([...loadKnowledge(folder).packagedVendors]).toEqual(["many"]);
  });

  test.each([
    ["no JSON", "{"],
    ["vendor", { name: "A" }],
    ["Unrecognized", { name: "A", vendor: "B", colour: "red" }],
    ["vendor:product", { name: "A", vendor: "B", cpe: ["Upper:case"] }],
  ])("throws with file and line for a faulty line: %s", (reason, line) => {
    write("browsers.ndjson", { name: "Good", vendor: "Good" }, line);
    expect(() => loadKnowledge(folder)).toThrow(new RegExp(`browsers.ndjson, line 2: .*${reason}`));
  });

  test("reads processes and vendors from files of their own", () => {
    write("windows-system-processes.ndjson", { process: "ExHost.exe", service: true });
    write("ambiguous-processes.ndjson", { process: "Loader.exe", platform: "windows", products: ["A", "B"] });
    write("vendors.ndjson", { vendor: "Example", aliases: ["Old Example, Inc."], cpe: ["example"] });
    const { processes, vendorNames, cpeVendors } = loadKnowledge(folder);
    expect([...processes.system]).toEqual(["windows:exhost"]);
    expect(processes.shared.get("windows:loader")).toEqual(["A", "B"]);
    expect(vendorNames.get("oldexample")).toBe("Example");
    expect([...cpeVendors.get("oldexample")!]).toEqual(["example"]);
  });

  test("throws for a file that is of no family", () => {
    write("toys.ndjson", { name: "A", vendor: "B" });
    expect(() => loadKnowledge(folder)).toThrow("toys");
  });
});
