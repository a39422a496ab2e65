import { createHash } from "node:crypto";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type Hold, runsStore } from "./runs.store.ts";
import { PIECE_BYTES } from "./stored-report.model.ts";

/** The report was deleted, or another run took it over: this one ends without a trace. */
export class ReportLost extends Error {
  override readonly name = "ReportLost";
}

export interface WrittenContent {
  sizeBytes: number;
  /** Strong entity tag: a digest of the bytes. */
  etag: string;
}

/**
 * Stores the bytes in pieces of `PIECE_BYTES` as they are made, one at a time: a slow store slows the renderer. Rejects
 * with ReportLost when the run no longer holds the report.
 */
export async function writeContent(
  postgres: Postgres,
  task: Hold,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<WrittenContent> {
  const hash = createHash("sha256");
  let [place, sizeBytes] = [0, 0];
  for await (const piece of inPieces(bytes)) {
    signal.throwIfAborted();
    if (!(await runsStore.addPiece(postgres, task, place, piece))) throw new ReportLost();
    hash.update(piece);
    place++;
    sizeBytes += piece.length;
  }
  return { sizeBytes, etag: `"${hash.digest("base64url").slice(0, 22)}"` };
}

/** Each of `PIECE_BYTES`, but the last one. A piece holds only until the next one is asked for. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  let used = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(chunk.length - at, PIECE_BYTES - used);
      buffer.set(chunk.subarray(at, at + taken), used);
      used += taken;
      at += taken;
      if (used < PIECE_BYTES) continue;
      yield buffer;
      used = 0;
    }
  }
  if (used > 0) yield buffer.subarray(0, used);
}
