import { type ByteSource, FileFault } from "./byte-source.ts";

const BLOCK = 512;
const REGULAR = new Set(["0", "\0", ""]);

/** Whether a tar archive begins here (POSIX.1-1988 ustar and its successors). */
export async function isTar(source: ByteSource): Promise<boolean> {
  const head = await source.peek(BLOCK);
  return head.length === BLOCK && head.toString("latin1", 257, 262) === "ustar";
}

/**
 * The content of each regular file of a tar archive whose name is `wanted`. Skips the rest of a content that the caller
 * does not read to its end. Throws FileFault where the archive is damaged or ends early. Not `tar-stream`: it brings
 * twelve packages, of them six (7 MB) with binaries for another runtime. Links, sparse files and extended headers are
 * skipped; of a name of more than 100 characters only the first 100 are read.
 */
export async function* tarEntries(
  source: ByteSource,
  wanted: (name: string) => boolean,
): AsyncGenerator<{ name: string; content: AsyncIterable<Buffer> }> {
  for (;;) {
    const header = await source.read(BLOCK);
    if (header.length === 0 || header.every((byte) => byte === 0)) return;
    if (header.length < BLOCK) throw new FileFault("ends early: the archive is cut off");
    if (!hasValidChecksum(header)) throw new FileFault("is damaged: an entry of the archive has a wrong checksum");
    const size = sizeOf(header);
    const name = text(header, 0, 100);
    const isRegular = REGULAR.has(header.toString("latin1", 156, 157));
    let left = size;
    const content = (async function* () {
      for await (const piece of source.pieces(size)) {
        left -= piece.length;
        yield piece;
      }
      if (left > 0) throw new FileFault("ends early: the archive is cut off");
    })();
    if (isRegular && wanted(name)) yield { name, content };
    for await (const _ of content);
    await source.read((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

/** Whether the checksum matches: the sum of all bytes of the header, with the checksum's own bytes as blanks. */
function hasValidChecksum(header: Buffer): boolean {
  let sum = 0;
  for (const [i, byte] of header.entries()) sum += i >= 148 && i < 156 ? 0x20 : byte;
  return Number.parseInt(text(header, 148, 8), 8) === sum;
}

/** Size of the content in bytes: octal digits, or a binary number if the highest bit is set. */
function sizeOf(header: Buffer): number {
  const size =
    (header[124]! & 0x80) === 0 ? Number.parseInt(text(header, 124, 12) || "0", 8) : header.readUIntBE(130, 6);
  if (!Number.isSafeInteger(size)) throw new FileFault("is damaged: an entry of the archive has no size");
  return size;
}

function text(header: Buffer, start: number, length: number): string {
  return header
    .toString("latin1", start, start + length)
    .split("\0", 1)[0]!
    .trim();
}
