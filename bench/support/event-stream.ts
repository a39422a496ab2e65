/** One message about changed things, and when it arrived by `performance.now()`. */
export interface StreamMessage {
  event: string;
  data: { count: number; many: boolean; items: { id: string }[] };
  at: number;
}

/** Follows `/v1/stream` and calls `onMessage` for each message; resolves once it is open, with a function that leaves. */
export async function followStream(
  port: number,
  headers: Record<string, string>,
  onMessage: (message: StreamMessage) => void,
): Promise<() => void> {
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/v1/stream`, { headers, signal: leaving.signal });
  if (!response.ok || !response.body) throw new Error(`the stream did not open: ${response.status}`);
  const chunks = response.body.pipeThrough(new TextDecoderStream());
  void read(chunks, onMessage).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return () => leaving.abort();
}

async function read(chunks: AsyncIterable<string>, onMessage: (message: StreamMessage) => void): Promise<void> {
  let rest = "";
  for await (const chunk of chunks) {
    const at = performance.now();
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, event = ""] = /^event: (.*)$/m.exec(block) ?? [];
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      if (event.endsWith(".changed") && data) onMessage({ event, data: JSON.parse(data), at });
      else if (event === "reset" || event === "bye") throw new Error(`the stream said ${event}: ${data}`);
    }
  }
}
