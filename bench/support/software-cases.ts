import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import {
  type CpeIndex,
  createCpeIndexBuilder,
  identifyProcess,
  identifySoftware,
  type Knowledge,
  matchCpes,
  normalizeName,
  type SoftwareName,
  type SoftwarePlatform,
} from "../../src/features/software/index.ts";

/** Labelled cases, their scorers and a cut-down dictionary, beside the project; not part of it. */
const DATA = path.resolve(import.meta.dirname, "..", "..", "..", "shared", "data");

export function hasCases(): boolean {
  return existsSync(path.join(DATA, "dev", "cpe.tsv")) && existsSync(path.join(DATA, "cpe", "dictionary.json.gz"));
}

interface DictionaryPage {
  products: {
    cpe: {
      cpeName: string;
      deprecated: boolean;
      deprecatedBy?: { cpeName: string }[];
      titles: { title: string; lang: string }[];
    };
  }[];
}

export function readDictionary(): CpeIndex {
  const text = gunzipSync(readFileSync(path.join(DATA, "cpe", "dictionary.json.gz"))).toString("utf8");
  const builder = createCpeIndexBuilder();
  for (const { cpe } of (JSON.parse(text) as DictionaryPage).products) {
    const title = cpe.titles.find(({ lang }) => lang === "en")?.title;
    const successors = cpe.deprecatedBy?.map(({ cpeName }) => cpeName);
    builder.add({
      cpeName: cpe.cpeName,
      deprecated: cpe.deprecated,
      ...(successors && { deprecatedBy: successors }),
      ...(title !== undefined && { title }),
    });
  }
  return builder.finish();
}

/** Rows of a case file by its columns' names. */
export function readCases(name: string): Record<string, string>[] {
  const [head, ...rows] = readFileSync(path.join(DATA, "dev", `${name}.tsv`), "utf8")
    .trimEnd()
    .split("\n");
  const columns = head!.split("\t");
  return rows.map((row) => {
    const cells = row.split("\t");
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  });
}

/** The CPE cases as the programs of an inventory. */
export function casePrograms(): SoftwareName[] {
  return readCases("cpe").map(({ name, vendor, version, platform }) => ({
    name: name!,
    vendor: vendor || undefined,
    version: version || undefined,
    platform: platform as SoftwarePlatform,
  }));
}

export interface Score {
  /** Last line of the scorer, without its first word. */
  headline: string;
  /** Everything it printed. */
  report: string;
}

/** Answers all cases and lets the scorers judge them. */
export function scoreCases(knowledge: Knowledge, dictionary: CpeIndex): Record<string, Score> {
  const programs = casePrograms();
  const matches = matchCpes(programs, knowledge, dictionary.find);
  return {
    cpe: score(
      "cpe",
      readCases("cpe").map(({ id }, at) => [id!, matches[at]!.name ?? "NONE"]),
    ),
    family: score(
      "family",
      readCases("family").map(({ id, name, vendor }) => [
        id!,
        identifySoftware({ name: name!, vendor }, knowledge).family ?? "",
      ]),
    ),
    normalize: score(
      "normalize",
      readCases("normalize").map(({ id, raw_name: raw }) => [
        id!,
        normalizeName(raw!, "other", knowledge.isKnownName).name,
      ]),
    ),
    process: score(
      "process",
      readCases("process").map(({ id, process }) => {
        const found = identifyProcess({ process: process!, platform: "windows" }, knowledge);
        return [id!, found.application ?? (found.alternatives.length > 0 ? "AMBIGUOUS" : "")];
      }),
    ),
  };
}

function score(name: string, answers: readonly (readonly [string, string])[]): Score {
  const folder = mkdtempSync(path.join(tmpdir(), "scores-"));
  try {
    const file = path.join(folder, "answers.tsv");
    writeFileSync(file, answers.map((answer) => answer.join("\t")).join("\n"));
    const scorer = path.join(DATA, "score", `score_${name}.py`);
    const report = execFileSync("python3", [scorer, path.join(DATA, "dev", `${name}.tsv`), file, "--show", "40"], {
      encoding: "utf8",
    });
    return {
      headline: report
        .trimEnd()
        .split("\n")
        .at(-1)!
        .replace(/^HEADLINE /, ""),
      report,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
