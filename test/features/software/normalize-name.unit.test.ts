import { describe, expect, test } from "vitest";
import { normalizeName } from "../../../src/features/software/engine/names/normalize-name.ts";
import type { SoftwarePlatform } from "../../../src/features/software/engine/platforms.ts";

const name = (raw: string, platform?: SoftwarePlatform) => normalizeName(raw, platform).name;

describe("normalizeName for programs lists", () => {
  test.each([
    ["Example Editor 3.2.1 (x64 en-US)", "Example Editor"],
    ["Example Editor version 0.58", "Example Editor"],
    ["Example Editor version 2022c", "Example Editor"],
    ["Example Editor version 3b", "Example Editor"],
    ["Example Editor Version 3D", "Example Editor Version 3D"],
    ["Example Editor 1.2.2 (b0a8486541, 2022-12-01)", "Example Editor"],
    ["Example Editor (1a2b3c4)", "Example Editor"],
    ["Example Editor (Facade)", "Example Editor (Facade)"],
    ["Example Editor (64-bit)", "Example Editor"],
    ["Example Editor 64 bit", "Example Editor"],
    ["Example Editor v14.2 Beta", "Example Editor"],
    ["Example Editor - 14.32.31332", "Example Editor"],
    ["Example Editor 2019 Service Pack 2", "Example Editor"],
    ["Example Editor 2008 R2 SP1", "Example Editor"],
    ["Example Editor Community Edition 2024.1", "Example Editor"],
    ["Example Editor 8 Update 291 (64-bit)", "Example Editor"],
    ["Example Editor 5", "Example Editor"],
    ["Oracle Example Editor 6i", "Oracle Example Editor"],
    ["Oracle 23ai Example Editor", "Oracle Example Editor"],
    ["Example 10g Adapter", "Example 10g Adapter"],
    ["Example Editor 2020 SP1 f1", "Example Editor"],
    ["Example Saga F1", "Example Saga F1"],
    ["Example Editor V20.04.00 (CPR 9 SR 5)", "Example Editor"],
    ["Example Editor CONNECT Edition", "Example Editor"],
    ["Example Editor - en-us.proof", "Example Editor"],
    ["Example-Editor 3 für Example Server 2014", "Example-Editor für Example Server"],
    ["Example Editor 17 Player", "Example Editor Player"],
    ["Example Editor amd64 example1.21.6", "Example Editor"],
    ["example-editor-8.12.1-x86_64.rpm", "example-editor"],
    ["example-v20.11.0-x64.msi", "example"],
    ["Windows 11 Pro N for Workstations", "Windows 11"],
    ["Windows Server 2022 Datacenter Azure Edition", "Windows Server 2022"],
    ["Example Editor (remove only)", "Example Editor"],
    ["Example Editor (User)", "Example Editor"],
    ["Example Editor - Deutsch", "Example Editor"],
    ["Example Editor 3.30.3 'Example-Town'", "Example Editor"],
    ['Example Editor 12 "Example"', "Example Editor"],
    ["Example Editor for Windows 7.70 (Patch 6)", "Example Editor for Windows"],
    ["Example Editor (work or school)", "Example Editor"],
    ["Example Editor 6.0.6 2008R2Plus SSL (64 bit)", "Example Editor"],
    ["Example Editor Suite X7 (64-Bit)", "Example Editor Suite"],
    ["Example Editor 64+32-bit", "Example Editor"],
    ["Example 210912.x64", "Example"],
    ["Example Editor - en-us", "Example Editor"],
    ["EXAMPLE1.2.1XP", "EXAMPLE"],
    ["Example_Editor__9_0_a4_x86", "Example Editor"],
    ["Example Player 11 Plugin", "Example Player Plugin"],
    ["Example\u2122 Editor\u00ae", "Example Editor"],
    ["Cards &amp; Casual &#71;ames", "Cards & Casual Games"],
    ["Example Desk V.14.3", "Example Desk"],
    ["Example Desk 7 1912 LTSR - Delivery Agent", "Example Desk - Delivery Agent"],
    ["Example Desk 20 Advanced", "Example Desk Advanced"],
    ["Example 2023.07-2 (Python 3.11.4 64-bit)", "Example"],
    ["Example Saga 1800", "Example Saga 1800"],
    ["Example Saga 2077", "Example Saga 2077"],
    ["Example Saga 2103", "Example Saga"],
    ["ExampleSoft.ExampleTool_1.41.276.0_x64__dt26b99r8h8gj", "Example Tool"],
    ["Microsoft.ExampleLibs.140.00.Desktop_14.0.32530.0_x64__8wekyb3d8bbwe", "Example Libs Desktop"],
    ["ExampleTeams_23217.1102.2360.5690_x64__8wekyb3d8bbwe", "Example Teams"],
    ["5319275A.WhatsAppDesktop_cv1g1gvanyjgm", "WhatsApp Desktop"],
    ["registry.example.com/library/example:1.25.2-alpine", "example"],
    ["example/example:10.0.3", "example"],
    ["example/agent:7.46.0", "example-agent"],
    [`localhost:5000/team/widgets@sha256:${"0a".repeat(32)}`, "widgets"],
    ["example:latest", "example"],
    ["@example/core@16.2.1", "@example/core"],
    ["org.example:example-core:5.3.29", "org.example:example-core"],
    ["Example.app", "Example"],
    ["  Example \t Editor  ", "Example Editor"],
  ])("normalises %s to %s", (raw, expected) => {
    expect(name(raw)).toBe(expected);
  });

  test.each([
    ["7-Zip 24.08 (x64)", "7-Zip"],
    ["3ds Max 2024", "3ds Max"],
    ["Log4j 2", "Log4j"],
    ["Python 3.10.4 (64-bit)", "Python"],
    ["Windows 10 SDK", "Windows 10 SDK"],
    ["Windows 10 Pro", "Windows 10"],
    ["Windows 8.1 Enterprise", "Windows 8.1"],
    ["Windows Server 2012 R2 Standard", "Windows Server 2012 R2"],
    ["Windows XP Service Pack 3", "Windows XP"],
    [
      "Microsoft Visual C++ 2015-2022 Redistributable (x64) - 14.32.31332",
      "Microsoft Visual C++ 2015-2022 Redistributable",
    ],
    ["Microsoft 365 Apps - en-us", "Microsoft 365 Apps"],
    ["Update for Windows 10 for x64-based Systems (KB5001716)", "Update for Windows 10"],
    ["Four 4-In-A-Row", "Four 4-In-A-Row"],
    ["Paint.NET", "Paint.NET"],
    ["Node.js", "Node.js"],
    ["Wi-Fi Add-on", "Wi-Fi Add-on"],
    ["Dell Command | Update", "Dell Command | Update"],
    ["КриптоПро CSP", "КриптоПро CSP"],
    ["微信 3.9.5", "微信"],
  ])("keeps digits and punctuation of the name: %s is %s", (raw, expected) => {
    expect(name(raw)).toBe(expected);
  });

  test("reads identifiers of store packages and bundles", () => {
    expect(name("ExampleAB.ExampleMusic")).toBe("Example Music");
    expect(name("12345Example.PhotoTool_8wekyb3d8bbwe")).toBe("Photo Tool");
    expect(name("com.example.PhotoTool")).toBe("Photo Tool");
  });

  test("keeps digits and editions of a known name", () => {
    const known = (key: string) => key === "example2000" || key === "examplestudiopro";
    expect(normalizeName("Example 2000", "windows_program", known).name).toBe("Example 2000");
    expect(normalizeName("Example Studio Pro 12.1", "windows_program", known).name).toBe("Example Studio Pro");
  });

  test("returns the cut parts with their kinds", () => {
    const { cuts } = normalizeName("Example Editor 3.2.1 (x64)", "windows_program");
    expect(cuts).toEqual([
      { kind: "architecture", text: "(x64)" },
      { kind: "version", text: "3.2.1" },
    ]);
  });
});

describe("normalizeName for packages", () => {
  test.each<[string, SoftwarePlatform, string]>([
    ["php8.2-cli", "deb", "php-cli"],
    ["libssl3", "deb", "libssl"],
    ["libssl3t64:amd64", "deb", "libssl"],
    ["zlib1g", "deb", "zlib"],
    ["libjpeg62-turbo", "deb", "libjpeg-turbo"],
    ["imagemagick-6.q16", "deb", "imagemagick"],
    ["linux-image-6.1.0-13-amd64", "deb", "linux-image"],
    ["libglib2.0-0", "deb", "libglib"],
    ["postgresql-15", "deb", "postgresql"],
    ["g++-12", "deb", "g++"],
    ["ntfs-3g", "deb", "ntfs-3g"],
    ["bzip2", "deb", "bzip2"],
    ["php71-php-cli", "rpm", "php-cli"],
    ["rh-python36-python-pip", "rpm", "python-pip"],
    ["kernel-core-6.5.6-300.fc39.x86_64", "rpm", "kernel-core"],
    ["openssl@3", "homebrew", "openssl"],
    ["urllib3", "python", "urllib3"],
    ["requests[socks]", "python", "requests"],
    ["@example/tool@1.2.3", "npm", "@example/tool"],
    ["log4j-core-2.17.1.jar", "java", "log4j-core"],
    ["org.example:tool:1.2", "java", "org.example:tool"],
    ["publisher.vscode-example", "vscode_extension", "example"],
    ["Example Blocker - best blocker", "chrome_extension", "Example Blocker"],
  ])("normalises %s of %s to %s", (raw, platform, expected) => {
    expect(name(raw, platform)).toBe(expected);
  });
});

describe("normalizeName for files and requirements", () => {
  test.each([
    ["example-tool_1.2.3-1_amd64.deb", "example-tool"],
    ["example@1.1", "example"],
    ["example==4.2.1", "example"],
    ["example[extra]==4.2", "example"],
    ["example-tool-1.20.1-14.el9.x86_64.rpm", "example-tool"],
  ])("normalises %s to %s", (raw, expected) => expect(name(raw)).toBe(expected));
});

describe("normalizeName of names with marks attached", () => {
  test.each([
    ["Example-x64-6.2.1.0", "Example"],
    ["Example-64Bit", "Example"],
    ["Example-win-3.4.2-64bit", "Example"],
    ["Example-2.8.81-gpl-setup-64bit", "Example"],
    ["Example_1.7.1_x86_64", "Example"],
    ["Example Manifest-6.0.300", "Example Manifest"],
    ["Example.1.5", "Example"],
    ["Example1.0.1", "Example"],
    ["Example Editor 2-6-1", "Example Editor"],
    ["EXAMPLE-2", "EXAMPLE"],
    ["Example Editor (x64_arm64)", "Example Editor"],
    ["Example Editor (Win x64)", "Example Editor"],
    ["Example Editor (ENU)", "Example Editor"],
    ["Example Editor Language Pack SP1 - DEU", "Example Editor Language Pack"],
    ["Example Editor 3 (Legacy)", "Example Editor"],
    ["Example Elements 9 Organizer", "Example Elements Organizer"],
    ["Example Editor 5,91 (32 Bit)", "Example Editor"],
    ["Example Editor CS6 Extended", "Example Editor Extended"],
    ["Example 7 - Password Manager", "Example - Password Manager"],
    ["Example Editor 8u382-b05 (x64)", "Example Editor"],
    ["Example Editor 7.70 PL15", "Example Editor"],
    ["Example Editor 7.2 TL5 SP6", "Example Editor"],
    ["Example Editor 2022 Q3 Runtime", "Example Editor Runtime"],
    ["Example SR1", "Example SR1"],
    ["Example Editor 7.2.5 build1517", "Example Editor"],
    ["Example Editor 7.0.3 build-21424296", "Example Editor"],
    ["Example Editor Ver.4.60", "Example Editor"],
    ["Example Editor 2023 rel. 2 sp1 (x64)", "Example Editor"],
    ["Example Editor V5-6R2020", "Example Editor"],
    ["Example Editor (Definition 1.165.2338.0)", "Example Editor"],
    ["Example Editor 13.3 (M-WIN-D 13.3.1 10029862)", "Example Editor"],
    ["Example Editor 0.21.2 (Installed for Current User)", "Example Editor"],
    ["Example Editor 9.0.1 (Basic) de", "Example Editor"],
    ["Example Editor Language Pack 2013 - French/Français", "Example Editor Language Pack"],
    ["Example Editor 2023 English", "Example Editor"],
    ["Example English", "Example English"],
    ["Example Editor V17.0 + Upd 4", "Example Editor"],
    ["Example GNU/Linux 12 (bookworm)", "Example GNU/Linux"],
    ["Example Server 2 SP5 (IR1)", "Example Server"],
    ["Example VPN E86.50", "Example VPN"],
    ["Example Browser G6.0.5 (x64 en-US)", "Example Browser"],
    ["H.264 Example", "H.264 Example"],
    ["Example Desktop 10.5.0 MP1", "Example Desktop"],
    ["Example Plugin for Example Update 5.5.9", "Example Plugin for Example Update"],
    ["Example Module 2.1 for Web Express", "Example Module for Web Express"],
    ["Example 25 GER", "Example"],
    ["Example - Example is an editor. 4.6.3", "Example - Example is an editor"],
    ["Example Tools - enu (14.0.61712.050)", "Example Tools"],
    ["Microsoft Visual C++ 2010x64 Redistributable - 10.0.40219", "Microsoft Visual C++ 2010 Redistributable"],
    ["Example vNext CTP2.0 Batch Parser", "Example vNext Batch Parser"],
    ["Example support for Planner 7.x", "Example support for Planner"],
    ["Example Business Suite V9.0 Edition 12", "Example Business Suite"],
    ["Microsoft Office Professionnel Plus 2019 - fr-fr", "Microsoft Office"],
    ["Microsoft Office Famille et Petite Entreprise 2010", "Microsoft Office"],
    ["Microsoft Office Hogar y Empresas 2016 - es-es", "Microsoft Office"],
    ["vs_example_amd64", "vs example"],
    ["Example Editor (x64) 7.1SR4", "Example Editor"],
    ["Example Editor MUI (Portuguese (Brazil)) 2013", "Example Editor MUI"],
    ["Example Touchpad 18.2.26.2_X64_WHQL", "Example Touchpad"],
    ["Example Modeler Release 9.0 Datecode 9.0.2.0", "Example Modeler"],
    ["Example Editor Help Pack (English (United States))", "Example Editor Help Pack"],
    ["Example Editor (Chinese (Simplified)) 2013", "Example Editor"],
    ["Example Editor (Workgroup (Old))", "Example Editor (Workgroup (Old))"],
    ["Example Editor DC - Chinese Simplified", "Example Editor DC"],
    ["Example Editor 2013 – Português do Brasil", "Example Editor"],
    ["Example Editor - Latin Fonts", "Example Editor - Latin Fonts"],
    ["Example Targeting Pack (enu)", "Example Targeting Pack"],
    ["Example Filter 11 for 64-bit platforms", "Example Filter"],
    ["Example Client en-US Language Pack x64", "Example Client Language Pack"],
    ["Security Update for Example 4.6.1 (KB3136000v2)", "Security Update for Example"],
    ["Update for x64-based Windows Systems (KB5001716)", "Update for Windows Systems"],
    ["Example Switch 1920S PD.02.22", "Example Switch 1920S"],
    ["Example Client (1a2b3c4d5e6f7a8b)", "Example Client"],
    ["Example Client (0F2C1A3B-4D5E-4F60-8A7B-112233445566)", "Example Client"],
    ["Aktualisierung für Example 2010 (KB2956063) 32-Bit-Edition", "Aktualisierung für Example"],
    ["Mise à jour pour Example 2013 (KB2956063) Édition 64 bits", "Mise à jour pour Example"],
    ["Actualización para Example 2013 (KB2956063) Edición de 32 bits", "Actualización para Example"],
    [
      "Example IOS Software, C1 Software (C1-BASEK9-M), Version 12.2(55)SE3, RELEASE SOFTWARE (fc1)",
      "Example IOS Software",
    ],
    ["Example-beta", "Example"],
    ["example-beta", "example-beta"],
  ])("of %s is %s", (raw, expected) => {
    expect(name(raw, "windows_program")).toBe(expected);
  });

  test.each([
    "Example 4 - The Long Return",
    "Example MPEG-4",
    "Example HL-2140",
    "Example USB3.0",
    "Example iCloud",
    "Example 1,000 Words",
  ])("leaves %s as it is", (raw) => {
    expect(name(raw, "windows_program")).toBe(raw);
  });

  test.each<[string, SoftwarePlatform, string]>([
    ["X Runtime (x86)", "deb", "X Runtime"],
    ["X Runtime 32-bit 4.2", "rpm", "X Runtime"],
    ["nginx 1.18.0", "deb", "nginx"],
    ["ExampleTool-64Bit", "rpm", "ExampleTool"],
    ["libexample3", "windows_program", "libexample"],
    ["example-utils-2", "macos_app", "example-utils"],
    ["example-core-5.14.0-362.el9.x86_64", "deb", "example-core"],
    ["Example-7.0-7.0.12_159484_own9-1.x86_64", "rpm", "Example"],
    ["gpg-pubkey-fd431d51-4ae0493b", "rpm", "gpg-pubkey"],
    ["python3-example", "deb", "python3-example"],
    ["python3.11-example", "deb", "python-example"],
    ["libexample1_1-1.1.1l-150400.7.22.1.x86_64", "rpm", "libexample"],
    ["example80-community-release-el7-7.noarch", "rpm", "example-community-release"],
  ])("follows the form of %s on %s", (raw, platform, expected) => {
    expect(name(raw, platform)).toBe(expected);
  });
});
