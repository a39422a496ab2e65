import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { casePrograms, readCases, readDictionary } from "../../../bench/support/software-cases.ts";
import { matchCpes } from "../../../src/features/software/engine/cpe/match-cpe.ts";
import { identifySoftware } from "../../../src/features/software/engine/identify.ts";
import { loadKnowledge } from "../../../src/features/software/engine/knowledge/knowledge.ts";
import { normalizeName } from "../../../src/features/software/engine/names/normalize-name.ts";
import { identifyProcess } from "../../../src/features/software/engine/processes/identify-process.ts";

/** Labelled cases beside the project, if present. The bench scores them with their own scorers. */
describe.skipIf(!existsSync("../shared/data/dev/cpe.tsv"))("labelled cases (../shared/data)", () => {
  const knowledge = loadKnowledge();
  const fold = (text: string) => text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();

  test("matchCpes finds 92 % of the CPE names, and none for programs without one", () => {
    const rows = readCases("cpe");
    const matches = matchCpes(casePrograms(), knowledge, readDictionary().find);
    const given = matches.map(
      ({ name }) => name?.replace(/\\(.)/g, "$1").split(":").slice(3, 5).join(":") ?? "NONE:NONE",
    );
    const right = rows.map((row, at) => {
      const products = row.expected_cpe_product!.split("|");
      return row.expected_cpe_vendor!.split("|").some((vendor, nth) => `${vendor}:${products[nth]}` === given[at]);
    });
    const positive = rows.map((row) => row.expected_cpe_product !== "NONE");
    const share = right.filter((ok, at) => ok && positive[at]).length / positive.filter(Boolean).length;
    expect(share).toBeGreaterThanOrEqual(0.92);
    expect(rows.filter((_, at) => !positive[at] && !right[at]).map(({ name }) => name)).toEqual([]);
  });

  test("identifySoftware finds 95 % of the families", () => {
    const rows = readCases("family");
    const right = rows.filter(
      ({ name, vendor, expected_family: family }) =>
        identifySoftware({ name: name!, vendor }, knowledge).family === family,
    );
    expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
  });

  test("normalizeName finds 95 % of the generic names", () => {
    const rows = readCases("normalize");
    const right = rows.filter(({ raw_name: raw, expected }) =>
      expected!
        .split(/(?<! )\|(?! )/)
        .map(fold)
        .includes(fold(normalizeName(raw!, "other", knowledge.isKnownName).name)),
    );
    expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
  });

  test("identifyProcess finds no application for system and ambiguous processes", () => {
    const rows = readCases("process").filter(
      ({ kind, expected_app: app }) => kind === "os_service" || app === "AMBIGUOUS",
    );
    const wrong = rows.filter(
      ({ process }) => identifyProcess({ process: process!, platform: "windows" }, knowledge).kind === "application",
    );
    expect(wrong.map(({ process }) => process)).toEqual([]);
  });
});
