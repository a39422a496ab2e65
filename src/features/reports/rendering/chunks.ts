const encoder = new TextEncoder();

/** Joins short texts to pieces of about 64 kB, as UTF-8. */
export async function* toChunks(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < 65_536) continue;
    yield encoder.encode(waiting.join("").toWellFormed());
    waiting = [];
    length = 0;
  }
  if (length > 0) yield encoder.encode(waiting.join("").toWellFormed());
}
