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
  take(size: number): Promise<Buffer>;
  /** The next bytes in the pieces in which they come; all that are left unless a size is named. */
  pieces(size?: number): AsyncGenerator<Buffer>;
}

export function createByteSource(input: AsyncIterable<Buffer>): ByteSource {
  const iterator = input[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await iterator.next();
    if (!next.done) held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return !next.done;
  };
  const peek = async (size: number) => {
    while (held.length < size && (await more()));
    return held.subarray(0, size);
  };
  return {
    peek,
    async take(size) {
      const taken = await peek(size);
      held = held.subarray(taken.length);
      return taken;
    },
    async *pieces(size = Number.POSITIVE_INFINITY) {
      for (let left = size; left > 0; ) {
        if (held.length === 0 && !(await more())) return;
        const piece = held.subarray(0, left);
        held = held.subarray(piece.length);
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
