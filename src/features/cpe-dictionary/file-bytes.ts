import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { errorCode } from "../../errors.ts";

/** A file is not what it should be. The message goes on after the file's name, e.g. `ends early`. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}

/** Bytes as they come in, or as they are asked for. */
export interface ByteSource {
  /** The next bytes without taking them: up to `size`, fewer only at the end. */
  peek(size: number): Promise<Buffer>;
  /** The next bytes; fewer only at the end. */
  read(size: number): Promise<Buffer>;
  /** The next bytes in the pieces in which they come; all that are left unless a size is named. */
  pieces(size?: number): AsyncGenerator<Buffer>;
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
  };
}

/** The same bytes, inflated where they are packed with gzip (RFC 1952). */
export async function inflated(input: AsyncIterable<Buffer>): Promise<ByteSource> {
  const source = createByteSource(input);
  const [first, second] = await source.peek(2);
  if (first !== 0x1f || second !== 0x8b) return source;
  return createByteSource(gunzip(source));
}

async function* gunzip(source: ByteSource): AsyncGenerator<Buffer> {
  const packed = Readable.from(source.pieces());
  const plain = createGunzip();
  packed.on("error", (error) => plain.destroy(error));
  packed.pipe(plain);
  try {
    for await (const chunk of plain) yield chunk as Buffer;
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "Z_BUF_ERROR") throw new FileFault("ends early: the rest of the packed data is missing");
    if (code.startsWith("Z_")) throw new FileFault("is damaged: it cannot be inflated");
    throw error;
  } finally {
    packed.destroy();
    plain.destroy();
  }
}
