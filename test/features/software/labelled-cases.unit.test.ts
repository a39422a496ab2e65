import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { casePrograms, readCases, readDictionary } from "../../../bench/support/software-cases.ts";
import { matchCpes } from "../../../src/features/software/engine/cpe/match-cpe.ts";
import { identifySoftware } from "../../../src/features/software/engine/identify.ts";
import { loadKnowledge } from "../../../src/features/software/engine/knowledge/knowledge.ts";
import { normalizeName } from "../../../src/features/software/engine/names/normalize-name.ts";
import { identifyProcess } from "../../../src/features/software/engine/processes/identify-process.ts";

/** Labelled cases beside the project, where there are any. The bench judges them with their own scorers. */
describe.skipIf(!existsSync("../shared/data/dev/cpe.tsv"))("labelled cases (../shared/data)", () => {
  const knowledge = loadKnowledge();
  const fold = (text: string) => text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();

  test("CPE: 92 % of those that have one, and none of those that have none", () => {
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

  test("families: 95 %", () => {
    const rows = readCases("family");
    const right = rows.filter(
      ({ name, vendor, expected_family: family }) =>
        identifySoftware({ name: name!, vendor }, knowledge).family === family,
    );
    expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
  });

  test("generic names: 95 %", () => {
    const rows = readCases("normalize");
    const right = rows.filter(({ raw_name: raw, expected }) =>
      expected!
        .split(/(?<! )\|(?! )/)
        .map(fold)
        .includes(fold(normalizeName(raw!, "other", knowledge.isKnownName).name)),
    );
    expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
  });

  test("processes: no system process and no ambiguous one is taken for an application's", () => {
    const rows = readCases("process").filter(
      ({ kind, expected_app: app }) => kind === "os_service" || app === "AMBIGUOUS",
    );
    const wrong = rows.filter(
      ({ process }) => identifyProcess({ process: process!, platform: "windows" }, knowledge).kind === "application",
    );
    expect(wrong.map(({ process }) => process)).toEqual([]);
  });
});
