import { Readable, type Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { errorCode } from "../../errors.ts";
import { type ByteSource, createByteSource, FileFault } from "./byte-source.ts";
import { zstdFrames } from "./zstd-frames.ts";

interface Compression {
  name: string;
  sign: Buffer;
  inflate?: (source: ByteSource) => AsyncGenerator<Buffer>;
  command?: string;
}

/** Compressions by the bytes with which they begin: what reads them, else the command that does. */
const COMPRESSIONS: readonly Compression[] = [
  { name: "gzip", sign: Buffer.from([0x1f, 0x8b]), inflate: (source) => inflate(source.pieces(), createGunzip()) },
  {
    name: "zstd",
    sign: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    inflate: (source) => inflate(zstdFrames(source), createZstdDecompress()),
  },
  // No kept library of pure JavaScript reads these as a stream.
  { name: "bzip2", sign: Buffer.from("BZh"), command: "bzip2 -dk" },
  { name: "xz", sign: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]), command: "xz -dk" },
];

/**
 * The bytes of the input, decompressed if it is gzip (RFC 1952) or zstd (RFC 8878), with all its members or frames. Throws
 * FileFault for other compressions, with the command that unpacks them.
 */
export async function inflated(input: AsyncIterable<Buffer>): Promise<ByteSource> {
  const source = createByteSource(input);
  const head = await source.peek(6);
  const found = COMPRESSIONS.find(({ sign }) => head.subarray(0, sign.length).equals(sign));
  if (!found) return source;
  if (found.inflate) return createByteSource(found.inflate(source));
  throw new FileFault(
    `is packed with ${found.name}: unpack it first, with \`${found.command} FILE\`; plain files, .gz, .zst, .tar and .zip are read`,
  );
}

async function* inflate(pieces: AsyncIterable<Buffer>, plain: Transform): AsyncGenerator<Buffer> {
  const packed = Readable.from(pieces);
  packed.on("error", (error) => plain.destroy(error));
  packed.pipe(plain);
  try {
    for await (const chunk of plain) yield chunk as Buffer;
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "Z_BUF_ERROR") throw new FileFault("ends early: the rest of the packed data is missing");
    if (/^Z(STD)?_/.test(code)) throw new FileFault("is damaged: it cannot be inflated");
    throw error;
  } finally {
    packed.destroy();
    plain.destroy();
  }
}
