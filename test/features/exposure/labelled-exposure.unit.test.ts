import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  type CompiledCve,
  type Configuration,
  compileCve,
  judge,
  prepareHost,
  prepareInstalled,
  productKeys,
} from "../../../src/features/exposure/matching/index.ts";

const CASES = "../shared/data/dev/exposure.tsv";

type Row = Record<string, string>;
type Judged = Record<"affected" | "possible", Set<string>>;

function unpacked<T>(file: string): T {
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as T;
}

function readRows(): Row[] {
  const [head = [], ...rows] = readFileSync(CASES, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
}

function readCves(): Map<string, CompiledCve> {
  const page = unpacked<{
    vulnerabilities: { cve: { id: string; vulnStatus?: string; configurations?: Configuration[] } }[];
  }>("../shared/data/cve/nvd-cves-sample.json.gz");
  const cves = page.vulnerabilities.map(({ cve }) => cve).filter(({ vulnStatus }) => vulnStatus !== "Rejected");
  return new Map(cves.map(({ id, configurations = [] }) => [id, compileCve(configurations)]));
}

/** Names of which the dictionary holds only deprecated entries, all in favour of one other name. */
function readSuccessors(): Map<string, string> {
  const { products } = unpacked<{ products: { cpe: { cpeName: string; deprecatedBy?: { cpeName: string }[] } }[] }>(
    "../shared/data/cpe/dictionary.json.gz",
  );
  const targets = new Map<string, Set<string>>();
  for (const { cpe } of products) {
    const key = productKeys(cpe.cpeName);
    const known = targets.get(key) ?? new Set();
    for (const { cpeName } of cpe.deprecatedBy ?? [cpe]) known.add(productKeys(cpeName));
    targets.set(key, known);
  }
  const single = [...targets].filter(([key, names]) => names.size === 1 && !names.has(key));
  return new Map(single.map(([key, names]) => [key, [...names][0]!]));
}

function judgeRow(row: Row, cves: Map<string, CompiledCve>, successors: Map<string, string>): Judged {
  const others = words(row.also_installed).map((cpeName) => ({ cpeName, version: null, kind: "other" }));
  const os = { name: row.os_name || null, version: row.os_version || null, architecture: "x86_64" };
  const host = prepareHost({ os, others }, successors);
  const installed = prepareInstalled({ cpeName: row.cpe!, version: row.version || null, kind: row.kind! }, successors);
  const judged: Judged = { affected: new Set(), possible: new Set() };
  for (const [id, cve] of cves) {
    if (!cve.keys.some((key) => installed.keys.includes(key))) continue;
    const { status } = judge(cve, installed, host);
    if (status !== "not_affected") judged[status].add(id);
  }
  return judged;
}

function words(text: string | undefined): string[] {
  return (text ?? "").split(" ").filter((word) => word !== "");
}

/** Labelled cases beside the project, if present: single misses name themselves. */
describe.skipIf(!existsSync(CASES))("labelled exposure (../shared/data)", () => {
  test("judge finds what affects the programs, and nothing else", () => {
    const cves = readCves();
    const successors = readSuccessors();
    const wrong: string[] = [];
    let pairs = 0;
    for (const row of readRows()) {
      const judged = judgeRow(row, cves, successors);
      const lists = new Map(["affected", "possible", "maybe", "open"].map((name) => [name, new Set(words(row[name]))]));
      const isIn = (id: string, ...names: string[]): boolean => names.some((name) => lists.get(name)!.has(id));
      pairs += lists.get("affected")!.size + lists.get("possible")!.size;
      for (const id of judged.affected)
        if (!isIn(id, "affected", "open")) wrong.push(`${row.cpe} is not affected by ${id}`);
      for (const id of judged.possible)
        if (!isIn(id, "possible", "maybe", "open")) wrong.push(`${row.cpe}: ${id} is not possible`);
      for (const id of lists.get("affected")!)
        if (!judged.affected.has(id)) wrong.push(`${row.cpe} is affected by ${id}`);
      for (const id of lists.get("possible")!)
        if (!judged.possible.has(id)) wrong.push(`${row.cpe}: ${id} is possible`);
    }
    expect(pairs).toBeGreaterThan(1000);
    expect(wrong.length / pairs, wrong.join("\n")).toBeLessThanOrEqual(0.01);
  });
});
