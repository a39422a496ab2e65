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
