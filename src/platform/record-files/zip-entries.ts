import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { errorCode } from "../../errors.ts";
import { type ByteSource, FileFault } from "./byte-source.ts";

const LOCAL_HEADER = 0x04034b50;
const HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ZIP64 = 0x0001;

interface LocalHeader {
  name: string;
  method: number;
  /** Packed size in bytes; undefined: it stands behind the content. */
  size: number | undefined;
  crc: number;
}

/** Whether a zip archive begins here. */
export async function isZip(source: ByteSource): Promise<boolean> {
  const head = await source.peek(4);
  return head.length === 4 && head.readUInt32LE(0) === LOCAL_HEADER;
}

/**
 * The content of each file of a zip archive whose name is `wanted`, read from front to back (APPNOTE 6.3.10, section 4.3):
 * standard input has no end to look for the directory at. Throws FileFault where the archive is damaged, ends early, or is
 * packed in another way than deflate. Skips the rest of a content that the caller does not read to its end.
 */
export async function* zipEntries(
  source: ByteSource,
  wanted: (name: string) => boolean,
): AsyncGenerator<{ name: string; content: AsyncIterable<Buffer> }> {
  while (await isZip(source)) {
    const header = await localHeader(source);
    const content = checked(header, header.method === DEFLATED ? inflate(source, header) : stored(source, header));
    if (wanted(header.name) && !header.name.endsWith("/")) yield { name: header.name, content };
    for await (const _ of content);
    if (header.size === undefined) await skipDescriptor(source);
  }
  // Behind the files stands the directory: an archive without it was cut off.
  const next = await source.peek(4);
  if (next.length < 4 || next.toString("latin1", 0, 2) !== "PK")
    throw new FileFault("ends early: the archive is cut off");
}

async function localHeader(source: ByteSource): Promise<LocalHeader> {
  const header = await source.read(HEADER_BYTES);
  if (header.length < HEADER_BYTES) throw new FileFault("ends early: the archive is cut off");
  const [flags, method, nameLength, extraLength] = [6, 8, 26, 28].map((at) => header.readUInt16LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const names = await source.read(nameLength + extraLength);
  if (names.length < nameLength + extraLength) throw new FileFault("ends early: the archive is cut off");
  if ((flags & 1) !== 0) throw new FileFault("is an archive that needs a password");
  const isSizeBehind = (flags & 8) !== 0;
  if (method !== DEFLATED && (method !== STORED || isSizeBehind)) {
    throw new FileFault("is an archive that is packed in another way than deflate");
  }
  const size = packedSize(header.readUInt32LE(18), names.subarray(nameLength));
  return {
    name: names.toString("utf8", 0, nameLength),
    method,
    size: isSizeBehind ? undefined : size,
    crc: header.readUInt32LE(14),
  };
}

/** The packed size, which an extra field holds where 32 bits do not. */
function packedSize(size: number, extra: Buffer): number {
  if (size !== 0xffffffff) return size;
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    if (id === ZIP64 && length >= 16 && at + 20 <= extra.length) return Number(extra.readBigUInt64LE(at + 12));
    at += 4 + length;
  }
  throw new FileFault("is damaged: an entry of the archive has no size");
}

async function* stored(source: ByteSource, { size = 0 }: LocalHeader): AsyncGenerator<Buffer> {
  let left = size;
  for await (const piece of source.pieces(size)) {
    left -= piece.length;
    yield piece;
  }
  if (left > 0) throw new FileFault("ends early: the archive is cut off");
}

/** Inflates up to the end of the packed data, and leaves what follows in the source. */
async function* inflate(source: ByteSource, { size }: LocalHeader): AsyncGenerator<Buffer> {
  const plain = createInflateRaw();
  // Pieces that the inflater may not have consumed yet.
  const ahead: Buffer[] = [];
  let taken = 0;
  const packed = Readable.from(
    (async function* () {
      for await (const piece of source.pieces(size)) {
        taken += piece.length;
        ahead.push(piece);
        while (ahead[0] && taken - lengthOf(ahead.slice(1)) <= plain.bytesWritten) ahead.shift();
        yield piece;
      }
    })(),
    { objectMode: true, highWaterMark: 1 },
  );
  packed.on("error", (error) => plain.destroy(error));
  packed.pipe(plain);
  try {
    for await (const chunk of plain) yield chunk as Buffer;
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "Z_BUF_ERROR") throw new FileFault("ends early: the archive is cut off");
    if (code.startsWith("Z_")) throw new FileFault("is damaged: it cannot be inflated");
    throw error;
  } finally {
    packed.destroy();
    plain.destroy();
  }
  const beyond = taken - plain.bytesWritten;
  if (beyond > 0) source.unread(Buffer.concat(ahead).subarray(-beyond));
}

const lengthOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0);

async function* checked(header: LocalHeader, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let crc = 0;
  for await (const piece of content) {
    crc = crc32(piece, crc);
    yield piece;
  }
  if (header.size !== undefined && crc !== header.crc) {
    throw new FileFault("is damaged: an entry of the archive has a wrong checksum");
  }
}

/** Skips checksum and sizes behind a content, in any of their four forms, up to the next header. */
async function skipDescriptor(source: ByteSource): Promise<void> {
  for (const length of [12, 16, 20, 24]) {
    const bytes = await source.peek(length + 4);
    if (bytes.length < length + 4) break;
    const mark = bytes.readUInt32LE(length);
    if (mark === LOCAL_HEADER || mark === 0x02014b50) {
      await source.read(length);
      return;
    }
  }
  throw new FileFault("ends early: the archive is cut off");
}
