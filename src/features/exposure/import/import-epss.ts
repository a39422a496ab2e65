import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { CVE_ID } from "../../../platform/nvd/index.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import {
  documentsOf,
  FileFault,
  inflated,
  type RecordFile,
  streamRecords,
} from "../../../platform/record-files/index.ts";
import type { ImportedFeed } from "./feed.model.ts";
import { feedStore } from "./feed.store.ts";
import { type EpssScore, ratingsStore } from "./ratings.store.ts";

const HEADER = "cve,epss,percentile";
const MAX_LINE = 4_096;

/** Thrown inside the transaction to roll it back. */
class Unchanged extends Error {}

/**
 * Imports scores of exploit prediction, a CSV file whose first line may be a comment with `score_date`. It takes the place of
 * the scores before as a whole, in one transaction; a damaged or older file changes nothing.
 */
export function createImportEpss({ postgres, clock }: { postgres: Postgres; clock: Clock }) {
  return async ({ name, open }: RecordFile): Promise<ImportedFeed> => {
    const id = newId();
    await feedStore.startImport(postgres, id, name, "epss");
    const file: ImportedFeed = {
      file: name,
      kind: "epss",
      status: "done",
      entries: 0,
      added: 0,
      changed: 0,
      refused: 0,
    };
    try {
      await postgres.transaction(async (tx) => {
        await feedStore.lockForWriting(tx);
        const { epssAsOf } = await feedStore.feedState(tx);
        await ratingsStore.clearEpss(tx);
        const write = async (batch: readonly EpssScore[]) => {
          await ratingsStore.insertEpss(tx, batch);
          file.entries += batch.length;
        };
        const sink = {
          parse: readScore,
          nameOf: (line: unknown) => String(line).split(",")[0],
          batchSize: 5_000,
          write,
        };
        const read = await streamRecords((onRecords) => readLines(open(), onRecords), sink);
        Object.assign(file, { refused: read.refused, ...(read.problem !== undefined && { problem: read.problem }) });
        const asOf = read.facts?.scoredOn ?? clock.now();
        if (!read.facts || file.entries === 0) file.status = "failed";
        else if (epssAsOf && asOf < epssAsOf) file.problem = `is older than the scores of ${epssAsOf.toISOString()}`;
        else return finish(tx, file, asOf);
        throw new Unchanged();
      });
    } catch (error) {
      if (!(error instanceof Unchanged)) throw error;
      file.entries = 0;
    }
    await feedStore.recordProgress(postgres, id, file.status, file);
    return file;
  };
}

async function finish(tx: Sql, file: ImportedFeed, asOf: Date): Promise<void> {
  file.added = file.entries;
  await ratingsStore.setAsOf(tx, "epss", asOf);
}

async function readLines(input: AsyncIterable<Buffer>, onLines: (lines: unknown[]) => Promise<void>) {
  let scoredOn: Date | undefined;
  let hasHeader = false;
  let rest = "";
  for await (const document of documentsOf(await inflated(input), (name) => /\.csv$/i.test(name))) {
    const decoder = new TextDecoder();
    for await (const piece of document.pieces()) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      if (rest.length > MAX_LINE) throw new FileFault(`holds a line of more than ${MAX_LINE} characters`);
      const scores: string[] = [];
      for (const line of lines) {
        if (line.startsWith("#")) scoredOn ??= dateOf(line);
        else if (hasHeader && line !== "") scores.push(line);
        else if (line.replaceAll(" ", "").toLowerCase() === HEADER) hasHeader = true;
        else if (line !== "")
          throw new FileFault(`is no table of exploit predictions: its first line is not ${HEADER}`);
      }
      if (scores.length > 0) await onLines(scores);
    }
  }
  if (!hasHeader) throw new FileFault("holds no exploit predictions");
  // The last line of a whole file ends with a line feed, or is whole itself.
  if (rest !== "" && typeof readScore(rest) === "string") throw new FileFault("ends early: its last line is cut off");
  if (rest !== "") await onLines([rest]);
  return { scoredOn };
}

function dateOf(comment: string): Date | undefined {
  const text = /score_date:([0-9T:.+Z-]+)/.exec(comment)?.[1]?.replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

function readScore(line: unknown): EpssScore | string {
  const [cve = "", score, percentile] = String(line)
    .split(",")
    .map((cell) => cell.trim());
  if (!CVE_ID.test(cve)) return "is not the id of a CVE";
  const [ofScore, ofRank] = [probability(score), probability(percentile)];
  if (ofScore === undefined || ofRank === undefined) return "has a score or percentile that is not from 0 to 1";
  return { cve, score: ofScore, percentile: ofRank };
}

function probability(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d*\.?\d+(?:e-?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return value >= 0 && value <= 1 ? value : undefined;
}
