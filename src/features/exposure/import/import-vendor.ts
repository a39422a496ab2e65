import { errorCode } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { documentsOf, FileFault, inflated, type RecordFile } from "../../../platform/record-files/index.ts";
import { type RefusedRecord, readVendorFeed, VendorFeedFault } from "../vendor-feeds/index.ts";
import { cvesStore } from "./cves.store.ts";
import type { ImportedFeed } from "./feed.model.ts";
import { feedStore } from "./feed.store.ts";
import { statementsStore } from "./statements.store.ts";

/**
 * Imports what a distribution says of its packages, a CSAF VEX document or an OVAL file, or an archive of these. It takes the
 * place of what the file said before, and of what others said of the same packages, in one transaction; a damaged file changes
 * nothing. What it speaks of is matched again.
 */
export function createImportVendor({ postgres }: { postgres: Postgres }) {
  return async ({ name, open }: RecordFile): Promise<ImportedFeed> => {
    const id = newId();
    await feedStore.startImport(postgres, id, name, "vendor");
    const file: ImportedFeed = {
      file: name,
      kind: "vendor",
      status: "done",
      entries: 0,
      added: 0,
      changed: 0,
      refused: 0,
    };
    try {
      await postgres.transaction((tx) => readInto(tx, file, open()));
    } catch (error) {
      const reason = faultOf(error);
      if (reason === undefined) throw error;
      Object.assign(file, { status: "failed", problem: reason, entries: 0, added: 0 });
    }
    await feedStore.recordProgress(postgres, id, file.status, file);
    return file;
  };
}

async function readInto(tx: Sql, file: ImportedFeed, bytes: AsyncIterable<Buffer>): Promise<void> {
  await feedStore.lockForWriting(tx);
  const cves = new Set(await statementsStore.removeOfSource(tx, file.file));
  file.changed = cves.size;
  const onRefused = ({ record, reason }: RefusedRecord) => {
    file.refused++;
    file.problem ??= `${record}: ${reason}`;
  };
  for await (const document of documentsOf(await inflated(bytes), (name) => /\.(json|xml)$/i.test(name))) {
    await readVendorFeed(document.pieces(), {
      async onStatements(statements) {
        await statementsStore.put(tx, file.file, statements);
        for (const { cve } of statements) cves.add(cve);
        file.entries += statements.length;
      },
      onRefused,
    });
  }
  if (file.entries === 0) throw new FileFault(file.problem ?? "holds no statements on packages");
  file.added = file.entries;
  await cvesStore.touchCves(tx, [...cves], await feedStore.nextChange(tx));
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof FileFault || error instanceof VendorFeedFault) return error.message;
  const code = errorCode(error) ?? "";
  return ["ENOENT", "EACCES", "EISDIR", "EPERM", "EIO"].includes(code) ? `cannot be read: ${code}` : undefined;
}
