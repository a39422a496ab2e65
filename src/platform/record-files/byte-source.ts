import { Readable, type Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { errorCode } from "../../errors.ts";

/** The file is invalid. The message continues a sentence that begins with the file's name, e.g. `ends early`. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}

/** Reads a stream of bytes in chunks or by size. */
export interface ByteSource {
  /** The next `size` bytes without consuming them; fewer only at the end. */
  peek(size: number): Promise<Buffer>;
  /** Consumes the next `size` bytes; fewer only at the end. */
  read(size: number): Promise<Buffer>;
  /** Consumes up to `size` bytes (default: all) in the chunks in which they arrive. */
  pieces(size?: number): AsyncGenerator<Buffer>;
  /** Gives back the last bytes that were consumed. */
  unread(bytes: Buffer): void;
}

export function createByteSource(input: AsyncIterable<Buffer>): ByteSource {
  const iterator = input[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  const readMore = async (): Promise<boolean> => {
    const next = await iterator.next();
    if (!next.done) buffered = buffered.length === 0 ? next.value : Buffer.concat([buffered, next.value]);
    return !next.done;
  };
  const peek = async (size: number) => {
    while (buffered.length < size && (await readMore()));
    return buffered.subarray(0, size);
  };
  return {
    peek,
    async read(size) {
      const bytes = await peek(size);
      buffered = buffered.subarray(bytes.length);
      return bytes;
    },
    async *pieces(size = Number.POSITIVE_INFINITY) {
      for (let left = size; left > 0; ) {
        if (buffered.length === 0 && !(await readMore())) return;
        const piece = buffered.subarray(0, left);
        buffered = buffered.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
    unread(bytes) {
      buffered = buffered.length === 0 ? bytes : Buffer.concat([bytes, buffered]);
    },
  };
}

/** Compressions by the bytes with which they begin: what reads them, else the command that does. */
const COMPRESSIONS: readonly { name: string; sign: Buffer; inflate?: () => Transform; command?: string }[] = [
  { name: "gzip", sign: Buffer.from([0x1f, 0x8b]), inflate: () => createGunzip() },
  { name: "zstd", sign: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), inflate: () => createZstdDecompress() },
  // No kept library of pure JavaScript reads these as a stream.
  { name: "bzip2", sign: Buffer.from("BZh"), command: "bzip2 -dk" },
  { name: "xz", sign: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]), command: "xz -dk" },
];

/**
 * The bytes of the input, decompressed if it is gzip (RFC 1952) or zstd (RFC 8878). Throws FileFault for other compressions,
 * with the command that unpacks them.
 */
export async function inflated(input: AsyncIterable<Buffer>): Promise<ByteSource> {
  const source = createByteSource(input);
  const head = await source.peek(6);
  const found = COMPRESSIONS.find(({ sign }) => head.subarray(0, sign.length).equals(sign));
  if (!found) return source;
  if (found.inflate) return createByteSource(inflate(source, found.inflate()));
  throw new FileFault(
    `is packed with ${found.name}: unpack it first, with \`${found.command} FILE\`; plain files, .gz, .zst, .tar and .zip are read`,
  );
}

async function* inflate(source: ByteSource, plain: Transform): AsyncGenerator<Buffer> {
  const packed = Readable.from(source.pieces());
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
