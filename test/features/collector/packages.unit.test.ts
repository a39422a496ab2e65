import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSystemCollector } from "../../../src/features/collector/index.ts";
import { FLATPAK_QUERY, parseFlatpak, parseSnap } from "../../../src/features/collector/linux/app-stores.ts";
import { parseParagraphs, withoutEmail } from "../../../src/features/collector/linux/dpkg.ts";
import { parsePacmanDesc } from "../../../src/features/collector/linux/pacman.ts";
import { parseRpm, RPM_QUERY } from "../../../src/features/collector/linux/rpm.ts";
import { collected, ports, type RecordedHost, recordedOs } from "./recorded-host.ts";

const host = (files: Record<string, string>, commands: Record<string, string> = {}): RecordedHost => ({
  entries: new Map(Object.entries(files).map(([path, text]) => [path, { bytes: Buffer.from(text) }])),
  commands: new Map(Object.entries(commands)),
});
const applications = async (recorded: RecordedHost) =>
  (await collected(ports(recorded, recordedOs({ hostname: "web01" })))).host.installed_applications;

describe("readDpkg", () => {
  it("reads images without a package manager, which keep one file per package", async () => {
    const found = await applications(
      host({
        "/var/lib/dpkg/status.d/base-files": "Package: base-files\nVersion: 12.4\nArchitecture: amd64\n",
        "/var/lib/dpkg/status.d/base-files.md5sums": "d41d8cd98f00b204e9800998ecf8427e  etc/debian_version\n",
      }),
    );
    expect(found).toEqual([{ name: "base-files", version: "12.4", architecture: "amd64" }]);
  });
  it("reads blocks with line ends of any kind between them", () => {
    const names = parseParagraphs("Package: a\n\n\n \nPackage: b\nnonsense\n").map((block) => block.get("Package"));
    expect(names).toEqual(["a", "b"]);
  });
  it.each([
    ["Example Team <team@example.org>", "Example Team"],
    ['"Example, Inc." <x@example.org>', "Example, Inc."],
    ["someone@example.org", undefined],
    ["<x@example.org>", undefined],
    [undefined, undefined],
  ])("reads %j as vendor %j", (maintainer, vendor) => {
    expect(withoutEmail(maintainer)).toBe(vendor);
  });
});

describe("readRpm", () => {
  it("queries with separators that no value can hold, and reads unusual values", () => {
    expect(RPM_QUERY.join(" ")).toContain("\u001f");
    const text = "a\u001f1-1\u001fnoarch\u001fTab\tand\nline\u001f0\u001e\u001f1\u001f\u001f\u001f\u001e";
    expect(parseRpm(text)).toEqual([{ name: "a", version: "1-1", architecture: "noarch", vendor: "Tab\tand\nline" }]);
  });
  it("runs no query without a database", async () => {
    expect(await applications(host({ "/var/lib/rpm/.placeholder": "" }, { rpm: "wrong" }))).toBeUndefined();
  });
});

describe("readPacman, readSnaps and readFlatpaks", () => {
  it("reads pacman's entries", async () => {
    const desc =
      "%NAME%\nbash\n\n%VERSION%\n5.2.037-1\n\n%ARCH%\nx86_64\n\n%INSTALLDATE%\n1735689600\n\n%PACKAGER%\nCarol Example <carol@example.org>\n\n%DEPENDS%\nglibc\nreadline\n";
    const expected = { name: "bash", vendor: "Carol Example", version: "5.2.037-1", architecture: "x86_64" };
    expect(parsePacmanDesc(desc)).toEqual({ ...expected, install_date: "2025-01-01" });
    const found = await applications(
      host({ "/var/lib/pacman/local/bash-5.2.037-1/desc": desc, "/var/lib/pacman/local/ALPM_DB_VERSION": "9\n" }),
    );
    expect(found).toHaveLength(1);
  });
  it("reads snaps and flatpaks beside the packages", async () => {
    const found = await applications(
      host(
        {
          "/var/lib/dpkg/status": "Package: a\nStatus: install ok installed\nVersion: 1\nArchitecture: all\n",
          "/snap/README": "text\n",
          "/snap/example/current/meta/snap.yaml": "name: example\nversion: '1.4'\napps:\n  name: inner\n",
          "/var/lib/flatpak/app/org.example.Edit/current": "",
        },
        { [["flatpak", ...FLATPAK_QUERY].join(" ")]: "Edit\torg.example.Edit\t4.0\tx86_64\texamplehub\n" },
      ),
    );
    expect(found).toEqual([
      { name: "a", version: "1", architecture: "all" },
      { name: "example", version: "1.4", install_location: "/snap/example/current" },
      { name: "Edit", vendor: "examplehub", version: "4.0", architecture: "x86_64" },
    ]);
  });
  it("skips entries without a name", () => {
    expect(parseSnap("version: 1\n", "/snap/x/current")).toBeUndefined();
    expect(parseFlatpak("\t\t1\n\n")).toEqual([]);
    expect(parsePacmanDesc("%VERSION%\n1\n")).toBeUndefined();
  });
});

const DPKG_QUERY = "/usr/bin/dpkg-query";
const hasDpkg = existsSync(DPKG_QUERY) && existsSync("/var/lib/dpkg/status");

describe("readDpkg on this machine", () => {
  it.skipIf(!hasDpkg)("lists as many packages as dpkg itself, by name, version and architecture", async () => {
    const format = ["-W", "-f=$" + "{db:Status-Abbrev}|$" + "{Package} $" + "{Version} $" + "{Architecture}\n"];
    const said = execFileSync(DPKG_QUERY, format, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
      .split("\n")
      .filter((line) => line.startsWith("ii"))
      .map((line) => line.split("|")[1])
      .sort();
    const submission = await createSystemCollector().collect();
    const found = submission.data.discovered_hosts[0]?.installed_applications ?? [];
    const packages = found.filter(
      (application) => application.install_location === undefined && application.architecture,
    );
    expect(packages.map(({ name, version, architecture }) => `${name} ${version} ${architecture}`).sort()).toEqual(
      said,
    );
    expect(said.length).toBeGreaterThan(0);
  });
});
