import { type ByteSource, FileFault } from "./byte-source.ts";

const MAGIC = 0xfd2fb528;
/** Sixteen magic numbers, the low four bits free, begin a frame of a user's own data, which readers skip. */
const SKIPPABLE_MAGIC = 0x184d2a50;
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;
/** Bytes of the dictionary's id and of the content size, by their two-bit flags in the frame header. */
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;

/**
 * The packed bytes of a zstd file, in pieces none of which goes over the end of a frame: Node's decompressor drops what stands
 * behind a frame in the same piece. A file may have any number of frames (RFC 8878, section 3.1). Throws FileFault for a file
 * that ends within a frame, or has anything but a frame behind one.
 */
export async function* zstdFrames(source: ByteSource): AsyncGenerator<Buffer> {
  while ((await source.peek(1)).length > 0) {
    const head = await source.peek(4);
    if (head.length < 4) throw endsEarly();
    const magic = head.readUInt32LE();
    if (magic === MAGIC) yield* frame(source);
    else if ((magic & ~0xf) === SKIPPABLE_MAGIC) await skip(source);
    else throw new FileFault("is damaged: what stands behind a packed part is none");
  }
}

async function* frame(source: ByteSource): AsyncGenerator<Buffer> {
  const descriptor = (await whole(source.peek(5), 5))[4]!;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const hasChecksum = (descriptor & 0x04) !== 0;
  const sizeFlag = descriptor >> 6;
  const contentSize = sizeFlag === 0 && isSingleSegment ? 1 : CONTENT_SIZE_BYTES[sizeFlag]!;
  yield* exactly(source, 5 + (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 0x03]! + contentSize);
  for (let isLast = false; !isLast; ) {
    const header = (await whole(source.peek(3), 3)).readUIntLE(0, 3);
    isLast = (header & 1) === 1;
    const type = (header >> 1) & 0x03;
    if (type === RESERVED_BLOCK) throw new FileFault("is damaged: it cannot be inflated");
    const size = type === RLE_BLOCK ? 1 : header >> 3;
    yield* exactly(source, 3 + size + (isLast && hasChecksum ? 4 : 0));
  }
}

async function skip(source: ByteSource): Promise<void> {
  const header = await whole(source.read(8), 8);
  for await (const _piece of exactly(source, header.readUInt32LE(4)));
}

async function* exactly(source: ByteSource, size: number): AsyncGenerator<Buffer> {
  let left = size;
  for await (const piece of source.pieces(size)) {
    left -= piece.length;
    yield piece;
  }
  if (left > 0) throw endsEarly();
}

async function whole(bytes: Promise<Buffer>, size: number): Promise<Buffer> {
  const read = await bytes;
  if (read.length < size) throw endsEarly();
  return read;
}

function endsEarly(): FileFault {
  return new FileFault("ends early: the rest of the packed data is missing");
}
