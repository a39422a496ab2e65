import { z } from "zod";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { CVE_ID, timestampSchema } from "../../../platform/nvd/index.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type RecordFile, type RecordKind, readRecords, streamRecords } from "../../../platform/record-files/index.ts";
import { cvesStore } from "./cves.store.ts";
import type { ImportedFeed } from "./feed.model.ts";
import { feedStore } from "./feed.store.ts";
import { type KevEntry, ratingsStore } from "./ratings.store.ts";

const CATALOGUE: RecordKind = {
  list: "vulnerabilities",
  label: "known exploited vulnerabilities",
  maxBytes: 1024 * 1024,
  others: { products: "CPE products" },
};
const MAX_ENTRIES = 1_000_000;

const day = z.iso.date().nullish().catch(null);
const entrySchema = z.object({
  cveID: z.string().regex(CVE_ID, "is not the id of a CVE"),
  dateAdded: day,
  dueDate: day,
  vulnerabilityName: z.string().default(""),
  requiredAction: z.string().default(""),
  knownRansomwareCampaignUse: z.string().default(""),
});

/**
 * Imports a catalogue of known exploited vulnerabilities. It takes the place of the one before as a whole, in one
 * transaction: an entry that is no longer in it is no longer known to be exploited. A file that is damaged, or older than the
 * stored one, changes nothing.
 */
export function createImportKev({ postgres, clock }: { postgres: Postgres; clock: Clock }) {
  return async ({ name, open }: RecordFile): Promise<ImportedFeed> => {
    const id = newId();
    await feedStore.startImport(postgres, id, name, "kev");
    const entries = new Map<string, KevEntry>();
    const write = async (batch: readonly KevEntry[]) => {
      for (const entry of batch) if (entries.size < MAX_ENTRIES) entries.set(entry.cve, entry);
    };
    const sink = { parse: readEntry, nameOf: claimedId, batchSize: 1_000, write };
    const read = await streamRecords((onRecords) => readRecords(open(), CATALOGUE, onRecords), sink);
    const file: ImportedFeed = {
      ...{ file: name, kind: "kev", status: "failed", entries: 0, added: 0, changed: 0, refused: read.refused },
      ...(read.problem !== undefined && { problem: read.problem }),
    };
    const total = read.facts?.totalResults;
    if (read.facts && total !== undefined && total > entries.size + read.refused) {
      file.problem = `says that it has ${total} entries, and has ${entries.size + read.refused}`;
    } else if (read.facts && entries.size > 0) {
      const asOf = timestampSchema.safeParse(read.facts.timestamp).data ?? clock.now();
      Object.assign(file, { status: "done" }, await replace(postgres, [...entries.values()], asOf));
    }
    await feedStore.recordProgress(postgres, id, file.status, file);
    return file;
  };
}

async function replace(postgres: Postgres, entries: KevEntry[], asOf: Date) {
  return postgres.transaction(async (tx) => {
    await feedStore.lockForWriting(tx);
    const { kevAsOf } = await feedStore.feedState(tx);
    if (kevAsOf && asOf < kevAsOf) return { problem: `is older than the catalogue of ${kevAsOf.toISOString()}` };
    const { added, removed } = await ratingsStore.replaceKev(tx, entries);
    await ratingsStore.setAsOf(tx, "kev", asOf);
    // Tenants that have an instance of it are told of a flaw that is now exploited.
    if (added.length > 0) await cvesStore.touchCves(tx, added, await feedStore.nextChange(tx));
    return { entries: entries.length, added: added.length, changed: removed.length };
  });
}

function readEntry(value: unknown): KevEntry | string {
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return issue ? `${issue.path.join(".")}: ${issue.message}` : "not valid";
  }
  const { cveID, dateAdded, dueDate, vulnerabilityName, requiredAction, knownRansomwareCampaignUse } = parsed.data;
  return {
    cve: cveID,
    added: dateAdded ?? null,
    due: dueDate ?? null,
    name: plain(vulnerabilityName),
    action: plain(requiredAction),
    ransomware: knownRansomwareCampaignUse.toLowerCase() === "known",
  };
}

function claimedId(value: unknown): string | undefined {
  const id = (value as { cveID?: unknown } | null)?.cveID;
  return typeof id === "string" && /^[ -~]{1,64}$/.test(id) ? id : undefined;
}

const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ").slice(0, 1_000);
