import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { GateReport, ReportedFile } from "../../.ci/report.ts";
import { allowancesIn, judge } from "../../.ci/summary.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

type State = ReportedFile["tests"][number]["state"];

/** A file of the project "unit" that ran from second 0 on, with one test for each state. */
function fileOf(file: string, states: State[], seconds = 1, project = "unit"): ReportedFile {
  const tests = states.map((state, i) => ({ name: `suite > test ${i}`, state }));
  return { project, file, startedAt: 0, endedAt: seconds * 1_000, tests };
}

const judged = (
  files: ReportedFile[],
  { status = 0, allowed = "", phases = "", errors = [] as GateReport["errors"] } = {},
) => judge({ files, errors } satisfies GateReport, status, allowed, phases);

describe("judge", () => {
  it("counts passed, failed and skipped tests of all files in its closing line", () => {
    const files = [fileOf("a.test.ts", ["passed", "passed", "skipped"]), fileOf("b.test.ts", ["failed", "passed"])];
    const { counts, exitCode } = judged(files, { status: 1, allowed: "a.test.ts > suite" });
    expect([counts, exitCode]).toEqual(["3 passed, 1 failed, 1 skipped", 1]);
  });

  it("names no skipped tests where there are none, and lets a run pass", () => {
    const { counts, exitCode } = judged([fileOf("a.test.ts", ["passed"])]);
    expect([counts, exitCode]).toEqual(["1 passed, 0 failed", 0]);
  });

  it.each([
    ["whose tests all passed but whose exit code is not 0", ["passed"], { status: 1 }, "1 passed, 1 failed"],
    [
      "with an error outside any test",
      ["passed"],
      { errors: [{ where: null, message: "broken" }] },
      "1 passed, 1 failed",
    ],
    ["without any test", [], {}, "0 passed, 1 failed"],
    ["in which a test did not end", ["passed", "pending"], {}, "1 passed, 1 failed"],
  ] as [string, State[], object, string][])("fails a run %s", (_what, states, options, expected) => {
    const { counts, exitCode } = judged([fileOf("a.test.ts", states)], options);
    expect([counts, exitCode]).toEqual([expected, 1]);
  });

  it("fails a run that left no report", () => {
    const { lines, counts, exitCode } = judge(undefined, 0, "", "");
    expect([counts, exitCode]).toEqual(["0 passed, 1 failed", 1]);
    expect(lines).toContain("The test run left no report");
  });

  it.each(["a.test.ts > suite > test 1", "a.test.ts > suite", "# another line\n\n  a.test.ts > suite > test 1  \n"])(
    "lets a test be skipped by the line %j",
    (allowed) => {
      const { counts, exitCode } = judged([fileOf("a.test.ts", ["passed", "skipped"])], { allowed });
      expect([counts, exitCode]).toEqual(["1 passed, 0 failed, 1 skipped", 0]);
    },
  );

  it.each(["", "a.test.ts > suite > test 2", "a.test.ts > sui", "a.test", "# a.test.ts > suite", "b.test.ts > suite"])(
    "fails a skipped test that the line %j does not name, and names it",
    (allowed) => {
      const { lines, counts, exitCode } = judged([fileOf("a.test.ts", ["passed", "skipped"])], { allowed });
      expect([counts, exitCode]).toEqual(["1 passed, 1 failed", 1]);
      expect(lines).toContain("Skipped, and not in .ci/allowed-skips.txt: a.test.ts > suite > test 1");
    },
  );

  it("lets no more tests be skipped below a suite than its line says", () => {
    const files = [fileOf("a.test.ts", ["passed", "skipped", "skipped", "skipped"])];
    const within = judged(files, { allowed: "3 x a.test.ts > suite" });
    expect([within.counts, within.exitCode]).toEqual(["1 passed, 0 failed, 3 skipped", 0]);
    const beyond = judged(files, { allowed: "2 x a.test.ts > suite" });
    expect([beyond.counts, beyond.exitCode]).toEqual(["1 passed, 1 failed, 2 skipped", 1]);
    expect(beyond.lines).toContain("Skipped, and not in .ci/allowed-skips.txt: a.test.ts > suite > test 3");
  });

  it("names five skipped tests of a file and counts the others", () => {
    const { lines, counts } = judged([fileOf("a.test.ts", ["passed", ...Array<State>(9).fill("skipped")])]);
    expect(counts).toBe("1 passed, 9 failed");
    const skips = lines.filter((line) => line.startsWith("Skipped"));
    expect(skips).toHaveLength(6);
    expect(skips.at(-1)).toBe("Skipped, and not in .ci/allowed-skips.txt: 4 more of a.test.ts");
  });

  it("says last why tests failed, and why a file's hook did", () => {
    const file = fileOf("a.test.ts", ["passed", "failed", "skipped"]);
    file.tests[1]!.error = "expected 1 to be 2";
    const errors = [{ where: "a.test.ts", message: "hook timed out" }];
    expect(judged([file], { errors }).lines.slice(-3)).toEqual([
      "Skipped, and not in .ci/allowed-skips.txt: a.test.ts > suite > test 2",
      "Failed: a.test.ts > suite > test 1: expected 1 to be 2",
      "Error outside any test: a.test.ts: hook timed out",
    ]);
  });

  it("shows the time of each phase, of each project, and of the 15 slowest files", () => {
    const files = Array.from({ length: 20 }, (_, i) => fileOf(`${i}.test.ts`, ["passed"], i + 1));
    const late = { ...fileOf("late.test.ts", ["passed"], 0, "stores"), startedAt: 30_000, endedAt: 42_500 };
    const { lines } = judged([...files, late], { phases: "install 16\nlint 2\n" });
    const shown = lines.map((line) => line.trim().replaceAll(/ +/g, " "));
    expect(shown.slice(0, 5)).toEqual([
      "install 16.0 s",
      "lint 2.0 s",
      "unit 20.0 s 20 files",
      "stores 12.5 s 1 file",
      "Slowest files:",
    ]);
    expect(shown).toHaveLength(5 + 15);
    expect(shown[5]).toBe("unit 20.0 s 19.test.ts");
    expect(shown).toContain("stores 12.5 s late.test.ts");
    expect(shown).not.toContain("unit 6.0 s 5.test.ts");
  });
});

/** Tests that may be skipped. Every further one is a decision, to be taken here too. */
const MOST_SKIPS = 66;

describe("allowed-skips.txt", () => {
  const allowances = allowancesIn(readFileSync(path.join(ROOT, ".ci/allowed-skips.txt"), "utf8"));

  it.each(allowances.map(({ name }) => name))("names what there is: %s", (line) => {
    const [file = "", ...titles] = line.split(" > ");
    expect(existsSync(path.join(ROOT, file))).toBe(true);
    expect(titles.length).toBeGreaterThan(0);
    const text = readFileSync(path.join(ROOT, file), "utf8");
    for (const title of titles) expect(text).toContain(JSON.stringify(title));
  });

  it(`allows ${MOST_SKIPS} skips at most`, () => {
    expect(allowances.reduce((sum, { most }) => sum + most, 0)).toBe(MOST_SKIPS);
  });
});
