import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";
import { loadEstate, type SentCi } from "./load-estate.ts";

const FOLDER = "../shared/data/questions";

interface DataCi extends SentCi {
  phase: number;
}

/** Questions beside the project with their estate, if present: scored by their own scorer. */
describe.skipIf(!existsSync(`${FOLDER}/questions.json`))("questions of ../shared/data", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "questions-"));
  let app: ServiceApp;
  let headers: Record<string, string>;
  let moment: Date;
  let loadedAt: Date;

  beforeAll(async () => {
    app = await sharedServiceApp();
    headers = await app.apiKey();
    loadedAt = new Date();
    moment = await loadEstate(app, headers, readEstate());
  }, 240_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app?.close();
  });

  test("are answered right, or refused where they have no answer", async () => {
    const { questions } = JSON.parse(readFileSync(`${FOLDER}/questions.json`, "utf8"));
    const lines = [JSON.stringify({ loaded_at: loadedAt.toISOString() })];
    for (const { id, question, time_zone } of questions) {
      const query = question
        .replaceAll("{T1}", moment.toISOString())
        .replaceAll(/\{day-(\d+)\}/g, (_: string, days: string) =>
          new Date(Date.now() - Number(days) * 86_400_000).toISOString().slice(0, 10),
        );
      const asked_at = new Date().toISOString();
      const body = { query, context: time_zone ? { time_zone } : {} };
      const answer = await app.call("POST", "/v1/reports/ai/query", { headers, body });
      lines.push(JSON.stringify({ id, asked_at, understood: answer.body.understood, results: answer.body.results }));
    }
    const file = path.join(folder, "answers.ndjson");
    writeFileSync(file, lines.join("\n"));
    const scorer = "../shared/data/score/score_questions.py";
    const { stdout } = spawnSync("python3", [scorer, `${FOLDER}/questions.json`, file, "--show", "60"], {
      encoding: "utf8",
    });
    const [, right, of, wrong, , refused, unanswerable] =
      /right (\d+)\/(\d+), wrong (\d+), missing (\d+); not understood, as it should be: (\d+)\/(\d+)/.exec(stdout) ??
      [];
    expect(Number(right) / Number(of), stdout).toBeGreaterThanOrEqual(0.95);
    expect([wrong, refused], stdout).toEqual(["0", unanswerable]);
  }, 120_000);
});

function readEstate() {
  const estate = JSON.parse(readFileSync(`${FOLDER}/estate.json`, "utf8"));
  const plain = ({ phase: _, ...ci }: DataCi): SentCi => ci;
  const beforeOf = (ci: DataCi): SentCi => {
    const change = estate.changes.find((each: SentCi) => each.name === ci.name && each.type === ci.type)?.before ?? {};
    return { ...plain(ci), ...change, attributes: { ...ci.attributes, ...change.attributes } };
  };
  const cis: DataCi[] = estate.cis;
  type Edge = { source: string; source_type: string; type: string; target: string; target_type: string };
  type Happened = {
    title: string;
    severity: string;
    status: string;
    source: string;
    affected: [string, string][];
    minutes_ago: number;
  };
  return {
    cis: [...cis.filter(({ phase }) => phase === 1).map(beforeOf), ...deletedOnes(estate.deleted, cis)],
    relationships: estate.relationships.map(({ source, source_type, type, target, target_type }: Edge) => {
      return { source: [source, source_type] as const, type, target: [target, target_type] as const };
    }),
    services: estate.services.map((service: { components: { ci: string }[] }) => {
      return { ...service, components: service.components.map(({ ci }) => ci) };
    }),
    hosts: estate.scan,
    events: estate.events.map(({ minutes_ago, ...event }: Happened) => ({ ...event, minutesAgo: minutes_ago })),
    later: {
      created: cis.filter(({ phase }) => phase === 2).map(plain),
      changed: estate.changes.map(({ name, type }: SentCi) => {
        const { attributes, status } = cis.find((ci) => ci.name === name && ci.type === type)!;
        return { ci: [name, type] as const, to: { attributes, status } as Partial<SentCi> };
      }),
      deleted: estate.deleted.map(({ name, type }: SentCi) => [name, type] as const),
    },
  };
}

/** Those that are deleted later and do not stand among the CIs. */
function deletedOnes(deleted: SentCi[], cis: readonly DataCi[]): SentCi[] {
  return deleted.filter(({ name, type }) => !cis.some((ci) => ci.name === name && ci.type === type));
}
