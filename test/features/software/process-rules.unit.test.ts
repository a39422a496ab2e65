import { describe, expect, it } from "vitest";
import { loadKnowledge } from "../../../src/features/software/index.ts";
import { type Evidence, findByDiscovery } from "../../../src/features/software/processes/by-discovery.ts";
import { findByKnowledge } from "../../../src/features/software/processes/by-knowledge.ts";
import {
  applicationOf,
  createProcessLookup,
  type NamedProduct,
} from "../../../src/features/software/processes/process-lookup.ts";
import { mayApply, type Product } from "../../../src/features/software/processes/process-names.model.ts";
import {
  platformOfServer,
  platformOfSystem,
  readProcess,
} from "../../../src/features/software/processes/read-process.ts";

const knowledge = loadKnowledge();
const product = (name: string, more: Partial<Product> = {}): Product => ({
  key: name,
  name,
  vendor: null,
  family: null,
  instanceNames: [],
  softwareIds: [],
  ...more,
});

describe("readProcess", () => {
  it.each([
    ["nginx.exe", "nginx.exe", "nginx", false],
    ["NGINX.EXE", "NGINX.EXE", "nginx", false],
    ["C:\\Program Files\\Zorble\\zorbled.exe --port 80", "zorbled.exe", "zorbled", true],
    ['"C:\\Program Files\\Zorble\\zorbled.exe" --port 80', "zorbled.exe", "zorbled", true],
    ["/usr/lib/postgresql/17/bin/postgres -D /var/lib", "postgres", "postgres", true],
    ["postgres: writer process", "postgres: writer process", "postgres: writer process", false],
    ["java -jar /opt/tool.jar", "java", "java", true],
    ["node server.js", "node", "node", true],
    [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome --type=renderer",
      "Google Chrome",
      "google chrome",
      true,
    ],
    ["Google Chrome Helper", "Google Chrome Helper", "google chrome helper", false],
    ["", "", "", false],
    ["C:\\", "", "", false],
  ])("reads %s", (text, name, stem, hasArguments) => {
    const read = readProcess(text);
    expect([read.name, read.stem, read.commandLine !== undefined]).toEqual([name, stem, hasArguments]);
  });

  it("accepts any text", () => {
    for (const text of ["\u0000\ud800", '"'.repeat(10_000), "a ".repeat(100_000), "\\".repeat(50_000), ".exe"]) {
      expect(readProcess(text).name.length).toBeLessThanOrEqual(200);
    }
    // A name that is cut within a character still is a text.
    for (const length of [198, 199, 200]) {
      expect(readProcess(`${"x".repeat(length)}\u{1f600}`).name.isWellFormed()).toBe(true);
    }
  });
});

describe("platformOfSystem", () => {
  it.each([
    ["Microsoft Windows Server 2022", "windows"],
    ["macOS 15.1", "macos"],
    ["Darwin Kernel", "macos"],
    ["Debian GNU/Linux 13", "linux"],
    ["Red Hat Enterprise Linux 9", "linux"],
    ["Cisco IOS", undefined],
    ["", undefined],
  ])("reads %s as %s", (text, platform) => expect(platformOfSystem(text)).toBe(platform));

  it("platformOfServer reads os, osGuess and customFields", () => {
    expect(platformOfServer({ os: null, osGuess: "linux 5", customFields: null })).toBe("linux");
    expect(platformOfServer({ os: null, osGuess: null, customFields: '{"os":{"family":"windows"}}' })).toBe("windows");
    expect(platformOfServer({ os: null, osGuess: null, customFields: '{"os":[1]}' })).toBeUndefined();
    expect(platformOfServer({ os: null, osGuess: null, customFields: null })).toBeUndefined();
  });
});

describe("findByKnowledge", () => {
  it("returns the product's process names per platform", () => {
    const found = findByKnowledge(product("PostgreSQL"), knowledge)!;
    expect(found).toMatchObject({ source: "pattern", names: { linux: expect.arrayContaining(["postgres"]) } });
    expect(found.names.windows).toEqual(expect.arrayContaining(["postgres.exe"]));
    expect(found.confidence).toBeGreaterThanOrEqual(0.7);
  });

  it("finds a product by an instance name too", () => {
    const named = product("Our web server", { instanceNames: ["nginx 1.27.1"] });
    expect(findByKnowledge(named, knowledge)?.names.linux).toContain("nginx");
  });

  it.each(["Zorble Ledger", "", "x".repeat(10_000), "\u202e\u0000"])("finds nothing for %s", (name) => {
    expect(findByKnowledge(product(name), knowledge)).toBeUndefined();
  });
});

describe("findByDiscovery", () => {
  const evidence = (
    platform: "windows" | "linux" | "macos" | undefined,
    processes: string[],
    location: string | null = null,
  ): Evidence => ({
    installations: [{ name: "Zorble Ledger 4.2", location, hostId: "h" }],
    hosts: new Map([["h", { platform, processes }]]),
  });
  const ledger = product("Zorble Ledger", { vendor: "Zorble Inc." });
  const find = (shown: Evidence, of = ledger) => findByDiscovery(of, shown, knowledge);

  it("finds processes in the product's folder, whatever their name", () => {
    const shown = evidence(
      "windows",
      ["C:\\Program Files\\Zorble\\bin\\zlsrv.exe -d", "C:\\Program Files\\Other\\other.exe", "zlsrv.exe"],
      "c:\\program files\\zorble\\",
    );
    expect(find(shown)).toEqual({
      names: { windows: ["zlsrv.exe"], macos: [], linux: [] },
      services: [],
      processType: "application",
      confidence: 0.9,
      source: "discovery",
    });
  });

  it("finds processes with the product's name", () => {
    expect(find(evidence("linux", ["/usr/bin/zorble-ledger", "zorbleledgerd", "bash"]))?.names.linux).toEqual([
      "zorble-ledger",
      "zorbleledgerd",
    ]);
    expect(find(evidence("linux", ["ledger"]))?.names.linux).toEqual(["ledger"]);
    expect(find(evidence("windows", ["ZorbleLedger64.exe", "zorbleledger64.EXE"]))?.names.windows).toHaveLength(1);
  });

  it("leaves out processes of several products, of the system, and of other products", () => {
    const folder = "C:\\Program Files\\Zorble";
    const bundled = ["jre\\bin\\java.exe", "svchost.exe", "nginx.exe", "python.exe", "node.exe", "unins000.exe"];
    expect(
      find(
        evidence(
          "windows",
          bundled.map((file) => `${folder}\\${file}`),
          folder,
        ),
      ),
    ).toBeUndefined();
    expect(find(evidence("linux", ["java"]), product("Java"))).toBeUndefined();
  });

  it.each(["C:\\", "C:\\Program Files", "/usr/bin", "/opt", "/", "", "C:\\Windows\\System32\\", null])(
    "ignores the shared folder %s",
    (location) => {
      const shown = evidence("windows", ["C:\\Program Files\\a\\zz.exe", "/usr/bin/zz", "/opt/zz/zz"], location);
      expect(find(shown)).toBeUndefined();
    },
  );

  it("finds nothing on an unknown platform", () => {
    expect(find(evidence(undefined, ["zorbleledger"]))).toBeUndefined();
    expect(find(evidence(undefined, ["zorbleledger.exe"]))?.names.windows).toEqual(["zorbleledger.exe"]);
  });
});

describe("mayApply", () => {
  const said = (confidence: number, linux = ["zorbled"]) =>
    mayApply({
      names: { windows: [], macos: [], linux },
      services: [],
      processType: "service",
      confidence,
      source: "ai",
    });

  it("accepts a model's names from a confidence of 0.7 on, if there are any", () => {
    expect([said(0.7), said(1), said(0.69), said(0), said(1, [])]).toEqual([true, true, false, false, false]);
  });
});

describe("createProcessLookup", () => {
  const own = (name: string, linux: string[], isSaid = true, windows: string[] = []): NamedProduct => ({
    application: { name, vendor: "Example", family: "Utilities" },
    names: { windows, macos: [], linux },
    isFromPerson: isSaid,
  });
  const nameOf = (products: NamedProduct[], process: string, platform?: "windows" | "linux" | "macos") =>
    createProcessLookup(products, knowledge)(process, platform)?.application.name;

  it("prefers the tenant's mapping to the built-in knowledge", () => {
    expect(nameOf([], "postgres", "linux")).toBe("PostgreSQL");
    expect(nameOf([own("House Database", ["postgres"])], "postgres", "linux")).toBe("House Database");
    expect(nameOf([own("House Database", ["postgres"])], "postgres.exe", "windows")).toBe("PostgreSQL");
  });

  it("ignores case, path, extension and arguments", () => {
    const products = [own("Ledger", [], true, ["ZLSrv.exe"])];
    for (const process of [
      "zlsrv",
      "ZLSRV.EXE",
      "C:\\Program Files\\Zorble\\zlsrv.exe -d",
      '"D:\\z l\\zlsrv.exe" -d',
    ]) {
      expect(nameOf(products, process, "windows"), process).toBe("Ledger");
    }
  });

  it.each([
    ["java", "linux"],
    ["java.exe", "windows"],
    ["node", "linux"],
    ["python3.11", "linux"],
    ["C:\\Python\\python.exe", "windows"],
    ["agent", "linux"],
  ] as const)("finds nothing for the shared name %s", (process, platform) => {
    expect(nameOf([], process, platform)).toBeUndefined();
    expect(nameOf([own("Guessed", [process, "java", "node", "python3.11"], false, [process])], process, platform)).toBe(
      undefined,
    );
  });

  it("finds the application by the command line", () => {
    expect(nameOf([], "java -jar /opt/jenkins/jenkins.war", "linux")).toBe("Jenkins");
  });

  it("finds nothing if the tenant's products disagree", () => {
    const both = [own("Ledger", ["zled"]), own("Leader", ["zled"])];
    expect(nameOf(both, "zled", "linux")).toBeUndefined();
    expect(nameOf([own("Ledger", ["zled"]), own("ledger", ["zled"])], "zled", "linux")).toBe("Ledger");
    expect(nameOf([own("Ledger", ["zled"]), own("Leader", ["zled"], false)], "zled", "linux")).toBe("Ledger");
  });

  it("returns the operating system for its own processes", () => {
    const lookup = createProcessLookup([], knowledge);
    expect(lookup("lsass.exe", "windows")).toEqual({
      application: { name: "Microsoft Windows", vendor: "Microsoft", family: "Operating Systems" },
      isSystem: true,
    });
    expect(lookup("SVCHOST.EXE", "windows")?.application.family).toBe("Operating Systems");
    expect(lookup("systemd", "linux")).toMatchObject({ isSystem: true });
  });

  it("on an unknown platform requires that all platforms agree", () => {
    expect(nameOf([], "postgres")).toBe("PostgreSQL");
    expect(nameOf([own("Ledger", ["postgres"])], "postgres")).toBeUndefined();
    expect(nameOf([], "lsass.exe")).toBe("Microsoft Windows");
    expect(nameOf([], "zz-no-such-thing")).toBeUndefined();
  });

  it("applicationOf prefers programs to the system, then the listening end", () => {
    const lookup = createProcessLookup([], knowledge);
    const ends = (target: string | null, source: string | null) =>
      applicationOf(lookup, [
        { process: target, platform: "windows" },
        { process: source, platform: "linux" },
      ])?.name;
    expect(ends("postgres.exe", "nginx")).toBe("PostgreSQL");
    expect(ends("java.exe", "nginx")).toBe("nginx");
    expect(ends("lsass.exe", "nginx")).toBe("nginx");
    expect(ends("lsass.exe", "zz-unheard-of")).toBe("Microsoft Windows");
    expect(ends(null, null)).toBeUndefined();
  });
});
