import { describe, expect, test } from "vitest";
import { versionForms } from "../../../src/features/software/engine/names/normalize-version.ts";
import type { SoftwarePlatform } from "../../../src/features/software/engine/platforms.ts";

describe("versionForms", () => {
  test.each<[string, SoftwarePlatform, string]>([
    ["1:2.39.5-0+deb12u3", "deb", "2.39.5"],
    ["2:4.17.12+dfsg-0+deb12u4", "deb", "4.17.12"],
    ["5:7.0.15-1~deb12u1", "deb", "7.0.15"],
    ["1.6.20~ds1-1+b3", "deb", "1.6.20"],
    ["1.2.3+really1.2.1-1", "deb", "1.2.1"],
    ["30+20221128-1", "deb", "30+20221128"],
    ["0.0~git20230123.b2528b0-1", "deb", "0.0"],
    ["9.0~rc2-1", "deb", "9.0:rc2"],
    ["1:9.2p1-2+deb12u2", "deb", "9.2:p1"],
    ["4.4.3-P1-2", "deb", "4.4.3:p1"],
    ["7.60 Compilation 3", "windows_program", "7.60"],
    ["7.70 patch level 6", "windows_program", "7.70"],
    ["ex 7.1.11", "windows_program", "7.1.11"],
    ["3.73", "deb", "3.73"],
    ["1.0.2k-1.fc25", "rpm", "1.0.2k"],
    ["7.0.16-1.fc25.remi", "rpm", "7.0.16"],
    ["6.38.04_1", "homebrew", "6.38.04"],
    ["2023.3.2,233.13135.103", "homebrew", "2023.3.2.233.13135.103"],
    ["3.14.0rc1", "python", "3.14.0:rc1"],
    ["1.0b2", "python", "1.0:beta2"],
    ["1.0.0-rc.1+build", "npm", "1.0.0:rc1"],
    ["4.1.42.Final", "java", "4.1.42"],
    ["6.6.6 (19875)", "windows_program", "6.6.6"],
    ["7.5.4.0", "windows_program", "7.5.4.0"],
    ["4.0 SP2", "windows_program", "4.0:sp2"],
    ["2024-01-01", "other", "2024-01-01"],
    ["v3", "other", "3"],
    ["8u291", "other", "8:update291"],
    ["go1.20.5", "other", "1.20.5"],
    ["jdk-17.0.9", "other", "17.0.9"],
    ["153.7.0esr", "windows_program", "153.7.0"],
    ["102.15.1esr-1~deb11u1", "deb", "102.15.1"],
    ["2.0.0.23 (en-US)", "windows_program", "2.0.0.23"],
    ["3.0.16 (64-bit)", "windows_program", "3.0.16"],
    ["2.6.4-I001 amd64", "windows_program", "2.6.4"],
    ["5,91", "windows_program", "5.91"],
    ["12, 9, 5", "windows_program", "12.9.5"],
    ["1.1.1n-0+deb11u3", "deb", "1.1.1n"],
  ])("prefers for %s of %s the form %s", (raw, platform, expected) => {
    const [first] = versionForms(raw, platform);
    expect(first?.update === undefined ? first?.version : `${first.version}:${first.update}`).toBe(expected);
  });

  test.each(["", "latest", "unknown", "n/a", "*", "-", "abc", "\u0000", "1".repeat(300)])(
    "returns no form for %j",
    (raw) => {
      expect(versionForms(raw)).toEqual([]);
    },
  );

  test("returns other forms after the preferred one", () => {
    expect(versionForms("6.6.6 (19875)", "macos_app")).toEqual([{ version: "6.6.6" }, { version: "6.6.6.19875" }]);
    expect(versionForms("7.5.4.0", "windows_program")).toEqual([{ version: "7.5.4.0" }, { version: "7.5.4" }]);
  });
});
