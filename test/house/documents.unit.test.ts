import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { allCommands, createProgram } from "../../src/cli/program.ts";
import { hostFolders, loadConfig, submissionTarget } from "../../src/config.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const PAGES = readdirSync(path.join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const DOCUMENTS = ["README.md", "CONTRIBUTING.md", ...PAGES.map((name) => `docs/${name}`)];

/** Text without blocks of code. */
const prose = (file: string) => read(file).replaceAll(/^```[\s\S]*?^```/gm, "");

/** The anchor that a heading gets where Markdown is shown: lower case, without punctuation, blanks as hyphens. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

const anchorsOf = (file: string) => [...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

describe.each(DOCUMENTS)("%s", (file) => {
  it("links only to files and headings that exist", () => {
    const links = [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [place = "", anchor] = link.split("#");
      const target = place === "" ? file : path.join(path.dirname(file), place);
      return !existsSync(path.join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it("names only files and folders of the project that exist", () => {
    const named = [...prose(file).matchAll(/`((?:src|cypher|test|bench|bin|deploy|docs|\.ci)\/[\w./-]*)`/g)].map(
      ([, name]) => name!,
    );
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });
});

describe("README.md", () => {
  it("leads to every page of docs", () => {
    for (const page of PAGES) expect(read("README.md")).toContain(`(docs/${page})`);
  });

  it("fits on one screen and a half, with a picture that loads nothing", () => {
    expect(read("README.md").split("\n").length).toBeLessThanOrEqual(100);
    const picture = read("docs/images/online-shop.svg");
    expect(picture.length).toBeLessThan(50_000);
    expect(/<script|<image|href="(?!#)|https?:\/\/(?!www\.w3\.org\/2000\/svg)/.test(picture)).toBe(false);
  });
});

describe("docs/configuration.md", () => {
  /** What the operating system or npm sets, and nobody sets for Orrery. */
  const NOT_OURS = ["HOME", "USERPROFILE", "LOCALAPPDATA"];
  const table = read("docs/configuration.md").split("\n## ")[0]!;
  const documented = [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  );

  it("describes every variable that config.ts reads, once, and no other", () => {
    const names = new Set<string>();
    const env = new Proxy({}, { get: (_, name: string) => void names.add(name) });
    loadConfig(env);
    submissionTarget(env);
    hostFolders(env);
    expect(documented.toSorted()).toEqual([...names].filter((name) => !NOT_OURS.includes(name)).sort());
  });
});

describe("docs/command-line.md", () => {
  const none = new PassThrough();
  const program = createProgram({ stdin: none, stdout: none, stderr: none, isTerminal: false, env: {} });
  const commands = allCommands(program).filter(({ commands }) => commands.length === 0);
  const nameOf = (command: Command): string =>
    command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
  const argumentsOf = ({ registeredArguments }: Command) =>
    registeredArguments.map((one) => one.name().replace("...", "").toUpperCase() + (one.variadic ? "..." : ""));
  const sections = new Map(
    read("docs/command-line.md")
      .split(/^## /m)
      .slice(1)
      .map((section) => [/^`(.*)`/.exec(section)?.[1] ?? section, section]),
  );

  it("has a section for each command with its arguments, and no other", () => {
    const expected = commands.map((command) => [nameOf(command), ...argumentsOf(command)].join(" "));
    expect([...sections.keys()]).toEqual(expected);
  });

  it.each(commands.map((command) => [nameOf(command), command] as const))(
    "lists the options of %s, and no other",
    (_, command) => {
      const section = sections.get([nameOf(command), ...argumentsOf(command)].join(" ")) ?? "";
      const listed = [...section.matchAll(/^\| `(-[^`]*)` \|/gm)].map(([, flags]) => flags!);
      expect(listed).toEqual(command.options.map(({ flags }) => flags));
    },
  );
});
