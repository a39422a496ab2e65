import { AppError } from "../../../errors.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type Hold, runsStore } from "./runs.store.ts";
import { PIECE_BYTES } from "./stored-report.model.ts";

/**
 * Reads `length` bytes of a completed report from the byte `from` on, piece by piece as they are taken. Rejects with 410
 * where the report is deleted or expires meanwhile.
 */
export async function* readContent(
  postgres: Postgres,
  report: Hold,
  from: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  const end = from + length;
  for (let at = from; at < end; ) {
    const place = Math.floor(at / PIECE_BYTES);
    const piece = await runsStore.piece(postgres, report, place);
    const start = at - place * PIECE_BYTES;
    const part = piece?.subarray(start, start + end - at);
    if (!part || part.length === 0) throw new AppError("GONE", "The report is no longer kept");
    yield part;
    at += part.length;
  }
}
